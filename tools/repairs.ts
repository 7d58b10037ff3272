/**
 * npm run repairs -- [--sample N] [--pairs N] [--only KIND,KIND] [--list KIND] [--seed N] [--sets A,B] [--models]
 *
 * Measures repair without a model. Gold queries with answers in the dump are damaged in one place or in two, and repaired with the
 * question known: how many give the gold answers again? Also on undamaged gold, which should not change, and with --models on empty
 * queries by models. Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB); by default those in ../shared.
 */
import { parseArgs } from 'node:util';
import { openKnowledgeBase } from '../server/src/compose/index';
import type { KnowledgeBase } from '../server/src/core/kb/knowledge-base';
import { DAMAGES } from './corpus/damages';
import { goldQueries, modelQueries } from './corpus/questions';
import {
  answersOf,
  createRepairSession,
  f1,
  measureRepairs,
  repairOnce,
  type RepairSession,
  type RepairOutcome,
} from './corpus/repair-rate';
import { SeededRandom } from '../server/src/evaluation/seeded-random';
import { DUMP, formatShare, openSchema, QUESTIONS, requireInputs } from './inputs';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    pairs: { type: 'string', default: '2' },
    only: { type: 'string' },
    list: { type: 'string' },
    seed: { type: 'string', default: '20240901' },
    sets: {
      type: 'string',
      default: 'webqsp-train-answered,grailqability-dev,graphqability-dev,complexwebquestions-val',
    },
    measureModels: { type: 'boolean', default: false },
  },
});

void main();

async function main(): Promise<void> {
  requireInputs({ dump: true });
  const kb = await openDump();
  const bench = createRepairSession(kb, openSchema());
  if (values.measureModels) await models(bench);
  else await measureDamages(bench);
  await kb.close();
}

async function openDump(): Promise<KnowledgeBase> {
  const kb = openKnowledgeBase(
    'mini-Freebase',
    { file: DUMP },
    { folder: process.cwd(), secretOf: () => Promise.resolve(undefined) },
  );
  if ('problem' in kb) throw new Error(kb.problem);
  await kb.prepare?.(() => undefined, new AbortController().signal);
  return kb;
}

async function measureDamages(bench: RepairSession): Promise<void> {
  const random = new SeededRandom(Number(values.seed));
  const sets = values.sets.split(',');
  const gold = drawSample(
    goldQueries(QUESTIONS).filter(({ set }) => sets.includes(set)),
    Number(values.sample),
    random,
  );
  const {
    gold: used,
    harmless,
    repairs,
    untouched,
  } = await measureRepairs(bench, gold, random, {
    pairs: Number(values.pairs),
    only: values.only?.split(','),
    seen: (one) => {
      const kind = one.kinds.length ? one.kinds.join(' + ') : 'gold';
      if (values.list !== undefined && kind.startsWith(values.list) && one.after < 1) print(one);
    },
  });
  console.log(
    `${used} gold queries with answers, of ${gold.length} drawn; ${harmless} damages changed no answer and are not counted`,
  );
  console.log(
    formatRow('', 'n', 'equal before', 'equal after', 'F1 before', 'F1 after', 'p50 ms', 'p95 ms', 'queries'),
  );
  for (const kind of DAMAGES)
    printRow(
      kind,
      repairs.filter(({ kinds }) => kinds.length === 1 && kinds[0] === kind),
    );
  printRow(
    'ONE',
    repairs.filter(({ kinds }) => kinds.length === 1),
  );
  for (const kind of DAMAGES)
    printRow(
      `two, with ${kind}`,
      repairs.filter(({ kinds }) => kinds.length === 2 && kinds.includes(kind)),
    );
  printRow(
    'TWO',
    repairs.filter(({ kinds }) => kinds.length === 2),
  );
  for (const set of sets) {
    const of = (count: number): readonly RepairOutcome[] =>
      repairs.filter(({ gold: one, kinds }) => one.set === set && kinds.length === count);
    printRow(`one, ${set}`, of(1));
    printRow(`two, ${set}`, of(2));
  }
  printRow('gold itself', untouched);
  const same = untouched.filter(({ changes }) => !changes.length).length;
  console.log(`gold queries left as they are: ${same} of ${untouched.length}`);
}

async function models(bench: RepairSession): Promise<void> {
  const random = new SeededRandom(Number(values.seed));
  const goldOf = new Map(modelQueries(QUESTIONS).map((one) => [one.id, one]));
  const empty = [...goldOf.values()].filter(({ verdict }) => verdict === 'empty');
  const all: RepairOutcome[] = [];
  let sampledRows = 0;
  let emptyHere = 0;
  for (const one of drawSample(empty, Number(values.sample), random)) {
    sampledRows++;
    const right = await answersOf(bench.kb, one.gold);
    if (!right?.size) continue;
    const given = await answersOf(bench.kb, one.query, 'all');
    if (!given?.size) emptyHere++;
    const done = await repairOnce(bench, one.query, one.question);
    const answers = await answersOf(bench.kb, done.query, 'all');
    all.push({
      gold: one,
      kinds: [],
      what: answers?.size ? 'answers' : '',
      input: one.query,
      before: f1(right, given),
      after: f1(right, answers),
      ...done,
    });
    const last = all[all.length - 1];
    if (values.list !== undefined && last && last.after === 0) print(last);
  }
  const count = (test: (one: RepairOutcome) => boolean): string =>
    formatShare(all.filter(test).length, all.length);
  console.log(
    `${all.length} rows marked empty whose gold query has answers here, of ${sampledRows} drawn of ${empty.length}; ${emptyHere} of them are empty here too`,
  );
  console.log(`become non-empty: ${count(({ what }) => what !== '')}`);
  console.log(
    `share an answer with gold: ${count(({ before }) => before > 0)} before, ${count(({ after }) => after > 0)} after`,
  );
  console.log(
    `equal to gold: ${count(({ before }) => before === 1)} before, ${count(({ after }) => after === 1)} after`,
  );
  printRow('all', all);
}

function drawSample<Item>(items: readonly Item[], most: number, random: SeededRandom): readonly Item[] {
  const left = [...items];
  const taken: Item[] = [];
  while (left.length && taken.length < most) taken.push(...left.splice(random.below(left.length), 1));
  return taken;
}

function printRow(name: string, repairs: readonly RepairOutcome[]): void {
  if (!repairs.length) return;
  const equal = (key: 'before' | 'after'): string =>
    formatShare(repairs.filter((one) => one[key] === 1).length, repairs.length);
  const mean = (key: 'before' | 'after'): string =>
    (repairs.reduce((sum, one) => sum + one[key], 0) / repairs.length).toFixed(3);
  const at = (part: number, key: 'milliseconds' | 'queries'): string => {
    const sorted = repairs.map((one) => one[key]).sort((left, right) => left - right);
    return (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(0);
  };
  console.log(
    formatRow(
      name,
      String(repairs.length),
      equal('before'),
      equal('after'),
      mean('before'),
      mean('after'),
      at(0.5, 'milliseconds'),
      at(0.95, 'milliseconds'),
      at(0.5, 'queries'),
    ),
  );
}

function formatRow(name: string, ...cells: readonly string[]): string {
  return name.padEnd(40) + cells.map((cell) => cell.padStart(13)).join('');
}

function print({
  gold,
  kinds,
  what,
  input: given,
  query,
  changes,
  before,
  after,
  milliseconds,
}: RepairOutcome): void {
  console.log(`\n- ${gold.id} ${gold.question}  [${kinds.join(' + ')}] ${what}`);
  console.log(`  gold     ${compactQuery(gold.query)}`);
  if (given !== gold.query) console.log(`  given    ${compactQuery(given)}`);
  console.log(`  repaired ${compactQuery(query)}`);
  console.log(
    `  ${changes.join('; ')} (F1 ${before.toFixed(2)} → ${after.toFixed(2)}, ${milliseconds.toFixed(0)} ms)`,
  );
}

function compactQuery(query: string): string {
  return query
    .replace(/PREFIX\s+\S*\s+<[^>]*>/g, '')
    .replace(/FILTER \( ! isLiteral.*?'en' \) \)/g, '')
    .replace(/\s+/g, ' ');
}
