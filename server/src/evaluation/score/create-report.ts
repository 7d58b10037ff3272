/** Creates the report of a run. Deterministic, except for times. */
import type { KbSchema } from '../../core/schema/schema';
import type { Answerability, EvalQuestion } from '../eval-question';
import type { Prediction, QuestionTimes } from '../prediction';
import {
  PREDICTED_OUTCOMES,
  REPORT_FORMAT,
  REPORT_VERSION,
  type ConfusionMatrix,
  type Report,
  type RunFacts,
  type ScoredQuestion,
} from '../report';
import { calibrationOf } from './calibration';
import { sumCost } from './cost';
import { scoreGroups, computeScores } from './groupings';
import { roundScores, verifierScores } from './judge-attempts';
import { recallCurves } from './recall';
import { parseGold, scoreWithParsedGold } from './score-question';

export function createReport(
  questions: readonly EvalQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
  times: readonly QuestionTimes[],
  facts: RunFacts,
  schema: KbSchema,
): Report {
  const all = questions.map((question) => {
    const prediction = predictions.get(question.id);
    const parses = parseGold(question.gold, schema);
    return {
      question,
      prediction,
      parses,
      scored: scoreWithParsedGold(question, prediction, schema, parses),
    };
  });
  const asked = all.flatMap(({ question, prediction, parses, scored }) =>
    prediction ? [{ question, gold: question.gold, prediction, parses, f1R: scored.scores.f1R }] : [],
  );
  const scored = all.map((one) => one.scored);
  const done = scored.filter(({ verdict }) => verdict !== 'missing');
  const calibration = calibrationOf(done);
  const known = new Set(asked.map(({ prediction }) => prediction.id));
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    run: facts,
    scores: computeScores(done, facts.seed),
    groups: scoreGroups(done, facts.seed),
    confusion: countOutcomes(done),
    retrieval: recallCurves(asked, schema),
    verifiers: verifierScores(asked, schema),
    rounds: roundScores(asked, facts.seed, schema),
    risk: riskCurve(done),
    ...(calibration && { calibration }),
    cost: sumCost(
      asked.map(({ prediction }) => prediction),
      times.filter(({ id }) => known.has(id)),
    ),
    questions: scored,
  };
}

const ANSWERABILITY: readonly Answerability[] = ['answerable', 'schema', 'data', 'unanswerable'];

/** Counts predictions by gold answerability. */
function countOutcomes(questions: readonly ScoredQuestion[]): ConfusionMatrix {
  return {
    rows: ANSWERABILITY,
    columns: PREDICTED_OUTCOMES,
    counts: ANSWERABILITY.map((expected) =>
      PREDICTED_OUTCOMES.map(
        (predicted) =>
          questions.filter((one) => one.groups.answerability === expected && one.said === predicted).length,
      ),
    ),
  };
}

/** Limits the points of a plot. */
const MAX_POINTS = 200;

/** Risk by coverage: the error rate of answers above a confidence. */
function riskCurve(questions: readonly ScoredQuestion[]): Report['risk'] {
  const judged = questions.filter(({ scores }) => scores.f1R !== undefined);
  const answered = judged
    .filter(({ said }) => said === 'answer')
    .sort((one, other) => other.confidence - one.confidence);
  const points: Report['risk'][number][] = [];
  let lost = 0;
  for (const [index, { confidence, scores }] of answered.entries()) {
    lost += 1 - (scores.f1R ?? 0);
    // Answers with the same confidence form one point.
    if (answered[index + 1]?.confidence === confidence) continue;
    points.push({ confidence, coverage: (index + 1) / judged.length, risk: lost / (index + 1) });
  }
  const every = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, index) => index % every === 0 || index === points.length - 1);
}
