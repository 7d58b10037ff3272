/** Converts a trace to a line of `predictions.jsonl`. */
import type { AskTrace, CandidateQuery } from '../core/ask/ask-events';
import { isChecked } from '../core/repair/checks';
import type { Finding } from '../core/check/verifier';
import type { PredictedAttempt, Prediction } from './prediction';

export function toPrediction(
  id: string,
  trace: AskTrace,
  { isExemplar, retrieved, effects }: Pick<Prediction, 'isExemplar' | 'retrieved' | 'effects'>,
): Prediction {
  const { question, result, strategy, fellBackFrom, rounds, queries, usage, linking, troubles, capped } =
    trace;
  const { kind, level, answers, more, sexpr, confidence, explanation } = result;
  return {
    id,
    question,
    kind,
    ...(level && { level }),
    answers: answers.map(({ value }) => value),
    names: answers.map(({ name }) => name),
    ...(more === true && { more }),
    query: predictedQuery(trace),
    ...(sexpr !== undefined && { sexpr }),
    strategy,
    ...(fellBackFrom && { fellBackFrom }),
    confidence: confidence.value,
    rounds,
    queries,
    usage,
    ...(capped && { capped }),
    ...(isExemplar && { isExemplar }),
    entities: linking.entities.map((entity) => entity.id),
    retrieved,
    attempts: toAttempts(trace),
    ...(effects && { effects }),
    explanation,
    troubles,
  };
}

/** Null if the query does not ask the question: then it is only the closest one. */
function predictedQuery({ result: { kind, level, query } }: AskTrace): string | null {
  const asksQuestion = kind === 'answer' || (kind === 'unanswerable' && level === 'data');
  return (asksQuestion ? query : undefined) ?? null;
}

/** The attempts of the repair loop, or the candidates of other strategies. */
function toAttempts({ repair, considered, result }: AskTrace): readonly PredictedAttempt[] {
  const isChosen = (query: string): boolean => result.kind === 'answer' && query === result.query;
  if (!repair) return considered.map((each) => toAttempt(each, each.checked === true, each.chosen));
  return repair.attempts.map((attempt) => toAttempt(attempt, isChecked(attempt), isChosen(attempt.query)));
}

function toAttempt(
  { query, sexpr, answers, findings }: Pick<CandidateQuery, 'query' | 'sexpr' | 'answers' | 'findings'>,
  checked: boolean,
  chosen: boolean,
): PredictedAttempt {
  return {
    query,
    ...(sexpr !== undefined && { sexpr }),
    ...(answers && { answers }),
    findings: findings.map(toPredictedFinding),
    checked,
    chosen,
  };
}

function toPredictedFinding({ code, rule, strength }: Finding): PredictedAttempt['findings'][number] {
  return { code, ...(rule !== undefined && { rule }), strength };
}
