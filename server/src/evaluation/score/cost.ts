/** The cost of all questions. */
import { addUsage, NO_USAGE } from '../../core/model/usage';
import type { Prediction, QuestionTimes } from '../prediction';
import type { RunCost } from '../report';

export function sumCost(predictions: readonly Prediction[], times: readonly QuestionTimes[]): RunCost {
  const usage = predictions.map((one) => one.usage).reduce(addUsage, NO_USAGE);
  return {
    calls: usage.calls,
    inputTokens: usage.tokens.input,
    outputTokens: usage.tokens.output,
    ...(usage.money !== undefined && { money: usage.money }),
    queries: sum(predictions.map(({ queries }) => queries)),
    ...(times.length && { milliseconds: sumTimes(times) }),
  };
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

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
