/** Describes a query as the question that it asks, in plain English, from templates and without a model. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { describeOtherForms } from './describe-other-forms';
import type { QueryDescription } from './description';
import { describeSelect } from './describe-select';
import { toPhrase, concat, renderPhrase } from './phrase';

/** Limits the time in the editor, which grows with the square of the number of tokens. */
const MAX_TOKENS = 1000;

/** `nameOf` returns the name of an entity, if it is known. Otherwise the description contains the ID. */
export function describeQuery(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): QueryDescription {
  if (query.tokens.length > MAX_TOKENS)
    return {
      question: 'This query is too long to describe.',
      pairs: [],
      by: 'templates',
      leftOut: [`all of its ${query.tokens.length} words and signs; up to ${MAX_TOKENS} are described`],
    };
  const { form } = query.query;
  const { phrase, omissions } =
    form === 'select' || form === 'ask'
      ? describeSelect(query, schema, nameOf)
      : describeOtherForms(query, schema, nameOf);
  const note = omissions.length ? toPhrase(`(Not said: ${omissions.join('; ')}.)`) : [];
  return { ...renderPhrase(concat(phrase, note)), by: 'templates', leftOut: omissions };
}
