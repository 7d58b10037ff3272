/** Measures how often a search without a model repairs damaged queries, and whether it changes right ones. */
import type { Execution, KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import type { KbSchema } from '../../server/src/core/schema/schema';
import {
  compareByRanking,
  rankForQuestion,
  type RankingPorts,
} from '../../server/src/core/ask/rank-for-question';
import type { Agreement } from '../../server/src/core/describe/description';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import type { RepairPorts } from '../../server/src/core/repair/repair-ports';
import { defaultSettings } from '../../server/src/settings/settings';
import { toAskOptions } from '../../server/src/settings/work-options';
import { DUMP_DATE } from '../ask/linker';
import { repair } from '../../server/src/core/repair/repair';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { damageQuery, type DamageKind } from './damages';
import type { GoldQuery } from './questions';
import { throwDefect } from '../throw-defect';

/** FUNFUSIC_SLOW=300 prints every query that takes longer. */
const SLOW_MS = Number(process.env['FUNFUSIC_SLOW'] ?? Infinity);
const LIMITS = { timeoutMs: 10_000, maxRows: 10_000 };

/** A repair and its result. */
export interface RepairOutcome {
  readonly gold: GoldQuery;
  /** Empty for an undamaged gold query. */
  readonly kinds: readonly DamageKind[];
  readonly what: string;
  readonly input: string;
  readonly query: string;
  readonly changes: readonly string[];
  /** F1 of the answers against gold. */
  readonly before: number;
  readonly after: number;
  readonly milliseconds: number;
  /** Number of queries to the KB. */
  readonly queries: number;
}

export interface RepairRates {
  /** Gold queries with answers on this KB. */
  readonly gold: number;
  /** Damages that did not change the answers. */
  readonly harmless: number;
  readonly repairs: readonly RepairOutcome[];
  readonly untouched: readonly RepairOutcome[];
}

/** Counts queries. */
export class CountedKb implements KnowledgeBase {
  asked = 0;
  readonly name: string;
  readonly complete: boolean;
  readonly writable = false;

  constructor(private readonly kb: KnowledgeBase) {
    this.name = kb.name;
    this.complete = kb.complete;
  }

  execute(...call: Parameters<KnowledgeBase['execute']>): Promise<Execution> {
    this.asked++;
    const began = performance.now();
    return this.kb.execute(...call).then((execution) => {
      const took = performance.now() - began;
      if (took > SLOW_MS)
        console.log(`${took.toFixed(0)} ms: ${execution.status} ${call[0].replace(/\s+/g, ' ')}`);
      return execution;
    });
  }

  close(): Promise<void> {
    return this.kb.close();
  }
}

export interface RepairSession {
  /** Ranks queries for a question, if questions are used. */
  readonly rank?: RepairPorts['rank'];
  /** Compares a query with its question by that ranking, as while typing. */
  readonly compare?: (query: string, question: string) => Promise<Agreement | undefined>;
  readonly kb: CountedKb;
  readonly directory: EntityDirectory;
  readonly schema: KbSchema;
}

export function createRepairSession(
  kb: KnowledgeBase,
  schema: KbSchema,
  parts?: Pick<RankingPorts, 'linker' | 'retriever' | 'ranker'>,
): RepairSession {
  const counted = new CountedKb(kb);
  const directory = new EntityDirectory(counted, { schema, language: 'en' });
  const session = { kb: counted, schema, directory };
  if (!parts) return session;
  const ports: RankingPorts = { ...parts, schema, kb: session, date: () => DUMP_DATE.toISOString() };
  const options = { ...toAskOptions(defaultSettings), limits: LIMITS };
  return {
    ...session,
    rank: (question, given, signal) => rankForQuestion(question, given, ports, options, signal),
    compare: (query, question) =>
      compareByRanking(parseQuery(query, 'virtuoso'), question, ports, options, new AbortController().signal),
  };
}

export async function measureRepairs(
  session: RepairSession,
  gold: readonly GoldQuery[],
  random: SeededRandom,
  options: {
    readonly pairs: number;
    /** Prefixes of the kinds to try; `gold` for undamaged queries. */
    readonly only?: readonly string[] | undefined;
    readonly seen?: (one: RepairOutcome) => void;
  },
): Promise<RepairRates> {
  const repairs: RepairOutcome[] = [];
  const untouched: RepairOutcome[] = [];
  let [used, harmless] = [0, 0];
  for (const one of gold) {
    const right = await answersOf(session.kb, one.query);
    if (!right?.size) continue;
    used++;
    const { one: single, two } = damageQuery(one.query, session.schema, random, options.pairs);
    const tried = [{ kinds: [], what: '', query: one.query }, ...single, ...two];
    for (const { kinds, what, query } of tried) {
      const name = kinds.length ? kinds.join(' + ') : 'gold';
      if (options.only && !options.only.some((start) => name.startsWith(start))) continue;
      const before = f1(right, await answersOf(session.kb, query));
      if (kinds.length && before === 1) {
        harmless++;
        continue;
      }
      const done = await repairOnce(session, query, one.question);
      const after = f1(right, await answersOf(session.kb, done.query));
      const repaired = { gold: one, kinds, what, input: query, before, after, ...done };
      (kinds.length ? repairs : untouched).push(repaired);
      options.seen?.(repaired);
    }
  }
  return { gold: used, harmless, repairs, untouched };
}

/** Runs the repair loop without a model. */
export async function repairOnce(
  { kb, directory, schema, rank }: RepairSession,
  query: string,
  question: string | undefined,
): Promise<Pick<RepairOutcome, 'query' | 'changes' | 'milliseconds' | 'queries'>> {
  const began = performance.now();
  const queriesBefore = kb.asked;
  const repairing = repair(
    { query, ...(question !== undefined && { question }) },
    {
      schema,
      kb: { kb, directory },
      ...(rank && { rank }),
      now: () => performance.now(),
      date: () => new Date().toISOString(),
      onDefect: (code, error) => throwDefect(code, error, query),
    },
    {
      dialect: 'virtuoso',
      severities: {},
      limits: LIMITS,
      rounds: 0,
      search: true,
      onlyContext: false,
      exemplars: 0,
    },
    new AbortController().signal,
  );
  let step = await repairing.next();
  while (!step.done) step = await repairing.next();
  const { result, attempts } = step.value;
  return {
    query: result.query,
    changes: attempts[result.round]?.changes ?? [],
    milliseconds: performance.now() - began,
    queries: kb.asked - queriesBefore,
  };
}

/** Returns all values of the first column or of every column; undefined if the query fails. */
export async function answersOf(
  kb: KnowledgeBase,
  query: string,
  columns: 'first' | 'all' = 'first',
): Promise<ReadonlySet<string> | undefined> {
  const execution = await kb.execute(query, LIMITS, new AbortController().signal);
  if (execution.status !== 'answered') return undefined;
  const { answer } = execution;
  if (answer.kind === 'boolean') return new Set([String(answer.value)]);
  if (answer.kind !== 'table') return undefined;
  const values = answer.rows
    .flatMap((row) => (columns === 'first' ? row.slice(0, 1) : row))
    .flatMap((term) => (term ? [term.value] : []));
  // A count of 0 is no answer.
  return new Set(values.length === 1 && values[0] === '0' ? [] : values);
}

export function f1(gold: ReadonlySet<string>, given: ReadonlySet<string> | undefined): number {
  if (!given?.size) return 0;
  let both = 0;
  for (const value of given) if (gold.has(value)) both++;
  return (2 * both) / (gold.size + given.size);
}
