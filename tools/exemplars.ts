/**
 * npm run measure -- exemplars
 *
 * Measures how often one of the retrieved exemplars has the same steps as the gold query. Each question of webqsp-train-answered.json is
 * asked against all others. Needs questions (FUNFUSIC_QUESTIONS).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createExemplars } from '../server/src/core/question/exemplars';
import { readExemplarFile } from '../server/src/core/model/prompts/exemplar-file';
import { SeededRandom } from '../server/src/evaluation/seeded-random';

const folder = process.env['FUNFUSIC_QUESTIONS'];
if (folder === undefined) throw new Error('Set FUNFUSIC_QUESTIONS to a folder of questions.');
const file = process.argv[2] ?? 'webqsp-train-answered.json';
const SHOWN = 5;

const pairs = readExemplarFile(readFileSync(join(folder, file), 'utf8')).exemplars.flatMap(
  ({ question, query }) => (query === null ? [] : [{ question, query }]),
);
const relations = (query: string): string =>
  [...new Set(query.match(/\b[a-z_0-9]+\.[a-z_0-9]+\.[a-z_0-9.]+\b/g) ?? [])]
    .filter((name) => !name.includes('freebase.com') && !name.startsWith('www.'))
    .sort()
    .join(' ');
const began = performance.now();
const exemplars = createExemplars(() => pairs);
exemplars.nearest('warm up', 1);
const ready = performance.now();
let hits = 0;
let randomHits = 0;
const random = new SeededRandom(1);
for (const { question, query } of pairs) {
  const goldRelations = relations(query);
  const nearest = exemplars.nearest(question, SHOWN, { except: question });
  if (nearest.some((pair) => relations(pair.query ?? '') === goldRelations)) hits++;
  const others = Array.from({ length: SHOWN }, () => random.pick(pairs));
  if (others.some((pair) => pair.question !== question && relations(pair.query) === goldRelations))
    randomHits++;
}
const share = (count: number): string => `${((100 * count) / pairs.length).toFixed(1)} %`;
console.log(
  `${pairs.length} questions; one of ${SHOWN} has the same relations: nearest ${share(hits)}, random ${share(randomHits)}`,
);
console.log(
  `${Math.round(ready - began)} ms to open, ${((performance.now() - ready) / pairs.length).toFixed(1)} ms per question`,
);
