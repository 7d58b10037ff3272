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
  readonly use: Use;
  /** How little is expected of it by its place alone: 0 for the commons, up to 1. */
  readonly remote: number;
}

/** Those of a question that is about the world; what says something of the KB itself is left out. */
export function relationsOf(schema: KbSchema): readonly NamedThing[] {
  return [...schema.relationIds()]
    .filter((id) => !isAboutTheKb(id))
    .flatMap((id) => {
      const relation = schema.relation(id);
      return relation ? [relationNamed(id, relation.range, relation.use)] : [];
    });
}

export function relationNamed(id: string, range: string | undefined, use: Use): NamedThing {
  const segments = segmentsOf(id);
  const own = nameTokens(segments.at(-1) ?? id);
  const taken = new Set(own.map((token) => token.stem));
  const others = (words: readonly Token[]): readonly Token[] => words.filter(({ stem }) => !taken.has(stem));
  return {
    id,
    own,
    owner: others(nameTokens(segments.slice(0, -1).join(' '))),
    range: others(nameTokens(segmentsOf(range ?? '').at(-1) ?? '')),
    use,
    remote: isCommunity(id) ? 1 : 0,
  };
}

export function classesOf(schema: KbSchema): readonly NamedThing[] {
  return [...schema.typeIds()].flatMap((id) => {
    const type = schema.type(id);
    return type?.kind === 'entity' && !isAboutTheKb(id) ? [classNamed(id, type.use)] : [];
  });
}

function classNamed(id: string, use: Use): NamedThing {
  const segments = segmentsOf(id);
  const own = nameTokens(segments.at(-1) ?? id);
  const taken = new Set(own.map((token) => token.stem));
  const owner = nameTokens(segments.slice(0, -1).join(' ')).filter(({ stem }) => !taken.has(stem));
  return { id, own, owner, range: [], use: use, remote: isCommunity(id) ? 1 : 0 };
}

function segmentsOf(id: string): readonly string[] {
  return id.split(/[./#]/).filter(Boolean);
}

/** Of a name that has only small words they are all there is: `film.film.in`. */
function nameTokens(name: string): readonly Token[] {
  const tokens = tokensOf(
    name.replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2').replace(/_/g, ' '),
  );
  return tokens.length ? tokens : plainWords(name).map((word) => ({ word, stem: word }));
}
