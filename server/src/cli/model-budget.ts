/** The most that a command may spend on its model. */
import type { Budget } from '../core/model/budget';
import { UsageError } from './arguments';

const NO_LIMITS: Budget = { calls: 0, tokens: 0, money: 0 };

/** Of --budget: what it does not name has no limit. */
export function budgetOf(written: string | undefined): Budget {
  if (written === undefined) return NO_LIMITS;
  const limits: Partial<Record<keyof Budget, number>> = {};
  for (const part of written.split(',')) {
    const [, what, amount] = /^\s*(calls|tokens|money)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (what === undefined || !(Number(amount) > 0))
      throw new UsageError(
        `--budget is "${written}"; it can be calls=COUNT, tokens=COUNT and money=AMOUNT, above 0, separated by commas.`,
      );
    limits[what as keyof Budget] = Number(amount);
  }
  return { ...NO_LIMITS, ...limits };
}
