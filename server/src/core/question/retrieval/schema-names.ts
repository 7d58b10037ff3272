/** Splits the names of relations and classes into words: of the last segment, of the segments before, and of the range. */
import { isCommunity, isSystem } from '../../schema/domain-index';
import type { KbSchema, UsageLevels } from '../../schema/schema';
import { keywordsOf, toStemmedWord, wordsOf, type StemmedWord } from '../../language/english/words';

export interface SchemaName {
  readonly id: string;
  /** `place of birth` */
  readonly own: readonly StemmedWord[];
  /** `person`, and the domain `people` */
  readonly owner: readonly StemmedWord[];
  /** `location` */
  readonly range: readonly StemmedWord[];
  /** The domain and range of a relation. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly use: UsageLevels;
  /** Whether it is in a community domain, most of which are hardly used. */
  readonly remote: boolean;
}

/** All relations except those about the KB itself. */
export function allRelationNames(schema: KbSchema): readonly SchemaName[] {
  return [...relationNames(schema)];
}

/** Like `relationsOf`, but lazy. */
export function* relationNames(schema: KbSchema): Iterable<SchemaName> {
  const names = new Names();
  for (const id of schema.relationIds()) {
    const { domain, range, reverse, use } = schema.relation(id) ?? {};
    if (!use || isSystem(id)) continue;
    // Queries that use the reverse relation ask for the same facts.
    const reverseQueries = schema.relation(reverse ?? '')?.use.queries ?? 0;
    yield names.of(id, domain, range, { facts: use.facts, queries: Math.max(use.queries, reverseQueries) });
  }
}

export function* classNames(schema: KbSchema): Iterable<SchemaName> {
  const names = new Names();
  for (const id of schema.typeIds()) {
    const { kind, use } = schema.type(id) ?? {};
    if (kind === 'entity' && use && !isSystem(id)) yield names.of(id, undefined, undefined, use);
  }
}

/** Caches names and words, which occur in many ids. */
class Names {
  private readonly names = new Map<string, readonly StemmedWord[]>();
  private readonly words = new Map<string, StemmedWord>();

  of(id: string, from: string | undefined, to: string | undefined, use: UsageLevels): SchemaName {
    const segments = segmentsOf(id);
    const own = this.tokens(segments.at(-1) ?? id);
    const withoutOwn = (name: string): readonly StemmedWord[] =>
      this.tokens(name).filter((token) => !own.some(({ stem }) => stem === token.stem));
    return {
      id,
      own,
      owner: withoutOwn(segments.slice(0, -1).join(' ')),
      range: withoutOwn(segmentsOf(to ?? '').at(-1) ?? ''),
      from,
      to,
      use,
      remote: isCommunity(id),
    };
  }

  private tokens(name: string): readonly StemmedWord[] {
    let tokens = this.names.get(name);
    if (!tokens) this.names.set(name, (tokens = this.split(name)));
    return tokens;
  }

  /** Stop words count only in a name that has no other words: `film.film.in`. */
  private split(name: string): readonly StemmedWord[] {
    const text = name.replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2').replaceAll('_', ' ');
    const tokens = keywordsOf(text, (word) => this.token(word));
    return tokens.length ? tokens : wordsOf(text).map((word) => ({ word, stem: word }));
  }

  private token(word: string): StemmedWord {
    let token = this.words.get(word);
    if (!token) this.words.set(word, (token = toStemmedWord(word)));
    return token;
  }
}

function segmentsOf(id: string): readonly string[] {
  return id.split(/[./#]/).filter(Boolean);
}
