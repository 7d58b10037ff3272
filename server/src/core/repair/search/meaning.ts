/** Whether what a search proposes may be what was meant: that it has an answer is no reason to ask something else. */
import { nameLikeness, nameOf } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { namesIn, relevance } from './question-similarity';
import type { CheckedQuery } from './check-query';
import { NAMES } from './moves/names-and-spaces';
import type { QuestionTerms } from '../../question/question-terms';

/** What the words of a name must have in common at least to be taken for each other. */
const ALIKE = 0.3;

/**
 * A relation that does not exist may stand for one that is called alike, or of which the question speaks. One that exists is given up
 * only where something is wrong with it, or for another that is nearer to the question. Directions, steps over mediators and literals
 * leave the meaning as it is.
 */
export function mayBeMeant(
  given: CheckedQuery,
  proposed: CheckedQuery,
  schema: KbSchema,
  question: QuestionTerms | undefined,
): boolean {
  const before = namesIn(given.model, schema);
  const after = namesIn(proposed.model, schema);
  const has = (ids: readonly string[], id: string): boolean =>
    ids.includes(id) ||
    ids.some(
      (other) => schema.relation(other)?.reverse === id || (NAMES.includes(id) && NAMES.includes(other)),
    );
  const lost = before.relations.filter((id) => !has(after.relations, id));
  const gained = after.relations.filter((id) => !has(before.relations, id));
  const isNearer = proposed.closeness > given.closeness;
  const isFaulty = (id: string): boolean =>
    given.findings.some(
      ({ range, severity }) =>
        (severity === 'error' || severity === 'warning') &&
        given.model.text.slice(range.start, range.end).includes(id),
    );
  const isCalledAlike = (id: string): boolean =>
    gained.some((other) => nameLikeness(nameOf(id), nameOf(other), false) >= ALIKE);
  const isAskedFor = question !== undefined && gained.some((id) => relevance(id, question, schema).asked > 0);
  const relationsStay = lost.every((id) =>
    schema.hasRelation(id)
      ? question === undefined
        ? isFaulty(id)
        : isNearer || isFaulty(id)
      : isCalledAlike(id) || isAskedFor,
  );
  const classesStay = before.classes
    .filter((id) => schema.hasType(id) && !after.classes.includes(id))
    .every((id) => isFaulty(id) || (question !== undefined && proposed.closeness >= given.closeness));
  return relationsStay && classesStay;
}
