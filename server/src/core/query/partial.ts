import type { QueryModel } from '../language/sparql/model';

/** Words by which a row depends on all that match, and not on its own match alone. */
const ON_ALL = new Set('COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT GROUP HAVING'.split(' '));

/**
 * Whether each row of an answer holds even if rows are missing. A count over half of the matches is wrong, and so is the
 * largest of them.
 */
export function rowsStandAlone({ tokens }: QueryModel): boolean {
  const words = new Set(tokens.filter(({ type }) => type === 'keyword').map(({ value }) => value));
  const takesTheFirst = words.has('ORDER') && (words.has('LIMIT') || words.has('OFFSET'));
  return !takesTheFirst && ![...ON_ALL].some((word) => words.has(word));
}
