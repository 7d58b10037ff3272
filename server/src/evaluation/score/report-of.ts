/** Scores predictions. Deterministic, except for times. */
import type { KbSchema } from '../../core/schema/schema';
import type { EvalQuestion } from '../eval-question';
import type { Prediction, Times } from '../prediction';
import { REPORT_FORMAT, REPORT_VERSION, type Report, type RunFacts } from '../report';
import { confusionOf } from './confusion';
import { costOf } from './cost';
import { groupingsOf, scoresOver } from './groupings';
import { roundScores, verifierScores } from './judge-attempts';
import { recallCurves } from './recall';
import { riskCurve } from './risk';
import { parsedGold, scoreWith } from './score-question';

export function reportOf(
  questions: readonly EvalQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
  times: readonly Times[],
  facts: RunFacts,
  schema: KbSchema,
): Report {
  const all = questions.map((question) => {
    const prediction = predictions.get(question.id);
    const readings = parsedGold(question.gold, schema);
    return { question, prediction, readings, scored: scoreWith(question, prediction, schema, readings) };
  });
  const asked = all.flatMap(({ question, prediction, readings, scored }) =>
    prediction ? [{ question, gold: question.gold, prediction, readings, f1R: scored.scores.f1R }] : [],
  );
  const scored = all.map((one) => one.scored);
  const done = scored.filter(({ verdict }) => verdict !== 'missing');
  const known = new Set(asked.map(({ prediction }) => prediction.id));
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    run: facts,
    scores: scoresOver(done, facts.seed),
    groups: groupingsOf(done, facts.seed),
    confusion: confusionOf(done),
    retrieval: recallCurves(asked, schema),
    verifiers: verifierScores(asked, schema),
    rounds: roundScores(asked, facts.seed, schema),
    risk: riskCurve(done),
    cost: costOf(
      asked.map(({ prediction }) => prediction),
      times.filter(({ id }) => known.has(id)),
    ),
    questions: scored,
  };
}
