/**
 * Weights of linking that do not know the questions of a fold. Learning them takes a minute: they are kept as long as nothing changes
 * that they come from.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { NameTable } from '../../server/src/core/question/linking/name-table';
import type { LinkingWeights } from '../../server/src/core/question/linking/rank-entities';
import { foldsOf } from '../ask/question-sets';
import { linkingQuestions, type LinkingQuestion } from './questions';
import { train } from './train';

const CACHE = join('.cache', 'linking');
const SETS = ['webqsp', 'more', 'simple', 'grail', 'graph', 'cwq'];

/** All that linking learns from. */
export function lessonsOfLinking(folder: string): readonly LinkingQuestion[] {
  return SETS.flatMap((set) => linkingQuestions(folder, set));
}

export function learntWithout(
  fold: number,
  folder: string,
  table: NameTable,
  schema: KbSchema,
): LinkingWeights {
  const folds = foldsOf(folder);
  const known = lessonsOfLinking(folder).filter((one) => folds.of(one) !== fold);
  const file = join(CACHE, `${sumOf(known, table)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LinkingWeights;
  const learnt = train(known, table, schema);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify(learnt));
  return learnt;
}

/** Of the questions, of the names, and of the code that makes features of them. */
function sumOf(questions: readonly LinkingQuestion[], table: NameTable): string {
  const sum = createHash('sha1').update(JSON.stringify(questions)).update(`${table.entities} ${table.names}`);
  for (const folder of [join('server', 'src', 'core', 'question', 'linking'), join('tools', 'linking')])
    for (const name of readdirSync(folder).sort())
      if (name.endsWith('.ts')) sum.update(readFileSync(join(folder, name)));
  return sum.digest('hex');
}
