/** The relations that lead on from a mediator, the likeliest first. */
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import { likenessOfWords, wordsOf } from '../../schema/inference/words';
import { UNUSED, type KbSchema } from '../../schema/schema';

export interface WaysOn {
  readonly ids: readonly string[];
  /** Whether the name of the variable tells the first from all others. */
  readonly decided: boolean;
}

/**
 * First one that the variable is named after (`?character` wants `film.performance.character`), then one that is called
 * like the relation one came by (`spouse_s` leads to `spouse`), then what is used most; last the one that leads back,
 * and those that are followed already.
 */
export function waysOn(
  schema: KbSchema,
  mediator: string,
  { position, because, node }: Pick<TypeEvidence, 'position' | 'because' | 'node'>,
  about: Iterable<TypeEvidence> = [],
  wished = node.term?.kind === 'variable' ? node.term.name : '',
): WaysOn {
  const cameBy = position === 'object' ? because : [];
  const words = new Set(cameBy.flatMap((id) => wordsOf(lastOf(id))));
  const back = new Set<string | undefined>(cameBy.map((id) => schema.relation(id)?.reverse));
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

/** Less than this is chance. */
const LEAST_LIKENESS = 0.5;

/** Whether a variable is called like a relation, or like what the relation leads to: 0, or from 0.5 to 1. */
function namedAfter(schema: KbSchema, mediator: string, id: string, wished: string): number {
  if (wished.toLowerCase() === lastOf(id)) return 1;
  // A variable for the mediator itself is often called like it, which says nothing about the way on.
  const own = new Set(wordsOf(lastOf(mediator)));
  const words = wordsOf(wished).filter((word) => word.length > 2 && !own.has(word));
  const likeness = Math.max(
    likenessOfWords(words, wordsOf(lastOf(id))),
    0.9 * likenessOfWords(words, wordsOf(lastOf(schema.relation(id)?.range ?? ''))),
  );
  return likeness >= LEAST_LIKENESS ? likeness : 0;
}

/** To things with names. */
function leadsOn(schema: KbSchema, type: string): readonly string[] {
  return schema
    .relationsOf(type)
    .filter((id) => schema.type(schema.relation(id)?.range ?? '')?.kind === 'entity');
}

/** What queries ask for counts most; the main parts of a fact are those that also lead back. */
function useOf(schema: KbSchema, id: string): number {
  const { use = UNUSED, reverse } = schema.relation(id) ?? {};
  return 3 * use.queries + use.facts + (reverse === undefined ? 0 : 2);
}

function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}
