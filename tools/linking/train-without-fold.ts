/**
 * Trains linking weights without the questions of a fold. Training takes a minute, so the weights are cached until their input
 * changes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { NameTable } from '../../server/src/core/question/linking/name-table';
import type { LinkingWeights } from '../../server/src/core/question/linking/rank-entities';
import { readFolds } from '../ask/question-sets';
import { readLinkingQuestions, type LinkingQuestion } from './questions';
import { trainLinking } from './train';

const CACHE = join('.cache', 'linking');
const SETS = ['webqsp', 'more', 'simple', 'grail', 'graph', 'cwq'];

export function readTrainingQuestions(folder: string): readonly LinkingQuestion[] {
  return SETS.flatMap((set) => readLinkingQuestions(folder, set));
}

export function trainWithoutFold(
  fold: number,
  folder: string,
  table: NameTable,
  schema: KbSchema,
): LinkingWeights {
  const folds = readFolds(folder);
  const questions = readTrainingQuestions(folder).filter((one) => folds.foldOf(one) !== fold);
  const file = join(CACHE, `${cacheKey(questions, table)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LinkingWeights;
  const weights = trainLinking(questions, table, schema);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify(weights));
  return weights;
}

/** Hashes the questions, the names, and the code that computes features. */
function cacheKey(questions: readonly LinkingQuestion[], table: NameTable): string {
  const sum = createHash('sha1').update(JSON.stringify(questions)).update(`${table.entities} ${table.names}`);
  for (const folder of [join('server', 'src', 'core', 'question', 'linking'), join('tools', 'linking')])
    for (const name of readdirSync(folder).sort())
      if (name.endsWith('.ts')) sum.update(readFileSync(join(folder, name)));
  return sum.digest('hex');
}
