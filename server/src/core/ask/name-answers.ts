/** Adds names and types to the distinct answers, in the order of the rows. */
import { literalFamily } from '../language/rdf/datatypes';
import type { QueryAnswer, RdfTerm } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import { labelOf } from '../schema/labels';
import { formatDate, formatNumber } from '../describe/grammar';
import { answerVariableOf } from '../repair/answer-variable';
import type { EntityDirectory } from '../query/entity-directory';
import type { QueryModel } from '../language/sparql/model';
import type { NamedAnswer } from './ask-events';

/** Limits the queries for names: one for each hundred. */
export const MAX_NAMED_ANSWERS = 300;

/** An answer without a name is shown by its ID. */
export async function nameAnswers(
  query: QueryModel,
  answer: QueryAnswer,
  schema: KbSchema,
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<readonly NamedAnswer[]> {
  if (answer.kind === 'boolean') return [{ value: String(answer.value), name: answer.value ? 'yes' : 'no' }];
  const terms = answerTerms(query, answer);
  const iris = new Set(terms.flatMap(({ type, value }) => (type === 'uri' ? [value] : [])));
  const known = await directory.lookUp([...iris].slice(0, MAX_NAMED_ANSWERS), signal);
  const answers = terms.map((term): NamedAnswer => {
    if (term.type === 'literal') return { value: term.value, name: formatLiteral(term) };
    if (term.type === 'bnode') return { value: `_:${term.value}`, name: `_:${term.value}` };
    const id = schema.idOf(term.value) ?? term.value;
    const entity = known.get(term.value);
    return {
      value: id,
      name: entity?.name ?? (schema.hasType(id) ? labelOf(id) : id),
      iri: term.value,
      ...(entity?.types.length && { types: entity.types }),
    };
  });
  return [...new Map(answers.map((named) => [named.value, named])).values()];
}

function answerTerms(query: QueryModel, answer: QueryAnswer): readonly RdfTerm[] {
  if (answer.kind === 'graph') return answer.triples.map(([subject]) => subject);
  if (answer.kind !== 'table') return [];
  const column = answerVariableOf(query, answer.columns)?.column ?? 0;
  return answer.rows.flatMap((row) => row[column] ?? []);
}

function formatLiteral({ value, datatype }: Extract<RdfTerm, { readonly type: 'literal' }>): string {
  const family = datatype === undefined ? undefined : literalFamily(datatype);
  if (family === 'datetime') return formatDate(value).text;
  return family === 'integer' || family === 'float' ? formatNumber(value) : value;
}
