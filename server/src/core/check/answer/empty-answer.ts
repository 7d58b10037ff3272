import { hasAggregate } from '../../language/sparql/query-parts';
import type { QueryModel } from '../../language/sparql/model';
import type { RdfTerm, AnswerRow } from '../../kb/knowledge-base';
import type { Evidence, Observation, Verifier } from '../verifier';
import { rangeOfAnswer } from './answer-columns';
import { topicEntitiesOf } from './topics';

/** The answer is not empty. */
export const emptyAnswer: Verifier<'answer'> = {
  code: 'egf',
  stage: 'answer',
  strength: 'weak',
  severity: 'warning',
  title: 'The answer is empty',
  about:
    'After a run: no rows, rows without a value, or a COUNT of 0. Often one part of the pattern is wrong; sometimes the KB lacks the fact. "Why is it empty?" tells which. Reported as information where the KB is marked as incomplete, as the sample KB is. Not reported for ASK, LIMIT 0, and answers that were cut off or timed out.',
  *verify(evidence) {
    const { query, run } = evidence;
    const range = rangeOfAnswer(query);
    const message = run.incomplete || !range ? undefined : describeEmptiness(evidence);
    if (message === undefined || !range) return;
    yield {
      range,
      rule: 'empty-answer',
      ...(run.kb.complete ? {} : { severity: 'information' as const }),
      message,
      ...explain(evidence),
    };
  },
};

/** Why the answer counts as empty; undefined if it does not. */
function describeEmptiness({ query, run: { answer } }: Evidence['answer']): string | undefined {
  if (answer.kind === 'graph') return answer.triples.length ? undefined : 'Empty answer: no triples';
  if (answer.kind !== 'table' || query.query.limit?.value === 0) return undefined;
  const { rows, columns } = answer;
  if (!rows.length) return 'Empty answer: no rows';
  if (columns.length && rows.every((row) => row.every((term) => term === null)))
    return 'Empty answer: no row has a value';
  const [row] = rows;
  return row && rows.length === 1 && countsNothing(query, row) ? 'Empty answer: the count is 0' : undefined;
}

/** Whether all counts of a row are 0. A sum of 0 may be a real answer. */
function countsNothing({ query }: QueryModel, row: AnswerRow): boolean {
  const { projection, groupBy, star } = query;
  if (groupBy || star || projection.length !== row.length) return false;
  return (
    projection.some(({ expression }) => expression?.kind === 'call' && expression.name === 'COUNT') &&
    projection.every(({ expression }, index) => {
      const term = row[index];
      return expression && hasAggregate(expression) && (!term || isZero(term));
    })
  );
}

function isZero(term: RdfTerm): boolean {
  return term.type === 'literal' && term.value.trim() !== '' && Number(term.value) === 0;
}

function explain({
  query,
  schema,
  inference,
  run: { kb, entity },
}: Evidence['answer']): Pick<Observation, 'because' | 'advice' | 'related'> {
  const missing = [...topicEntitiesOf(inference.scopes, schema).values()]
    .filter(({ iri }) => entity(iri)?.exists === false)
    .sort((left, right) => left.term.range.start - right.term.range.start);
  const hasOffset = query.tokens.some(({ type, value }) => type === 'keyword' && value === 'OFFSET');
  const because = [
    missing.length
      ? `${missing.map(({ id }) => id).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not in the KB ${kb.name}.`
      : hasOffset
        ? `Nothing in the KB ${kb.name} matches the whole pattern, or OFFSET skips all matches.`
        : `Nothing in the KB ${kb.name} matches the whole pattern.`,
    ...(kb.complete ? [] : ['The KB is incomplete, so the query may still be correct.']),
  ];
  return {
    because: because.join(' '),
    advice: missing.length
      ? `Look up the ID of the entity, or choose a KB that has it.`
      : 'Use "Why is it empty?" to find the first part that matches nothing.',
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
