/** Runs the fuzzer, one target after the other, each in its own thread. See scripts/fuzz.mjs. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { fuzz, type Finding, type FuzzReport } from './fuzz-loop';
import { targets } from './targets';

/** An input in a corpus file, which has one JSON object per line. */
interface SavedInput {
  /** The message of the defect that the input once caused. */
  readonly broke?: string;
  readonly input: string;
}

interface Work {
  readonly target: string;
  readonly seed: number;
  readonly runs?: number;
  readonly seconds?: number;
  readonly corpus: readonly string[];
  /** The current input: its number, its length and its characters. */
  readonly current: SharedArrayBuffer;
}

const MAX_INPUT = 1 << 17;
const HANGS_AFTER_SECONDS = 30;
/** The limit for an input of 8,000 characters. */
const MAX_MILLISECONDS = 3000;
const CORPUS = join('test', 'security', 'fuzz', 'corpus');
const FINDINGS = join('.cache', 'fuzz', 'findings');

void (isMainThread ? fuzzTargets() : fuzzTarget(workerData as Work));

async function fuzzTargets(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      runs: { type: 'string' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', multiple: true, default: targets.map(({ name }) => name) },
      grow: { type: 'boolean', default: false },
    },
  });
  let findingCount = 0;
  for (const target of values.target) {
    if (!targets.some(({ name }) => name === target)) {
      const names = targets.map(({ name }) => name).join(', ');
      process.stderr.write(`Unknown target ${target}. Use one of: ${names}\n`);
      process.exit(2);
    }
    const report = await fuzzInThread({
      target,
      seed: Number(values.seed),
      ...(values.runs === undefined
        ? { seconds: Number(values.seconds) / values.target.length }
        : { runs: Number(values.runs) }),
      corpus: readCorpus(CORPUS, target).map(({ input }) => input),
      current: new SharedArrayBuffer(8 + 2 * MAX_INPUT),
    });
    const { executions, branches, findings, newInputs } = report;
    process.stdout.write(
      `${target}: ${executions} inputs, ${branches} branches, ${newInputs.length} new, ${findings.length} findings\n`,
    );
    for (const { message, input } of findings)
      process.stdout.write(
        `  ${message.split('\n').slice(0, 6).join('\n  ')}\n  input: ${JSON.stringify(input.slice(0, 2000))}\n`,
      );
    mkdirSync(FINDINGS, { recursive: true });
    addToCorpus(
      FINDINGS,
      target,
      findings.map(({ message, input }) => ({ broke: message.split('\n')[0] ?? '', input })),
    );
    if (values.grow)
      addToCorpus(
        CORPUS,
        target,
        newInputs.map((input) => ({ input })),
      );
    findingCount += findings.length;
  }
  process.exit(findingCount ? 1 : 0);
}

function readCorpus(folder: string, target: string): readonly SavedInput[] {
  const file = join(folder, `${target}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SavedInput);
}

function addToCorpus(folder: string, target: string, inputs: readonly SavedInput[]): void {
  const lines = inputs.map((input) => `${JSON.stringify(input)}\n`);
  if (inputs.length) appendFileSync(join(folder, `${target}.jsonl`), lines.join(''));
}

/** An input that takes too long or too much memory ends the thread and becomes a finding. */
function fuzzInThread(work: Work): Promise<FuzzReport> {
  const counts = new Int32Array(work.current, 0, 2);
  const worker = new Worker(__filename, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: 3000 },
  });
  return new Promise((resolve) => {
    let last = -1;
    let since = Date.now();
    const finish = (report: FuzzReport): void => {
      clearInterval(watch);
      void worker.terminate();
      resolve(report);
    };
    const finishWith = (message: string): void => {
      const [executions = 0, length = 0] = counts;
      const input = String.fromCharCode(...new Uint16Array(work.current, 8, length));
      const findings: readonly Finding[] = [{ message, input }];
      finish({ executions, branches: 0, findings, newInputs: [] });
    };
    const watch = setInterval(() => {
      const executions = Atomics.load(counts, 0);
      if (executions !== last) [last, since] = [executions, Date.now()];
      else if (Date.now() - since > HANGS_AFTER_SECONDS * 1000)
        finishWith(`Takes longer than ${HANGS_AFTER_SECONDS} seconds`);
    }, 500);
    worker.once('message', finish);
    worker.once('error', (error) => finishWith(`The thread ended: ${error.message}`));
  });
}

async function fuzzTarget({ target: name, seed, runs, seconds, corpus, current }: Work): Promise<void> {
  const target = targets.find((one) => one.name === name);
  if (!target) throw new Error(`Unknown target ${name}.`);
  const counts = new Int32Array(current, 0, 2);
  const characters = new Uint16Array(current, 8);
  const end = Date.now() + (seconds ?? Infinity) * 1000;
  const report = await fuzz(target, {
    seed,
    corpus,
    canContinue: (executions) => (runs === undefined ? Date.now() < end : executions < runs),
    onInput: (input) => {
      const length = Math.min(input.length, MAX_INPUT);
      for (let at = 0; at < length; at++) characters[at] = input.charCodeAt(at);
      counts[1] = length;
      Atomics.add(counts, 0, 1);
    },
    ...(runs === undefined && { maxMilliseconds: MAX_MILLISECONDS }),
  });
  parentPort?.postMessage(report);
}
