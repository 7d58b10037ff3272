/** Describes a query as the question that it asks, in plain English, from templates and without a model. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { describeOtherForms } from './describe-other-forms';
import type { Reading } from './description';
import { describeSelect } from './describe-select';
import { say, words, written } from './phrase';

/** Many times what a person reads. The work grows with the square of it, and the editor waits. */
const MAX_TOKENS = 1000;

/** `nameOf` says what an entity is called, if that is known; otherwise its id is said. */
export function describeQuery(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): Reading {
  if (query.tokens.length > MAX_TOKENS)
    return {
      question: 'This query is too long to describe.',
      pairs: [],
      by: 'templates',
      leftOut: [`all of its ${query.tokens.length} words and signs; up to ${MAX_TOKENS} are described`],
    };
  const { form } = query.query;
  const { phrase, leftOut } =
    form === 'select' || form === 'ask'
      ? describeSelect(query, schema, nameOf)
      : describeOtherForms(query, schema, nameOf);
  // Whoever is shown the question alone must not take it for the whole query.
  const note = leftOut.length ? say(`(Not said: ${leftOut.join('; ')}.)`) : [];
  const { question, pairs } = written(words(phrase, note));
  const begun = question.charAt(0).toUpperCase() + question.slice(1);
  return { question: begun, pairs, by: 'templates', leftOut };
}
