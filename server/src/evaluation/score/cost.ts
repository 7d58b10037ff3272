/** The cost of all questions. */
import type { Usage } from '../../core/model/language-model';
import { addUsage, NO_USAGE } from '../../core/model/usage';
import type { Prediction, QuestionTimes } from '../prediction';
import type { RunCost } from '../report';

export class CostMeter {
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

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
