/** The inputs and command-line helpers that the tools share. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadBundledSchema } from '../server/src/adapters/bundled-schema';
import type { KbSchema } from '../server/src/core/schema/schema';
import { hasQuestions } from './corpus/questions';

/** A folder of published questions. */
export const QUESTIONS = process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions');
/** A dump of facts in gzipped N-Triples. */
export const DUMP = process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz');
export const WORD_VECTORS = join('server', 'data', 'words.vec');

export function openSchema(): KbSchema {
  return loadBundledSchema(join('server', 'data', 'freebase.schema'));
}

/** Exits if the questions are missing, or the dump if it is needed. */
export function requireInputs({ dump = false } = {}): void {
  if (hasQuestions(QUESTIONS) && (!dump || existsSync(DUMP))) return;
  console.error(`No questions in ${QUESTIONS}${dump ? `, or no KB at ${DUMP}` : ''}: nothing measured.`);
  process.exit(2);
}

export function optionValue(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

export function formatShare(part: number, whole: number, digits = 1): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(digits)} %`;
}
