import { hasAggregate } from '../../language/sparql/semantics';
import type { Expression, QueryModel } from '../../language/sparql/model';
import type { RdfTerm, Row } from '../../kb/knowledge-base';
import type { Evidence, Observation, Verifier } from '../verifier';
import { placeOfAnswer } from './answer-columns';
import { topicsOf } from './topics';

/** There is an answer. */
export const emptyAnswer: Verifier<'answer'> = {
  code: 'egf',
  stage: 'answer',
  strength: 'weak',
  severity: 'warning',
  title: 'The answer is empty',
  about:
    'After a run: no rows, rows without a single value, or a COUNT of 0. Often one part of the pattern is wrong, and sometimes the KB just does not know: "Why is it empty?" tells which. Information only where the KB is marked as incomplete, as the sample is. Silent about ASK, whose answer "no" is an answer, about LIMIT 0, and about an answer that was cut off or timed out.',
  *verify(evidence) {
    const { query, run } = evidence;
    const range = placeOfAnswer(query);
    const message = run.incomplete || !range ? undefined : emptiness(evidence);
    if (message === undefined || !range) return;
    yield {
      range,
      rule: 'empty-answer',
      ...(run.kb.complete ? {} : { severity: 'information' as const }),
      message,
      ...reasons(evidence),
    };
  },
};

/** How the answer is empty, if it is. */
function emptiness({ query, run: { answer } }: Evidence['answer']): string | undefined {
  if (answer.kind === 'graph') return answer.triples.length ? undefined : 'The answer is empty: no triples';
  if (answer.kind !== 'table' || query.query.limit?.value === 0) return undefined;
  const { rows, columns } = answer;
  if (!rows.length) return 'The answer is empty: no rows';
  if (columns.length && rows.every((row) => row.every((term) => term === null)))
    return 'The answer is empty: no row has a value';
  const [row] = rows;
  return row && rows.length === 1 && countsNothing(query, row)
    ? 'The answer is empty: the count is 0'
    : undefined;
}

/** One row that only says that there was nothing to count. A sum of 0 may well be a sum. */
function countsNothing({ query }: QueryModel, row: Row): boolean {
  const { projection, groupBy, star } = query;
  if (groupBy || star || projection.length !== row.length) return false;
  return (
    projection.some(({ expression }) => expression && isCount(expression)) &&
    projection.every(({ expression }, index) => {
      const term = row[index];
      return expression && hasAggregate(expression) && (!term || isZero(term));
    })
  );
}

function isCount(expression: Expression): boolean {
  return expression.kind === 'call' && expression.name === 'COUNT';
}

function isZero(term: RdfTerm): boolean {
  return term.type === 'literal' && term.value.trim() !== '' && Number(term.value) === 0;
}

function reasons({
  query,
  schema,
  inference,
  run: { kb, entity },
}: Evidence['answer']): Pick<Observation, 'because' | 'advice' | 'related'> {
  const missing = [...topicsOf(inference.scopes, schema).values()]
    .filter(({ iri }) => entity(iri)?.exists === false)
    .sort((left, right) => left.term.range.start - right.term.range.start);
  const pages = query.tokens.some(({ type, value }) => type === 'keyword' && value === 'OFFSET');
  const because = [
    missing.length
      ? `${missing.map(({ id }) => id).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not in the KB ${kb.name}.`
      : pages
        ? `Nothing in the KB ${kb.name} matches the whole pattern, or OFFSET passes over all that does.`
        : `Nothing in the KB ${kb.name} matches the whole pattern.`,
    ...(kb.complete ? [] : ['It holds only a part of the facts, so the query may still be right.']),
  ];
  return {
    because: because.join(' '),
    advice: missing.length
      ? 'Look up the id of what is meant, or choose a KB that has it.'
      : 'Ask "Why is it empty?" for the first part of the pattern that nothing matches.',
    ...(missing.length
      ? {
          related: missing.map(({ id, term }) => ({
            range: term.range,
            message: `${id} is not in the KB ${kb.name}`,
          })),
        }
      : {}),
  };
}
