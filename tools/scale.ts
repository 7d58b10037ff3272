/**
 * npm run measure -- scale --kb ADDRESS_OR_FILE[,…] [--set NAME] [--sample N] [--only OPERATION,…] [--slowest N] [--seed N]
 *
 * Measures how long the operations of the editor take on a KB, and how many queries they send: linking, asking, running, completing
 * entities, "Why is it empty?", repair, the derivation of a schema, and the names in a result of 10,000 rows. A KB is the address of
 * an endpoint, or a dump for the embedded engine. The questions are those of --set whose gold query has answers there. --slowest
 * lists the slowest queries of each. "npm run generate -- grown-kb" makes a larger KB.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { askParts, openKnowledgeBase } from '../server/src/compose/index';
import { ask } from '../server/src/core/ask/ask';
import type { AskPorts } from '../server/src/core/ask/ask-ports';
import type { KbConfig } from '../server/src/core/kb/kb-config';
import type { TaskProgress } from '../server/src/core/kb/knowledge-base';
import { FREEBASE } from '../server/src/core/language/rdf/names';
import { isEntityId } from '../server/src/core/language/rdf/ids';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import { verifyExecution } from '../server/src/core/query/answered-run';
import { drain } from '../server/src/core/query/drain';
import { EntityDirectory } from '../server/src/core/query/entity-directory';
import { queryRows } from '../server/src/core/query/query-rows';
import { deriveSchema } from '../server/src/core/schema/derive-schema';
import type { KbSchema } from '../server/src/core/schema/schema';
import { SeededRandom } from '../server/src/evaluation/seeded-random';
import { defaultSettings } from '../server/src/settings/settings';
import { toAskOptions } from '../server/src/settings/work-options';
import { damageQuery } from './corpus/damages';
import { goldQueries, type GoldQuery } from './corpus/questions';
import { answersOf, createRepairSession, f1, repairOnce } from './corpus/repair-rate';
import { diagnose, emptyQuery } from './corpus/why-empty';
import { formatShare, openSchema, QUESTIONS, requireInputs } from './inputs';
import { COLUMNS, Measurements, toTable } from './scale/measurements';
import { meterKb, type MeteredKb } from './scale/metered-kb';
import { throwDefect } from './throw-defect';

const { values } = parseArgs({
  options: {
    kb: { type: 'string', default: '' },
    set: { type: 'string', default: 'webqsp-train-answered' },
    sample: { type: 'string', default: '40' },
    only: { type: 'string' },
    slowest: { type: 'string', default: '0' },
    seed: { type: 'string', default: '19' },
  },
});
process.env[DATA_VARIABLE] ??= resolve('server', 'data');
const never = new AbortController().signal;
const LIMITS = { timeoutMs: 60_000, maxRows: 10_000 };
const ROWS = 10_000;

void main();

async function main(): Promise<void> {
  requireInputs();
  const schema = openSchema();
  for (const address of values.kb.split(',').filter(Boolean)) await measureKb(address, schema);
}

async function measureKb(address: string, schema: KbSchema): Promise<void> {
  const remote = /^https?:/.test(address);
  const config: KbConfig = remote ? { endpoint: address } : { file: address };
  const cacheFolder = mkdtempSync(join(tmpdir(), 'ff-scale-'));
  try {
    const opened = openKnowledgeBase('Measured', config, {
      folder: process.cwd(),
      cacheFolder,
      secretOf: () => Promise.resolve(undefined),
    });
    if ('problem' in opened) throw new Error(opened.problem);
    await measureOpened(meterKb(opened), config, schema);
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}

async function measureOpened(kb: MeteredKb, config: KbConfig, schema: KbSchema): Promise<void> {
  const measurements = new Measurements(kb);
  const remote = 'endpoint' in config;
  if (!remote)
    await measurements.measure(
      'Read the dump',
      () => kb.prepare?.(() => undefined, never) ?? Promise.resolve(),
    );
  const facts = (await queryRows(kb, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', LIMITS, never)) as {
    readonly rows: readonly (readonly ({ readonly value: string } | null)[])[];
  };
  const random = new SeededRandom(Number(values.seed));
  const questions = await chooseQuestions(kb, random);
  const session = new Session(kb, config, schema, measurements, random);
  const operations: Readonly<Record<string, () => Promise<void>>> = {
    link: () => each(questions, (one) => session.link(one)),
    ask: () => each(questions, (one) => session.ask(one)),
    run: () => each(questions, (one) => session.run(one)),
    complete: () => each(questions, (one) => session.complete(one)),
    empty: () => each(questions, (one) => session.whyEmpty(one)),
    repair: () => each(questions, (one) => session.repair(one)),
    names: () => session.names(),
    schema: () => session.deriveSchema(),
  };
  await session.readNames();
  const load = [loadavg()[0] ?? 0];
  for (const [name, run] of Object.entries(operations))
    if (!values.only || values.only.split(',').includes(name)) {
      console.error(`${new Date().toISOString()} ${name}`);
      await run();
      load.push(loadavg()[0] ?? 0);
    }
  const count = Number(facts.rows[0]?.[0]?.value ?? 0);
  console.log(`\n## ${count.toLocaleString('en')} facts, ${remote ? 'endpoint' : 'embedded engine'}\n`);
  const range = [Math.min(...load), Math.max(...load)].map((one) => one.toFixed(1)).join(' to ');
  console.log(
    `${questions.length} questions; ${formatShare(session.f1Sum, session.asked)} F1 of asking; ${cpus().length} cores, load ${range}\n`,
  );
  console.log(toTable(COLUMNS, measurements.rows()));
  for (const { operation, milliseconds, status, text } of measurements.slowest(Number(values.slowest)))
    console.log(`\n${operation}, ${milliseconds.toFixed(0)} ms, ${status}: ${text.replace(/\s+/g, ' ')}`);
  await kb.close();
}

async function each<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await act(item);
}

async function chooseQuestions(kb: MeteredKb, random: SeededRandom): Promise<readonly GoldQuery[]> {
  const chosen: GoldQuery[] = [];
  for (const gold of random.shuffle(goldQueries(QUESTIONS).filter(({ set }) => set === values.set))) {
    if (chosen.length >= Number(values.sample)) break;
    if ((await answersOf(kb, gold.query))?.size) chosen.push(gold);
  }
  return chosen;
}

/** The operations. Each starts with empty caches, except for what a session reads once. */
class Session {
  f1Sum = 0;
  asked = 0;
  private readonly parts: Pick<AskPorts, 'linker' | 'retriever' | 'ranker'>;

  constructor(
    private readonly kb: MeteredKb,
    private readonly config: KbConfig,
    private readonly schema: KbSchema,
    private readonly measurements: Measurements,
    private readonly random: SeededRandom,
  ) {
    this.parts = this.openParts();
  }

  /** An embedded KB has a table of all names. */
  async readNames(): Promise<void> {
    const { linker } = this.parts;
    if (linker.prepare)
      await this.measurements.measure('Read all names', () =>
        Promise.resolve(linker.prepare?.(() => undefined, never)),
      );
    // Detects the engine and its text index.
    else await linker.link('Who is the president of France?', undefined, never);
  }

  async link({ question }: GoldQuery): Promise<void> {
    const { linker } = this.freshParts();
    await this.measurements.measure('Link', () => linker.link(question, undefined, never));
  }

  async ask({ question, query }: GoldQuery): Promise<void> {
    const directory = this.openDirectory();
    const ports: AskPorts = {
      schema: this.schema,
      kb: { kb: this.kb, directory },
      ...this.freshParts(directory),
      now: () => performance.now(),
      date: () => '2026-01-01T00:00:00Z',
      onDefect: (_: string, error: unknown) => {
        throw error;
      },
    };
    const { result } = await this.measurements.measure('Ask', () =>
      drain(ask({ question }, ports, toAskOptions(defaultSettings), never), () => undefined),
    );
    const gold = await answersOf(this.kb, query);
    const given = result.query === undefined ? undefined : await answersOf(this.kb, result.query);
    this.asked++;
    if (result.kind === 'answer' && gold) this.f1Sum += f1(gold, given);
  }

  async run({ query }: GoldQuery): Promise<void> {
    const model = parseQuery(query, 'virtuoso');
    const entities = { kb: this.kb, directory: this.openDirectory() };
    await this.measurements.measure('Run', async () => {
      const execution = await this.kb.execute(query, LIMITS, never);
      return verifyExecution(
        model,
        execution,
        entities,
        { schema: this.schema, onDefect: throwDefect },
        never,
      );
    });
  }

  /** Types the beginning of the name of an entity in the query: after four letters, and all but the last two. */
  async complete({ query }: GoldQuery): Promise<void> {
    const iris = [...query.matchAll(/[:/]([mg]\.\w+)/g)].map(([, id = '']) => id).filter(isEntityId);
    const found = await this.openDirectory().lookUp(
      iris.map((id) => FREEBASE + id),
      never,
    );
    const name = [...found.values()].find((one) => (one.name ?? '').length > 5)?.name;
    if (name === undefined) return;
    const { linker } = this.freshParts();
    for (const text of [name.slice(0, 4), name.slice(0, -2)])
      await this.measurements.measure('Complete an entity', () => linker.find(text, 100, never));
  }

  async whyEmpty({ query }: GoldQuery): Promise<void> {
    const damaged = emptyQuery(query, this.schema, this.random);
    if (damaged.length === 0) return;
    const one = this.random.pick(damaged);
    await this.measurements.measure('Why is it empty?', () => diagnose(this.kb, this.schema, one));
  }

  async repair({ query, question }: GoldQuery): Promise<void> {
    const { one: damaged } = damageQuery(query, this.schema, this.random, 0);
    if (damaged.length === 0) return;
    const session = createRepairSession(this.kb, this.schema, this.freshParts());
    const given = this.random.pick(damaged).query;
    await this.measurements.measure('Repair', () => repairOnce(session, given, question));
  }

  async names(): Promise<void> {
    const query = `SELECT DISTINCT ?x { ?x <${FREEBASE}people.person.profession> ?p } LIMIT ${ROWS}`;
    const other = `SELECT DISTINCT ?x { ?x <${FREEBASE}type.object.name> ?n } LIMIT ${ROWS}`;
    let iris: readonly string[] = [];
    for (const text of [query, other]) {
      if (iris.length >= ROWS) break;
      const rows = await queryRows(this.kb, text, LIMITS, never);
      if ('rows' in rows) iris = rows.rows.flatMap(([term]) => (term ? [term.value] : []));
    }
    await this.measurements.measure(`Names of ${iris.length.toLocaleString('en')} rows`, () =>
      this.openDirectory().lookUp(iris, never),
    );
  }

  async deriveSchema(): Promise<void> {
    let last = '';
    const report = ({ message }: TaskProgress): void => {
      if (message !== last) console.error(`${new Date().toISOString()} ${message}`);
      last = message;
    };
    const derived = await this.measurements.measure('Derive the schema', () =>
      deriveSchema(this.kb, {}, report, never),
    );
    console.error('problem' in derived ? derived.problem : derived.notes.join('\n'));
  }

  private openDirectory(): EntityDirectory {
    return new EntityDirectory(this.kb, { schema: this.schema, language: 'en' });
  }

  private openParts(directory = this.openDirectory()): Pick<AskPorts, 'linker' | 'retriever' | 'ranker'> {
    const { kb, config, schema } = this;
    return askParts(kb, { schema, directory, config, language: 'en' });
  }

  /** A table of names is read once; what was learnt from an endpoint is forgotten. */
  private freshParts(directory?: EntityDirectory): Pick<AskPorts, 'linker' | 'retriever' | 'ranker'> {
    return this.parts.linker.prepare ? this.parts : this.openParts(directory);
  }
}
