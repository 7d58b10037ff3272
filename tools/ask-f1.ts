/**
 * node esbuild.mjs --run tools/ask-f1.ts [--fold K] [--sets webqsp,grail] [--sample N] [--show-failures]
 *
 * Asks the questions of a fold through the product (linking, strategy, checks, decision) on the real engine, in this thread, with what
 * the other folds have taught: `npm run train -- --fold K` must have been run before.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask } from '../server/src/core/ask/ask';
import { readRanker } from '../server/src/core/ask/rank/ranker';
import { EntityDirectory } from '../server/src/core/run/entity-directory';
import { defaultSettings } from '../server/src/settings';
import { askOptionsOf } from '../server/src/work-options';
import { mean, rankerWithout } from './asks/course';
import { withGold } from './asks/gold';
import { HeldOut } from './asks/held-out';
import { f1Of } from './asks/lessons';
import { TODAY } from './asks/linker';
import { foldsOf, readQuestions } from './asks/question-sets';
import { dumpKb } from './store-kb';

const { values } = parseArgs({
  options: {
    fold: { type: 'string', default: '0' },
    sets: { type: 'string', default: 'webqsp,grail,graph,cwq,models,more,simple' },
    sample: { type: 'string', default: '100' },
    'show-failures': { type: 'boolean', default: false },
  },
});
const dump = process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz');
const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions');

void main();

async function main(): Promise<void> {
  const file = rankerWithout(values.fold);
  if (!existsSync(file)) throw new Error(`There is no ${file}: run npm run train -- --fold ${values.fold}.`);
  const { schema, linker, retriever } = (await HeldOut.open(folder, dump)).without(Number(values.fold));
  const kb = dumpKb(dump, 'mini-freebase');
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const ports = {
    schema,
    kb: { kb, directory },
    linker,
    retriever,
    ranker: readRanker(readFileSync(file, 'utf8')),
    now: () => performance.now(),
    date: () => TODAY.toISOString(),
    onDefect: (where: string, error: unknown) => {
      console.error(where, error);
    },
  };
  const options = askOptionsOf(defaultSettings);
  const folds = foldsOf(folder);
  const all = (await withGold(readQuestions(folder), dump)).filter(
    (one) => folds.of(one) === Number(values.fold),
  );
  for (const set of values.sets.split(',')) {
    const tallies = new Map<
      boolean,
      { f1: number; before: number; refused: number; ms: number; queries: number }[]
    >();
    for (const answerable of [true, false]) {
      const some = all
        .filter((one) => one.set === set && one.gold.length > 0 === answerable)
        .slice(0, Number(values.sample));
      for (const { question, gold } of some) {
        const began = performance.now();
        const asking = ask({ question }, ports, options, new AbortController().signal);
        let next = await asking.next();
        while (!next.done) next = await asking.next();
        const { result, queries, considered } = next.value;
        const answers = result.answers.map(({ value }) => value);
        const f1 = f1Of(answers, new Set(gold));
        const before = f1Of(considered[0]?.answers ?? [], new Set(gold));
        const list = tallies.get(answerable) ?? [];
        list.push({
          f1,
          before,
          refused: result.kind === 'answer' ? 0 : 1,
          ms: performance.now() - began,
          queries,
        });
        tallies.set(answerable, list);
        if (values['show-failures'] && answerable && f1 < 0.5)
          console.log(
            `${f1.toFixed(2)} ${question}\n   ${result.kind} ${result.confidence.value} ${considered[0]?.path ?? ''}\n   ${result.query?.replace(/\s+/g, ' ') ?? ''}`,
          );
      }
    }
    for (const [answerable, list] of tallies) {
      const times = list.map(({ ms }) => ms).sort((left, right) => left - right);
      const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
      console.log(
        `${set}${answerable ? '' : ', empty'}: n ${list.length}  F1 ${share(list.map(({ f1 }) => f1))}, before refusing ${share(list.map(({ before }) => before))}  refused ${share(list.map(({ refused }) => refused))} %  ${at(0.5)} ms, 95 %: ${at(0.95)} ms, ${mean(list.map(({ queries }) => queries)).toFixed(0)} queries`,
      );
    }
  }
}

function share(numbers: readonly number[]): string {
  return (100 * mean(numbers)).toFixed(1);
}
