/** The names of relations and classes as words: the own name counts most, the domain and the range less. */
import { isCommunity, isSystem } from '../../schema/domains';
import type { KbSchema, UsageLevels } from '../../schema/schema';
import { keywordsOf, stemmed, wordsOf, type StemmedWord } from '../../language/english/words';

export interface SchemaName {
  readonly id: string;
  /** `place of birth` */
  readonly own: readonly StemmedWord[];
  /** `person`, and the domain `people` */
  readonly owner: readonly StemmedWord[];
  /** `location` */
  readonly range: readonly StemmedWord[];
  /** Of a relation: the classes that it starts from and leads to. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly use: UsageLevels;
  /** In one of the domains that everybody may make, most of which nobody uses. */
  readonly remote: boolean;
}

/** Those of a question that is about the world; what says something of the KB itself is left out. */
export function relationsOf(schema: KbSchema): readonly SchemaName[] {
  return [...relationsIn(schema)];
}

/** One after the other, for whoever has others to let in between. */
export function* relationsIn(schema: KbSchema): Iterable<SchemaName> {
  const names = new Names();
  for (const id of schema.relationIds()) {
    const { domain, range, reverse, use } = schema.relation(id) ?? {};
    if (!use || isSystem(id)) continue;
    // What is asked for by the one is asked for by the other.
    const back = schema.relation(reverse ?? '')?.use.queries ?? 0;
    yield names.of(id, domain, range, { facts: use.facts, queries: Math.max(use.queries, back) });
  }
}

export function* classesIn(schema: KbSchema): Iterable<SchemaName> {
  const names = new Names();
  for (const id of schema.typeIds()) {
    const { kind, use } = schema.type(id) ?? {};
    if (kind === 'entity' && use && !isSystem(id)) yield names.of(id, undefined, undefined, use);
  }
}

/** Names and their words come again and again: whose a relation is, where it leads, `name` and `date` of many things. */
class Names {
  private readonly known = new Map<string, readonly StemmedWord[]>();
  private readonly words = new Map<string, StemmedWord>();

  of(id: string, from: string | undefined, to: string | undefined, use: UsageLevels): SchemaName {
    const segments = segmentsOf(id);
    const own = this.tokens(segments.at(-1) ?? id);
    const others = (name: string): readonly StemmedWord[] =>
      this.tokens(name).filter((token) => !own.some(({ stem }) => stem === token.stem));
    return {
      id,
      own,
      owner: others(segments.slice(0, -1).join(' ')),
      range: others(segmentsOf(to ?? '').at(-1) ?? ''),
      from,
      to,
      use,
      remote: isCommunity(id),
    };
  }

  private tokens(name: string): readonly StemmedWord[] {
    let tokens = this.known.get(name);
    if (!tokens) this.known.set(name, (tokens = this.split(name)));
    return tokens;
  }

  /** Of a name that has only small words they are all there is: `film.film.in`. */
  private split(name: string): readonly StemmedWord[] {
    const apart = name.replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2').replaceAll('_', ' ');
    const tokens = keywordsOf(apart, (word) => this.token(word));
    return tokens.length ? tokens : wordsOf(apart).map((word) => ({ word, stem: word }));
  }

  private token(word: string): StemmedWord {
    let token = this.words.get(word);
    if (!token) this.words.set(word, (token = stemmed(word)));
    return token;
  }
}

function segmentsOf(id: string): readonly string[] {
  return id.split(/[./#]/).filter(Boolean);
}
