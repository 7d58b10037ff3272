/**
 * npm run measure -- descriptions [--list N] [--set NAME] [--left-out]
 *
 * Measures how many gold queries the templates describe completely, and whether each description mentions every relation and every
 * entity. Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { describeQuery } from '../server/src/core/describe/describe-query';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { goldQueries, modelQueries } from './corpus/questions';
import { readEnglishNames } from './descriptions/names';
import { DUMP, openSchema, optionValue, QUESTIONS, requireInputs } from './inputs';

requireInputs();
const schema = openSchema();
const names = readEnglishNames(DUMP);
const nameOf = (iri: string): string | undefined => names.get(iri);
const all = process.argv.includes('--models') ? modelQueries(QUESTIONS) : goldQueries(QUESTIONS);
const rows = all.filter(({ set }) => set.includes(optionValue('--set') ?? ''));

const bySet = new Map<string, { queries: number; whole: number; named: number }>();
const leftOut = new Map<string, number>();
let slowest = 0;
let total = 0;
const every = Math.max(1, Math.floor(rows.length / Number((optionValue('--list') ?? 0) || rows.length * 2)));
for (const [index, { set, question, query }] of rows.entries()) {
  const model = parseQuery(query, 'virtuoso');
  const began = performance.now();
  const reading = describeQuery(model, schema, nameOf);
  const took = performance.now() - began;
  slowest = Math.max(slowest, took);
  total += took;
  const counts = bySet.get(set) ?? { queries: 0, whole: 0, named: 0 };
  bySet.set(set, counts);
  counts.queries++;
  if (!reading.leftOut.length) counts.whole++;
  if (mentionsAll(query, reading.question)) counts.named++;
  for (const what of reading.leftOut) leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
  const shown = process.argv.includes('--left-out')
    ? reading.leftOut.length > 0
    : optionValue('--list') !== undefined && index % every === 0;
  if (shown) {
    const pattern = query
      .replace(/PREFIX \S* ?<\S+>\s*/g, '')
      .replace(/FILTER \(!? ?isLiteral.*?'en' ?\) ?\)/, '');
    console.log(
      `\n${set}: ${question}\n  → ${reading.question}${reading.leftOut.length ? `  [left out: ${reading.leftOut.join('; ')}]` : ''}`,
    );
    if (process.argv.includes('--queries')) console.log(pattern.replace(/\s+/g, ' '));
  }
}
console.log('\nset                           queries    complete  all entities');
for (const [set, { queries, whole, named }] of bySet)
  console.log(
    `${set.padEnd(30)}${String(queries).padStart(6)}  ${percent(whole, queries)}  ${percent(named, queries)}`,
  );
console.log([...leftOut].sort(([, one], [, other]) => other - one).slice(0, 15));
console.log(`${(total / rows.length).toFixed(3)} ms each, the slowest ${slowest.toFixed(1)} ms`);

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`.padStart(10);
}

/** Whether the description mentions every entity of a triple or VALUES. */
function mentionsAll(query: string, question: string): boolean {
  const pattern = query.replace(/FILTER\s*\(\s*\?\w+\s*!=\s*\S+\s*\)/g, '');
  for (const [, id] of pattern.matchAll(/:(m\.[0-9a-z_]+)/g)) {
    const name = names.get(`http://rdf.freebase.com/ns/${id ?? ''}`) ?? id ?? '';
    if (!question.toLowerCase().includes(name.toLowerCase())) return false;
  }
  return true;
}
