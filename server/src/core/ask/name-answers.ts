/** The answers to show: each once, in the order of the rows, with name and types. */
import { literalFamily } from '../language/rdf/datatypes';
import type { Answer, RdfTerm } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import { formatDate, numberInWords } from '../describe/grammar';
import { answerVariableOf } from '../repair/answer-variable';
import type { EntityDirectory } from '../query/entity-directory';
import type { QueryModel } from '../language/sparql/model';
import type { NamedAnswer } from './ask-events';

/** Each hundred names is a query. */
export const MAX_NAMED_ANSWERS = 300;

/** Looks up names and types of the first answers. An answer without a name is shown by its id. */
export async function nameAnswers(
  query: QueryModel,
  answer: Answer,
  schema: KbSchema,
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<readonly NamedAnswer[]> {
  if (answer.kind === 'boolean') return [{ value: String(answer.value), name: answer.value ? 'yes' : 'no' }];
  const terms = termsOf(query, answer);
  const iris = new Set(terms.flatMap(({ type, value }) => (type === 'uri' ? [value] : [])));
  const known = await directory.lookUp([...iris].slice(0, MAX_NAMED_ANSWERS), signal);
  const answers = terms.map((term): NamedAnswer => {
    if (term.type === 'literal') return { value: term.value, name: inWords(term) };
    if (term.type === 'bnode') return { value: `_:${term.value}`, name: `_:${term.value}` };
    const id = schema.idOf(term.value) ?? term.value;
    const card = known.get(term.value);
    return {
      value: id,
      name: card?.name ?? id,
      iri: term.value,
      ...(card?.types.length && { types: card.types }),
    };
  });
  return [...new Map(answers.map((each) => [each.value, each])).values()];
}

function termsOf(query: QueryModel, answer: Answer): readonly RdfTerm[] {
  if (answer.kind === 'graph') return answer.triples.map(([subject]) => subject);
  if (answer.kind !== 'table') return [];
  const column = answerVariableOf(query, answer.columns)?.column ?? 0;
  return answer.rows.flatMap((row) => row[column] ?? []);
}

function inWords({ value, datatype }: Extract<RdfTerm, { readonly type: 'literal' }>): string {
  const family = datatype === undefined ? undefined : literalFamily(datatype);
  if (family === 'datetime') return formatDate(value).text;
  return family === 'integer' || family === 'float' ? numberInWords(value) : value;
}
