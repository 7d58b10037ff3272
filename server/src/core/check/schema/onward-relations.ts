import type { TypeEvidence } from '../../schema/inference/type-evidence';
import { wordOverlap, nameWords } from '../../schema/inference/name-words';
import { BoundedCache } from '../../language/text/cache';
import { lastSegment } from '../../schema/name-index';
import { UNUSED, type KbSchema } from '../../schema/schema';
import { synonymSetOf } from '../../schema/synonyms';

export interface OnwardRelations {
  readonly ids: readonly string[];
  /** Whether the name of the variable decides for the first one. */
  readonly decided: boolean;
}

/**
 * The relations that continue from a mediator, the likeliest first: the one that the variable is named after
 * (`?character` for `film.performance.character`), then those with a name like the previous relation (`spouse_s`,
 * `spouse`) or a synonym in it (`governing_officials`, `office_holder`), then the most used ones, then the one that leads
 * back, and last those that the query already uses.
 */
export function onwardRelations(
  schema: KbSchema,
  mediator: string,
  { position, because, node }: Pick<TypeEvidence, 'position' | 'because' | 'node'>,
  about: Iterable<TypeEvidence> = [],
  variableName = node.term?.kind === 'variable' ? node.term.name : '',
): OnwardRelations {
  const previous = position === 'object' ? because : [];
  const words = new Set(previous.flatMap((id) => wordsOf(lastSegment(id))));
  const mediatorWords = new Set(wordsOf(lastSegment(mediator)));
  const meanings = new Set([...words].map(synonymSetOf));
  meanings.delete(undefined);
  const back = new Set<string | undefined>(previous.map((id) => schema.relation(id)?.reverse));
  const followed = new Set<string>(position === 'subject' ? because : []);
  for (const other of about)
    if (other.position === 'subject' && other.node.key === node.key)
      for (const id of other.because) followed.add(id);
  const rank = (id: string): number => {
    if (followed.has(id)) return 3;
    const own = wordsOf(lastSegment(id));
    if (own.some((word) => words.has(word))) return 0;
    if (back.has(id)) return 2;
    return own.some((word) => !mediatorWords.has(word) && meanings.has(synonymSetOf(word))) ? 0.5 : 1;
  };
  const ranked = relationsToEntities(schema, mediator)
    .map((id) => ({
      id,
      similarity: followed.has(id) ? 0 : nameSimilarity(schema, mediator, id, variableName),
      rank: rank(id),
      usage: usageOf(schema, id),
    }))
    .sort(
      (left, right) =>
        right.similarity - left.similarity || left.rank - right.rank || right.usage - left.usage,
    );
  const [first, second] = ranked;
  return {
    ids: ranked.map(({ id }) => id),
    decided: first !== undefined && first.similarity > (second?.similarity ?? 0) + 0.1,
  };
}

/** The same names are compared at every keystroke. */
const MAX_CACHED_NAMES = 1000;
const cachedWords = new BoundedCache<readonly string[]>(MAX_CACHED_NAMES);

function wordsOf(name: string): readonly string[] {
  return cachedWords.getOrCompute(name, nameWords);
}

/** Lower similarities are coincidence. */
const MIN_SIMILARITY = 0.5;

/** How similar the name of a variable is to a relation or its range: 0, or from 0.5 to 1. */
function nameSimilarity(schema: KbSchema, mediator: string, id: string, variableName: string): number {
  if (variableName.toLowerCase() === lastSegment(id)) return 1;
  // A variable for the mediator is often named after its type, which is no evidence for the next relation.
  const own = new Set(wordsOf(lastSegment(mediator)));
  const words = wordsOf(variableName).filter((word) => word.length > 2 && !own.has(word));
  const likeness = Math.max(
    wordOverlap(words, wordsOf(lastSegment(id))),
    0.9 * wordOverlap(words, wordsOf(lastSegment(schema.relation(id)?.range ?? ''))),
  );
  return likeness >= MIN_SIMILARITY ? likeness : 0;
}

function relationsToEntities(schema: KbSchema, type: string): readonly string[] {
  return schema
    .relationsOf(type)
    .filter((id) => schema.type(schema.relation(id)?.range ?? '')?.kind === 'entity');
}

/** Usage in queries counts most. The main parts of a fact also have a reverse relation. */
function usageOf(schema: KbSchema, id: string): number {
  const { use = UNUSED, reverse } = schema.relation(id) ?? {};
  return 3 * use.queries + use.facts + (reverse === undefined ? 0 : 2);
}
