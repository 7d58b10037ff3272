/** Whether a candidate of the search may be what the author meant; having an answer is not enough. */
import { nameSimilarity, parseName } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { namesIn, relevance } from './question-similarity';
import type { CheckedQuery } from './check-query';
import { NAME_RELATIONS } from './moves/names-and-prefixes';
import type { QuestionTerms } from '../../question/question-terms';

/** The minimum similarity of two names that may have been confused. */
const MIN_NAME_SIMILARITY = 0.3;

/**
 * An unknown relation may be replaced by one with a similar name or one that the question mentions; an existing one only if a finding
 * concerns it, or if the candidate is closer to the question. Directions, mediators and literals do not change the meaning.
 */
export function isPlausibleRepair(
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
      (other) =>
        schema.relation(other)?.reverse === id ||
        (NAME_RELATIONS.includes(id) && NAME_RELATIONS.includes(other)),
    );
  const lost = before.relations.filter((id) => !has(after.relations, id));
  const gained = after.relations.filter((id) => !has(before.relations, id));
  const isCloser = proposed.closeness > given.closeness;
  const isFaulty = (id: string): boolean =>
    given.findings.some(
      ({ range, severity }) =>
        (severity === 'error' || severity === 'warning') &&
        given.model.text.slice(range.start, range.end).includes(id),
    );
  const hasSimilarName = (id: string): boolean =>
    gained.some((other) => nameSimilarity(parseName(id), parseName(other), false) >= MIN_NAME_SIMILARITY);
  const isAskedFor = question !== undefined && gained.some((id) => relevance(id, question, schema).asked > 0);
  const relationsKept = lost.every((id) =>
    schema.hasRelation(id)
      ? question === undefined
        ? isFaulty(id)
        : isCloser || isFaulty(id)
      : hasSimilarName(id) || isAskedFor,
  );
  const classesKept = before.classes
    .filter((id) => schema.hasType(id) && !after.classes.includes(id))
    .every((id) => isFaulty(id) || (question !== undefined && proposed.closeness >= given.closeness));
  return relationsKept && classesKept;
}
