/**
 * node esbuild.mjs --run tools/ask-f1.ts --ranker FILE --fold K [--sets webqsp,grail] [--sample N] [--show-failures]
 *
 * Asks through the product (linking, strategy, checks, decision) on the real engine, in this thread, with weights that
 * `npm run train -- --fold K --fold-out FILE` has learnt without the questions of that fold.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBundledSchema } from '../server/src/adapters/bundled-schema';
import { askOptionsOf } from '../server/src/work-options';
import { ask } from '../server/src/core/ask/ask';
import { readRanker } from '../server/src/core/ask/rank/ranker';
import { schemaRetriever } from '../server/src/core/retrieve/schema-retriever';
import { readWordVectors } from '../server/src/core/retrieve/word-vectors';
import { EntityDirectory } from '../server/src/core/run/entity-directory';
import { defaultSettings } from '../server/src/settings';
import { mean } from './asks/course';
import { withGold } from './asks/gold';
import { f1Of } from './asks/lessons';
import { linkerOf } from './asks/linker';
import { foldOf, readQuestions } from './asks/question-sets';
import { dumpKb } from './store-kb';

const { values } = parseArgs({
  options: {
    ranker: { type: 'string', default: join('server', 'data', 'ranker.json') },
    fold: { type: 'string' },
    sets: { type: 'string', default: 'webqsp,grail,graph,cwq,models,more' },
    sample: { type: 'string', default: '100' },
    'show-failures': { type: 'boolean', default: false },
  },
});
const dump = process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz');
const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions');

void main();

async function main(): Promise<void> {
  const schema = loadBundledSchema(join('server', 'data', 'freebase.schema'));
  const kb = dumpKb(dump, 'mini-freebase');
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const ports = {
    schema,
    kb: { kb, directory },
    linker: await linkerOf(dump, schema),
    retriever: schemaRetriever(schema, readWordVectors(readFileSync(join('server', 'data', 'words.vec')))),
    ranker: readRanker(readFileSync(values.ranker, 'utf8')),
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    onDefect: (where: string, error: unknown) => {
      console.error(where, error);
    },
  };
  const options = askOptionsOf(defaultSettings);
  const all = (await withGold(readQuestions(folder), dump)).filter(
    ({ question }) => values.fold === undefined || foldOf(question, 5) === Number(values.fold),
  );
  for (const set of values.sets.split(',')) {
    const tallies = new Map<boolean, { f1: number; refused: number; ms: number; queries: number }[]>();
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
        const list = tallies.get(answerable) ?? [];
        list.push({ f1, refused: result.kind === 'answer' ? 0 : 1, ms: performance.now() - began, queries });
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
        `${set}${answerable ? '' : ', empty'}: n ${list.length}  F1 ${(100 * mean(list.map(({ f1 }) => f1))).toFixed(1)}  refused ${(100 * mean(list.map(({ refused }) => refused))).toFixed(1)} %  ${at(0.5)} ms, 95 %: ${at(0.95)} ms, ${mean(list.map(({ queries }) => queries)).toFixed(0)} queries`,
      );
    }
  }
}
