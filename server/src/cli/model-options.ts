/** The files in which the replies of a model are kept. */
import { openSync, readFileSync, statSync } from 'node:fs';
import type { LanguageModel } from '../core/model/language-model';
import { replayed } from '../core/model/record';
import { UsageError } from './arguments';
import { printError } from './terminal';
import type { Budget } from '../core/model/budget';

/** Replies have cost something: a record that is there is not written over. */
export function openRecord(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new UsageError(
      `--record: ${path} exists already. Name another file, or delete this one. To take replies from it, use --replay.`,
    );
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new UsageError(
      `--record: ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

export function openReplay(path: string): LanguageModel {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `--replay: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const model = replayed(text.split(/\r?\n/));
  for (const problem of model.problems) printError(`${path}: ${problem}`);
  if (!model.isRecord) throw new UsageError(`--replay: ${path} is not a record that can be replayed.`);
  return model;
}

/** The most that a command may spend on its model. */
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
