/**
 * npm run cross-validate -- [--sets webqsp,grail,graph,cwq,simple] [--most N] [--answerable]
 *
 * Asks each question through `funfusic eval` with data from the other folds (.cache/folds, by `npm run generate -- train`), with gold
 * answers from the dump. Reports the five folds of each file as one run in .cache/cross-validation. Needs questions (FUNFUSIC_QUESTIONS),
 * a dump (FUNFUSIC_KB) and `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import { foldDataFolder } from './ask/fold-data';
import { addGoldAnswers } from './ask/gold-answers';
import { readFolds, QUESTION_FILES, readRows, type GoldQuestion } from './ask/question-sets';
import { folds } from './folds';
import { DUMP, QUESTIONS } from './inputs';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'webqsp,grail,graph,cwq,simple' },
    /** Maximum number of questions per fold and file. */
    most: { type: 'string', default: '400' },
    /** Only questions whose gold query has an answer. */
    answerable: { type: 'boolean', default: false },
  },
});
const OUT = join('.cache', 'cross-validation');

void main();

async function main(): Promise<void> {
  for (const fold of folds())
    if (!existsSync(join(foldDataFolder(fold), 'ranker.json')))
      throw new Error(`There is no ${foldDataFolder(fold)}: run npm run generate -- train.`);
  const split = readFolds(QUESTIONS);
  for (const { file, set, read } of QUESTION_FILES.filter((one) =>
    values.sets.split(',').includes(one.set),
  )) {
    const outFolder = join(OUT, file.replace(/\.json$/, ''));
    rmSync(outFolder, { recursive: true, force: true });
    const all = [...readRows(QUESTIONS, file).entries()].map(([index, row]) => ({
      row,
      ...read(row, index),
    }));
    const rows = values.answerable ? await answerable(all.map((row) => ({ ...row, set, gold: [] }))) : all;
    const runs = folds().flatMap((fold) => {
      const own = rows
        .filter((one) => one.sparql && split.foldOf(one) === fold)
        .slice(0, Number(values.most));
      if (!own.length) return [];
      const foldFolder = join(outFolder, `fold-${fold}`);
      mkdirSync(foldFolder, { recursive: true });
      const questions = join(foldFolder, file);
      // Simple questions have no IDs.
      const withIds = own.map(({ row, id }) => (set === 'simple' ? { ...row, id } : row));
      writeFileSync(questions, JSON.stringify(withIds));
      const out = join(foldFolder, 'run');
      funfusic(['eval', questions, '--kb', DUMP, '--gold', 'kb', '--model', 'none', '--out', out], fold);
      return [out];
    });
    console.log(`\n${set}: ${file}`);
    funfusic(['report', ...runs, '--out', outFolder]);
  }
}

async function answerable<Row extends GoldQuestion>(rows: readonly Row[]): Promise<readonly Row[]> {
  const gold = await addGoldAnswers(rows, DUMP);
  return rows.filter((_, at) => gold[at]?.gold.length);
}

function funfusic(args: readonly string[], fold?: number): void {
  const env = { ...process.env, ...(fold !== undefined && { [DATA_VARIABLE]: foldDataFolder(fold) }) };
  const stdio = ['ignore', fold === undefined ? 'inherit' : 'ignore', 'inherit'] as const;
  const { status } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...args], {
    env,
    stdio: [...stdio],
  });
  if (status !== 0) throw new Error(`funfusic ${args.join(' ')} ended with ${status ?? 'a signal'}.`);
}
