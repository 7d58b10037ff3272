/** The relations that continue from a mediator, the likeliest first. */
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import { likenessOfWords, wordsOf } from '../../schema/inference/words';
import { UNUSED, type KbSchema } from '../../schema/schema';

export interface OnwardRelations {
  readonly ids: readonly string[];
  /** Whether the name of the variable decides for the first one. */
  readonly decided: boolean;
}

/**
 * First the one that the variable is named after (`?character` wants `film.performance.character`), then one with a name
 * like the previous relation (`spouse_s`, `spouse`), then the most used ones; last the one that leads back, and those
 * that the query already uses.
 */
export function onwardRelations(
  schema: KbSchema,
  mediator: string,
  { position, because, node }: Pick<TypeEvidence, 'position' | 'because' | 'node'>,
  about: Iterable<TypeEvidence> = [],
  wished = node.term?.kind === 'variable' ? node.term.name : '',
): OnwardRelations {
  const previous = position === 'object' ? because : [];
  const words = new Set(previous.flatMap((id) => wordsOf(lastOf(id))));
  const back = new Set<string | undefined>(previous.map((id) => schema.relation(id)?.reverse));
  const followed = new Set<string>(position === 'subject' ? because : []);
  for (const other of about)
    if (other.position === 'subject' && other.node.key === node.key)
      for (const id of other.because) followed.add(id);
  const rank = (id: string): number => {
    if (followed.has(id)) return 3;
    if (wordsOf(lastOf(id)).some((word) => words.has(word))) return 0;
    return back.has(id) ? 2 : 1;
  };
  const ranked = leadsOn(schema, mediator)
    .map((id) => ({
      id,
      named: followed.has(id) ? 0 : namedAfter(schema, mediator, id, wished),
      rank: rank(id),
      use: useOf(schema, id),
    }))
    .sort((left, right) => right.named - left.named || left.rank - right.rank || right.use - left.use);
  const [first, second] = ranked;
  return {
    ids: ranked.map(({ id }) => id),
    decided: first !== undefined && first.named > (second?.named ?? 0) + 0.1,
  };
}

/** Lower similarities are coincidence. */
const MIN_SIMILARITY = 0.5;

/** How similar the name of a variable is to a relation or its range: 0, or from 0.5 to 1. */
function namedAfter(schema: KbSchema, mediator: string, id: string, wished: string): number {
  if (wished.toLowerCase() === lastOf(id)) return 1;
  // A variable for the mediator is often named like its type, which tells nothing about the next relation.
  const own = new Set(wordsOf(lastOf(mediator)));
  const words = wordsOf(wished).filter((word) => word.length > 2 && !own.has(word));
  const likeness = Math.max(
    likenessOfWords(words, wordsOf(lastOf(id))),
    0.9 * likenessOfWords(words, wordsOf(lastOf(schema.relation(id)?.range ?? ''))),
  );
  return likeness >= MIN_SIMILARITY ? likeness : 0;
}

/** Relations to entities. */
function leadsOn(schema: KbSchema, type: string): readonly string[] {
  return schema
    .relationsOf(type)
    .filter((id) => schema.type(schema.relation(id)?.range ?? '')?.kind === 'entity');
}

/** Use in queries counts most. The main parts of a fact also have a reverse relation. */
function useOf(schema: KbSchema, id: string): number {
  const { use = UNUSED, reverse } = schema.relation(id) ?? {};
  return 3 * use.queries + use.facts + (reverse === undefined ? 0 : 2);
}

function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}
