/**
 * npm run cross-validate -- [--sets webqsp,grail,graph,cwq,simple] [--most N]
 *
 * Asks each question through `funfusic eval` with data from the other folds (.cache/folds, by `npm run generate -- train`), with gold
 * answers from the dump. Reports the five folds of each file as one run in .cache/cross-validation. Needs questions (FUNFUSIC_QUESTIONS),
 * a dump (FUNFUSIC_KB) and `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DATA_VARIABLE } from '../server/src/core/language/text/command-variables';
import { foldData } from './ask/fold-data';
import { foldsOf, QUESTION_FILES, rowsOf } from './ask/question-sets';
import { folds } from './folds';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'webqsp,grail,graph,cwq,simple' },
    /** Of each fold of each file. */
    most: { type: 'string', default: '400' },
  },
});
const dump = process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz');
const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions');
const OUT = join('.cache', 'cross-validation');

for (const fold of folds())
  if (!existsSync(join(foldData(fold), 'ranker.json')))
    throw new Error(`There is no ${foldData(fold)}: run npm run generate -- train.`);
const split = foldsOf(folder);
for (const { file, set, read } of QUESTION_FILES.filter((one) => values.sets.split(',').includes(one.set))) {
  const all = join(OUT, file.replace(/\.json$/, ''));
  rmSync(all, { recursive: true, force: true });
  const rows = [...rowsOf(folder, file).entries()].map(([index, row]) => ({ row, ...read(row, index) }));
  const runs = folds().flatMap((fold) => {
    const own = rows.filter((one) => one.sparql && split.of(one) === fold).slice(0, Number(values.most));
    if (!own.length) return [];
    const part = join(all, `fold-${fold}`);
    mkdirSync(part, { recursive: true });
    const questions = join(part, file);
    // Simple questions have no ids of their own.
    const withIds = own.map(({ row, id }) => (set === 'simple' ? { ...row, id } : row));
    writeFileSync(questions, JSON.stringify(withIds));
    const out = join(part, 'run');
    funfusic(['eval', questions, '--kb', dump, '--gold', 'kb', '--model', 'none', '--out', out], fold);
    return [out];
  });
  console.log(`\n${set}: ${file}`);
  funfusic(['report', ...runs, '--out', all]);
}

function funfusic(args: readonly string[], fold?: number): void {
  const env = { ...process.env, ...(fold !== undefined && { [DATA_VARIABLE]: foldData(fold) }) };
  const stdio = ['ignore', fold === undefined ? 'inherit' : 'ignore', 'inherit'] as const;
  const { status } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...args], {
    env,
    stdio: [...stdio],
  });
  if (status !== 0) throw new Error(`funfusic ${args.join(' ')} ended with ${status ?? 'a signal'}.`);
}
