/**
 * npm run repairs -- [--sample N] [--pairs N] [--only KIND,KIND] [--list KIND] [--seed N] [--sets A,B] [--models] [--no-ranking]
 *
 * Measures repair without a model. Gold queries with answers in the dump are damaged in one place or in two, and repaired with the
 * question known: how many give the gold answers again? Also on undamaged gold, which should not change. With --models, on queries by
 * models, and whether the ranking of queries for the question notices wrong ones. --no-ranking leaves that ranking out. Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB); by default those in ../shared.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadAssociations } from '../server/src/adapters/associations';
import { openWordVectors } from '../server/src/adapters/word-vectors';
import { readRanker } from '../server/src/core/candidates/rank/ranker';
import type { RankingPorts } from '../server/src/core/ask/rank-for-question';
import { LINKING_WEIGHTS } from '../server/src/core/question/linking/linking-weights';
import { schemaRetriever } from '../server/src/core/question/retrieval/schema-retriever';
import type { KbSchema } from '../server/src/core/schema/schema';
import { createLinker } from './ask/linker';
import { readNameTable } from './linking/names';
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
import { DUMP, formatShare, openSchema, QUESTIONS, requireInputs, WORD_VECTORS } from './inputs';

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
    models: { type: 'boolean', default: false },
    'no-ranking': { type: 'boolean', default: false },
  },
});

void main();

async function main(): Promise<void> {
  requireInputs({ dump: true });
  const kb = await openDump();
  const schema = openSchema();
  const session = createRepairSession(
    kb,
    schema,
    values['no-ranking'] ? undefined : await rankingParts(schema),
  );
  if (values.models) await measureModels(session);
  else await measureDamages(session);
  await kb.close();
}

async function rankingParts(
  schema: KbSchema,
): Promise<Pick<RankingPorts, 'linker' | 'retriever' | 'ranker'>> {
  const data = join('server', 'data');
  return {
    linker: createLinker(await readNameTable(DUMP, schema), schema, LINKING_WEIGHTS),
    retriever: schemaRetriever(schema, openWordVectors(WORD_VECTORS), () =>
      loadAssociations(join(data, 'associations.json')),
    ),
    ranker: readRanker(readFileSync(join(data, 'ranker.json'), 'utf8')),
  };
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

async function measureDamages(session: RepairSession): Promise<void> {
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
  } = await measureRepairs(session, gold, random, {
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

/** Right queries by models should stay; wrong ones should be noticed and repaired. */
async function measureModels(session: RepairSession): Promise<void> {
  const groups = new Map<string, ModelOutcome[]>();
  const taken = (group: string): number => groups.get(group)?.length ?? 0;
  const random = new SeededRandom(Number(values.seed));
  const rows = modelQueries(QUESTIONS);
  for (const one of drawSample(rows, rows.length, random)) {
    const right = await answersOf(session.kb, one.gold);
    if (!right?.size) continue;
    const before = f1(right, await answersOf(session.kb, one.query, 'all'));
    const group = before === 1 ? 'right' : before > 0 ? 'partly right' : 'wrong';
    if (taken(group) >= Number(values.sample)) continue;
    const done = await repairOnce(session, one.query, one.question);
    const noticed = (await session.compare?.(one.query, one.question))?.verdict === 'different';
    const answers = await answersOf(session.kb, done.query, 'all');
    const outcome = {
      gold: one,
      kinds: [],
      what: '',
      input: one.query,
      before,
      after: f1(right, answers),
      ...done,
      noticed,
    };
    groups.set(group, [...(groups.get(group) ?? []), outcome]);
    const isListed =
      values.list === group && (group === 'right' ? outcome.after < before || noticed : outcome.after < 0.5);
    if (isListed) print(outcome);
  }
  console.log(
    formatRow('', 'n', 'equal before', 'equal after', 'F1 before', 'F1 after', 'p50 ms', 'p95 ms', 'queries'),
  );
  for (const [group, all] of groups) {
    printRow(group, all);
    const worse = all.filter(({ before, after }) => after < before).length;
    const noticed = all.filter((one) => one.noticed).length;
    console.log(`  made worse: ${worse}; noticed by the ranking: ${formatShare(noticed, all.length)}`);
  }
}

interface ModelOutcome extends RepairOutcome {
  readonly noticed: boolean;
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
