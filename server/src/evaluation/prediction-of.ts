/** Converts a trace to a line of `predictions.jsonl`. */
import type { AskTrace, CandidateQuery } from '../core/ask/ask-events';
import { isChecked } from '../core/repair/checks';
import type { Finding } from '../core/check/verifier';
import type { PredictedAttempt, Prediction } from './prediction';

export function predictionOf(
  id: string,
  trace: AskTrace,
  { retrieved, effects }: Required<Pick<Prediction, 'retrieved' | 'effects'>>,
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
    query: queryIn(trace),
    ...(sexpr !== undefined && { sexpr }),
    strategy,
    ...(fellBackFrom && { fellBackFrom }),
    confidence: confidence.value,
    rounds,
    queries,
    usage,
    ...(capped && { capped }),
    entities: linking.entities.map((entity) => entity.id),
    retrieved,
    attempts: attemptsIn(trace),
    effects,
    explanation,
    troubles,
  };
}

/** The closest query does not ask the question. */
function queryIn({ result: { kind, level, query } }: AskTrace): string | null {
  const asks = kind === 'answer' || (kind === 'unanswerable' && level === 'data');
  return (asks ? query : undefined) ?? null;
}

/** In the order of the repair loop, or of the candidates of other strategies. */
function attemptsIn({ repair, considered, result }: AskTrace): readonly PredictedAttempt[] {
  const isChosen = (query: string): boolean => result.kind === 'answer' && query === result.query;
  if (!repair) return considered.map((each) => attemptOf(each, each.checked === true, each.chosen));
  return repair.attempts.map((attempt) => attemptOf(attempt, isChecked(attempt), isChosen(attempt.query)));
}

function attemptOf(
  { query, sexpr, answers, findings }: Pick<CandidateQuery, 'query' | 'sexpr' | 'answers' | 'findings'>,
  checked: boolean,
  chosen: boolean,
): PredictedAttempt {
  return {
    query,
    ...(sexpr !== undefined && { sexpr }),
    ...(answers && { answers }),
    findings: findings.map(findingOf),
    checked,
    chosen,
  };
}

function findingOf({ code, rule, strength }: Finding): PredictedAttempt['findings'][number] {
  return { code, ...(rule !== undefined && { rule }), strength };
}
