/** What a relation or class of a schema is called, as words: its own name says most, whose it is and where it leads say the rest. */
import { isCommunity } from '../kb/domains';
import type { KbSchema, Use } from '../kb/schema';
import { isAboutTheKb } from '../repair/search/relation-cost';
import { plainWords, tokensOf, type Token } from './question-tokens';

export interface NamedThing {
  readonly id: string;
  /** `place of birth` */
  readonly own: readonly Token[];
  /** `person`, and the domain `people` */
  readonly owner: readonly Token[];
  /** `location` */
  readonly range: readonly Token[];
  /** Of a relation: the classes that it starts from and leads to. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly use: Use;
  /** In one of the domains that everybody may make, most of which nobody uses. */
  readonly remote: boolean;
}

/** Those of a question that is about the world; what says something of the KB itself is left out. */
export function relationsOf(schema: KbSchema): readonly NamedThing[] {
  return [...schema.relationIds()]
    .filter((id) => !isAboutTheKb(id))
    .flatMap((id) => {
      const { domain, range, reverse, use } = schema.relation(id) ?? {};
      if (!use) return [];
      // What is asked for by the one is asked for by the other.
      const back = schema.relation(reverse ?? '')?.use.queries ?? 0;
      const named = namesOf(id, range);
      return [{ ...named, from: domain, to: range, use: { ...use, queries: Math.max(use.queries, back) } }];
    });
}

export function classesOf(schema: KbSchema): readonly NamedThing[] {
  return [...schema.typeIds()].flatMap((id) => {
    const { kind, use } = schema.type(id) ?? {};
    return kind === 'entity' && use && !isAboutTheKb(id) ? [{ ...namesOf(id, undefined), use }] : [];
  });
}

function namesOf(id: string, range: string | undefined): Omit<NamedThing, 'use'> {
  const segments = segmentsOf(id);
  const own = nameTokens(segments.at(-1) ?? id);
  const taken = new Set(own.map(({ stem }) => stem));
  const others = (name: string): readonly Token[] => nameTokens(name).filter(({ stem }) => !taken.has(stem));
  return {
    id,
    own,
    owner: others(segments.slice(0, -1).join(' ')),
    range: others(segmentsOf(range ?? '').at(-1) ?? ''),
    remote: isCommunity(id),
  };
}

function segmentsOf(id: string): readonly string[] {
  return id.split(/[./#]/).filter(Boolean);
}

/** Of a name that has only small words they are all there is: `film.film.in`. */
function nameTokens(name: string): readonly Token[] {
  const apart = name.replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2').replace(/_/g, ' ');
  const tokens = tokensOf(apart);
  return tokens.length ? tokens : plainWords(apart).map((word) => ({ word, stem: word }));
}
