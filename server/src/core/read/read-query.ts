/** A query as the question that it asks, in plain English, by templates: at once, and without a model. */
import type { KbSchema } from '../kb/schema';
import type { QueryModel } from '../sparql/model';
import { readOtherForms } from './other-forms';
import type { Reading } from './reading';
import { readSelect } from './read-select';
import { say, words, written } from './phrase';

/** `nameOf` says what an entity is called, if that is known; otherwise its id is said. */
export function readQuery(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): Reading {
  const { form } = query.query;
  const { phrase, leftOut } =
    form === 'select' || form === 'ask'
      ? readSelect(query, schema, nameOf)
      : readOtherForms(query, schema, nameOf);
  // Whoever is shown the question alone must not take it for the whole query.
  const note = leftOut.length ? say(`(Not said: ${leftOut.join('; ')}.)`) : [];
  const { question, pairs } = written(words(phrase, note));
  const begun = question.charAt(0).toUpperCase() + question.slice(1);
  return { question: begun, pairs, by: 'templates', leftOut };
}
