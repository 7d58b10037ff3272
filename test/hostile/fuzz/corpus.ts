/** Saved inputs of a target, one JSON object per line. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SavedInput {
  /** The message of the defect that the input once caused. */
  readonly broke?: string;
  readonly input: string;
}

export function readCorpus(folder: string, target: string): readonly SavedInput[] {
  const file = fileOf(folder, target);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SavedInput);
}

export function addToCorpus(folder: string, target: string, inputs: readonly SavedInput[]): void {
  if (inputs.length)
    appendFileSync(fileOf(folder, target), inputs.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

function fileOf(folder: string, target: string): string {
  return join(folder, `${target}.jsonl`);
}
