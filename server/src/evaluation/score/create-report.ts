/** Creates the report of a run. Deterministic, except for times. */
import type { KbSchema } from '../../core/schema/schema';
import type { Answerability, EvalQuestion } from '../eval-question';
import type { Predictions, QuestionTimes, Prediction } from '../prediction';
import {
  PREDICTED_OUTCOMES,
  REPORT_FORMAT,
  REPORT_VERSION,
  type ConfusionMatrix,
  type Report,
  type RunFacts,
  type RunCost,
  type ScoredQuestion,
} from '../report';
import { sum } from './bootstrap';
import { calibrationOf } from './calibration';
import { scoreGroups, computeScores } from './groupings';
import { RoundMeter, VerifierMeter } from './judge-attempts';
import { RecallMeter } from './recall';
import { parseGold, scoreWithParsedGold } from './score-question';
import type { Usage } from '../../core/model/language-model';
import { addUsage, NO_USAGE } from '../../core/model/usage';

/** Reads each prediction once and drops it again, because the predictions of a large run do not fit into memory. */
export function createReport(
  questions: readonly EvalQuestion[],
  predictions: Predictions,
  times: readonly QuestionTimes[],
  facts: RunFacts,
  schema: KbSchema,
): Report {
  const recall = new RecallMeter(schema);
  const verifiers = new VerifierMeter(schema);
  const rounds = new RoundMeter(schema);
  const cost = new CostMeter();
  const scored = questions.map((question) => {
    const prediction = predictions.get(question.id);
    const parses = parseGold(question.gold, schema);
    const one = scoreWithParsedGold(question, prediction, schema, parses);
    if (prediction) {
      recall.add({ gold: question.gold, prediction, parses });
      verifiers.add(question, prediction);
      rounds.add(question, prediction, one.scores.f1R);
      cost.add(prediction);
    }
    return one;
  });
  const done = scored.filter(({ verdict }) => verdict !== 'missing');
  const calibration = calibrationOf(
    done.flatMap(({ said, confidence, scores: { f1R } }) =>
      said === 'answer' && f1R !== undefined ? [{ confidence, f1R }] : [],
    ),
  );
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    run: facts,
    scores: computeScores(done, facts.seed),
    groups: scoreGroups(done, facts.seed),
    confusion: countOutcomes(done),
    retrieval: recall.curves(),
    verifiers: verifiers.scores(),
    rounds: rounds.scores(facts.seed),
    risk: riskCurve(done),
    ...(calibration && { calibration }),
    cost: cost.total(times.filter(({ id }) => predictions.has(id))),
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

/** The cost of all questions. */
class CostMeter {
  private usage: Usage = NO_USAGE;
  private queries = 0;

  add({ usage, queries }: Prediction): void {
    this.usage = addUsage(this.usage, usage);
    this.queries += queries;
  }

  total(times: readonly QuestionTimes[]): RunCost {
    const { calls, tokens, money } = this.usage;
    return {
      calls,
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      ...(money !== undefined && { money }),
      queries: this.queries,
      ...(times.length && { milliseconds: sumTimes(times) }),
    };
  }
}

function sumTimes(times: readonly QuestionTimes[]): NonNullable<RunCost['milliseconds']> {
  const each = times.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (share: number): number => each[Math.ceil(share * each.length) - 1] ?? 0;
  return {
    median: at(0.5),
    p95: at(0.95),
    total: sum(each),
    kb: sum(times.map(({ kbMilliseconds }) => kbMilliseconds)),
    model: sum(times.map(({ modelMilliseconds }) => modelMilliseconds)),
  };
}
