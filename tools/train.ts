/**
 * npm run train -- [--sample N] [--fold K] [--out FILE]
 *
 * Learns server/data/ranker.json anew: which form answers which question, and how sure that is. Tells what `npm run asks` tells. Takes the questions
 * (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB). Deterministic: the same files give the same weights. With --fold, a second file
 * is written that does not know the questions of that fold, for tools/ask-f1.ts.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeRanker } from '../server/src/core/ask/rank/ranker';
import { SCHOOLING, train, trainSure } from '../server/src/core/ask/rank/train';
import { byHeartOf, casesOf, examplesOf, rankerWithout, takeCourse } from './asks/course';
import { report } from './asks/report';
import { SETS } from './asks/question-sets';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '220' },
    fold: { type: 'string' },
    out: { type: 'string', default: join('server', 'data', 'ranker.json') },
  },
});
const questions = process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions');
const dump = process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz');

void main();

async function main(): Promise<void> {
  if (!existsSync(questions) || !existsSync(dump))
    throw new Error(
      `Training takes a folder of questions (${questions}) and a dump of the KB (${dump}); set FUNFUSIC_QUESTIONS and FUNFUSIC_KB to where they are.`,
    );
  const began = performance.now();
  const { lessons, names, believed, judged, sure } = await takeCourse({
    questions,
    dump,
    sets: SETS,
    sample: Number(values.sample),
    tell: (message) => console.error(`${((performance.now() - began) / 1000).toFixed(0)} s: ${message}`),
  });
  for (const line of report(judged, sure)) console.log(line);
  write(values.out, undefined);
  if (values.fold !== undefined) write(rankerWithout(values.fold), Number(values.fold));

  function write(file: string, left: number | undefined): void {
    const kept = lessons.filter(({ fold }) => fold !== left);
    const weights = train(examplesOf(kept), believed, SCHOOLING, byHeartOf(names));
    const telling = names.map((name, at) => [name, weights[at] ?? 0] as const).filter(([, weight]) => weight);
    const cases = casesOf(judged.filter(({ lesson }) => lesson.fold !== left));
    const text = writeRanker(telling, trainSure(cases));
    writeFileSync(file, text);
    console.error(`${file}: ${telling.length} weights, ${(text.length / 1024).toFixed(0)} KB`);
  }
}
