/**
 * npm run measure -- corpus-kb [--list KIND] [--every N]
 *
 * Measures what a KB adds: how often "Why is it empty?" points at the place where a gold query was damaged. Needs questions
 * (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB); by default those in ../shared.
 */
import { goldQueries } from './corpus/questions';
import {
  diagnose,
  emptyQuery,
  EMPTYING_DAMAGES,
  type EmptyingDamage,
  type Diagnosis,
} from './corpus/why-empty';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import type { KbSchema } from '../server/src/core/schema/schema';
import type { KbKnowledge } from '../server/src/core/check/kb-knowledge';
import type { Finding } from '../server/src/core/check/verifier';
import { verify } from '../server/src/core/check/verify';
import { findingsAfterRun } from './check-after-run';
import { KbKnowledgeLoader } from './known-kb';
import { SeededRandom } from '../server/src/evaluation/seeded-random';
import { dumpKb } from './store-kb';
import { DUMP, openSchema, optionValue, QUESTIONS, requireInputs } from './inputs';
import { throwDefect } from './throw-defect';

const every = Number(optionValue('--every') ?? 1);
const listed = optionValue('--list');

interface Tally {
  all: number;
  hit: number;
  /** Queries with more than one triple. */
  joined: number;
  joinedHit: number;
  readonly verdicts: Map<string, number>;
  readonly times: number[];
}

void measure();

async function measure(): Promise<void> {
  requireInputs({ dump: true });
  const schema = openSchema();
  const began = performance.now();
  const kb = dumpKb(DUMP, 'mini-Freebase');
  console.log(`KB read in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const { signal } = new AbortController();
  const answers = async (query: string): Promise<number | undefined> => {
    const execution = await kb.execute(query, { timeoutMs: 10_000, maxRows: 5 }, signal);
    if (execution.status !== 'answered') return undefined;
    const { answer } = execution;
    if (answer.kind !== 'table') return undefined;
    const [[only] = []] = answer.rows;
    return answer.rows.length === 1 && only?.type === 'literal' && only.value === '0'
      ? 0
      : answer.rows.length;
  };
  const gold = goldQueries(QUESTIONS).filter((_, index) => index % every === 0);
  const random = new SeededRandom(20150810);
  const tallies = new Map<EmptyingDamage, Tally>(
    EMPTYING_DAMAGES.map((kind) => [
      kind,
      { all: 0, hit: 0, joined: 0, joinedHit: 0, verdicts: new Map(), times: [] },
    ]),
  );
  const known = new KbKnowledgeLoader(kb, schema);
  const findings = (query: string): Promise<readonly [readonly Finding[], readonly Finding[]]> =>
    known.checkUntilResolved((knowledge) => [check(query, schema), check(query, schema, knowledge)] as const);
  const alarms = { before: { errors: 0, warnings: 0 }, after: { errors: 0, warnings: 0 } };
  const afterRun = new Map<string, number>();
  const noticed = new Map<EmptyingDamage, { all: number; before: number; after: number }>();
  let used = 0;
  for (const { query, set, id } of gold) {
    if (!((await answers(query)) ?? 0)) continue;
    used++;
    const [before, after] = await findings(query);
    for (const [tally, list] of [
      [alarms.before, before],
      [alarms.after, after],
    ] as const) {
      if (list.some(({ severity }) => severity === 'error')) tally.errors++;
      if (list.some(({ code, severity }) => code === 'lf_semantic' && severity === 'warning'))
        tally.warnings++;
    }
    if (after.some(({ severity }) => severity === 'error'))
      console.log(`ERROR ${set} ${id}: ${after.map(({ message }) => message).join('; ')}`);
    for (const { code } of await findingsAfterRun(kb, parseQuery(query, 'virtuoso'), schema)) {
      afterRun.set(code, (afterRun.get(code) ?? 0) + 1);
      if (code === 'qans' || code === 'egf')
        console.log(`${code} ${set} ${id}: ${query.replace(/\s+/g, ' ')}`);
    }
    for (const damaged of emptyQuery(query, schema, random)) {
      if ((await answers(damaged.query)) !== 0) continue;
      const seen = noticed.get(damaged.kind) ?? { all: 0, before: 0, after: 0 };
      noticed.set(damaged.kind, seen);
      const [without, withKb] = await findings(damaged.query);
      seen.all++;
      if (without.some(({ severity }) => severity === 'error')) seen.before++;
      if (withKb.some(({ severity }) => severity === 'error')) seen.after++;
      const pointed = await diagnose(kb, schema, damaged);
      const tally = tallies.get(damaged.kind);
      if (!tally) continue;
      tally.all++;
      if (pointed.hit) tally.hit++;
      const parts = pointed.why.probes.filter(({ added }) => !/^filter/i.test(added)).length;
      if (parts > 1) {
        tally.joined++;
        if (pointed.hit) tally.joinedHit++;
      }
      tally.times.push(pointed.milliseconds);
      tally.verdicts.set(pointed.why.verdict, (tally.verdicts.get(pointed.why.verdict) ?? 0) + 1);
      if (listed !== undefined && damaged.kind.includes(listed) && !pointed.hit)
        print(`${set} ${id}`, pointed);
    }
  }
  console.log(`${used} of ${gold.length} gold queries have answers; each is damaged so that it has none.`);
  console.log(
    `Before a run, with an error: ${alarms.before.errors} without the KB, ${alarms.after.errors} with it; with a type warning: ${alarms.before.warnings} and ${alarms.after.warnings}`,
  );
  console.log(
    `After the run: ${[...afterRun].map(([code, count]) => `${code} ${count}`).join(', ') || 'no findings'}`,
  );
  console.log('Damaged queries without answers that have an error before the run:');
  for (const [kind, { all, before, after }] of noticed)
    console.log(`  ${kind.padEnd(30)} ${share(before, all)} without the KB, ${share(after, all)} with it`);
  console.log('"Why is it empty?" names the damaged part:');
  for (const [kind, { all, hit, joined, joinedHit, verdicts, times }] of tallies) {
    times.sort((left, right) => left - right);
    const verdictCounts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', ');
    const p = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
    console.log(
      `  ${kind.padEnd(30)} ${share(hit, all)}, of several triples ${share(joinedHit, joined)}  ${verdictCounts}; p50 ${p(0.5)} ms, p95 ${p(0.95)} ms, max ${p(1)} ms`,
    );
  }
}

function check(query: string, schema: KbSchema, known?: KbKnowledge): readonly Finding[] {
  return verify(parseQuery(query, 'virtuoso'), {
    schema,
    severities: {},
    ...(known && { kb: () => known }),
    onDefect: (code, error) => throwDefect(code, error, query),
  });
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
}

function print(where: string, { damaged, why }: Diagnosis): void {
  console.log(
    `\n- ${where}, ${damaged.kind}: ${damaged.query.slice(damaged.range.start, damaged.range.end)}`,
  );
  console.log(`  ${damaged.query.replace(/\s+/g, ' ')}`);
  console.log(`  ${why.verdict}: ${why.summary}`);
  for (const { added, outcome, matches } of why.probes)
    console.log(`    ${outcome} ${matches ?? ''} ${added}`);
  for (const one of why.instead) console.log(`    instead: ${one}`);
}
