/** The files in which the replies of a model are kept. */
import { openSync, readFileSync, statSync } from 'node:fs';
import type { LanguageModel } from '../core/model/language-model';
import { replayed } from '../core/model/replayed';
import { UsageError } from './arguments';
import { printError } from './complain';

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
