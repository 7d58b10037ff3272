// Measures diagnostics while an evaluation is running, and while the same evaluation is paused.
//   npm run measure -- typing-beside-evaluation [--rounds N] [--questions N]
// The two alternate every few keystrokes, so that other load affects both equally. The list and the questions of the evaluation are
// requested as by the view. Does not work on Windows, which cannot pause a process.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LspClient } from './lsp-client.mjs';
import { createQuery } from './queries.mjs';
import { servers } from './servers.mjs';
import { median, percentile } from './statistics.mjs';
import { renameRelation, writeTriple } from './typing.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '6' }, questions: { type: 'string', default: '1000' } },
});
const ours = servers.find(({ id }) => id === 'ours');
const uri = 'file:///bench/beside.rq';
const text = createQuery(100);
/** Milliseconds between two keystrokes. */
const pauseMs = 60;
/** The intervals at which the view requests the list and the questions. */
const listIntervalMs = 1500;
const detailsIntervalMs = 6000;

const folder = mkdtempSync(join(tmpdir(), 'funfusic-beside-'));
const dataset = join(folder, 'questions.jsonl');
writeFileSync(dataset, questions(Number(options.questions)));
const client = new LspClient(ours.args, { settings: { evaluation: { folder: join(folder, 'runs') } } });
await client.initialize();
await client.open(uri, text);

void client.request('funfusic/evaluate', { dataset, strategy: 'rng-kbqa' });
let run;
let lastList = 0;
let lastDetails = 0;
while (!run?.done) {
  await sleep(100);
  await requestRun();
}
const { pid } = JSON.parse(readFileSync(join(run.folder, 'run.lock'), 'utf8'));
const before = run.done;

await type(renameRelation(text, 0.5), []);
const times = { rest: [], beside: [] };
for (let round = 0; round < Number(options.rounds); round++)
  for (const place of [0.25, 0.5, 0.75])
    for (const keystrokes of [renameRelation(text, place), writeTriple(text, place)]) {
      process.kill(pid, 'SIGSTOP');
      await type(keystrokes, times.rest);
      process.kill(pid, 'SIGCONT');
      await type(keystrokes, times.beside, { withView: true });
    }
await requestRun();
if (run.state !== 'running') throw new Error('The evaluation ended too soon. Raise --questions.');

for (const [name, values] of Object.entries(times))
  console.log(
    `${name}: p50 ${ms(median(values))}, p95 ${ms(percentile(values, 95))}, max ${ms(Math.max(...values))}, of ${values.length} keystrokes`,
  );
const ratio = (percent) => (percentile(times.beside, percent) / percentile(times.rest, percent)).toFixed(2);
console.log(
  `beside / rest: p50 ${ratio(50)}, p95 ${ratio(95)}; meanwhile ${run.done - before} questions were asked; ${availableParallelism()} cores`,
);
await client.stop();
// The evaluation ends when its server is gone.
while (isAlive(pid)) await sleep(100);
rmSync(folder, { recursive: true, force: true });

/** Repeats the questions of the tests. */
function questions(count) {
  const lines = readFileSync(new URL('../test/evaluation/tiny.plain.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => parseQuestion(line) ?? []);
  return Array.from({ length: count }, (_, at) => ({ ...lines[at % lines.length], id: String(at) }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** Some lines are invalid on purpose. */
function parseQuestion(line) {
  try {
    const value = JSON.parse(line);
    return typeof value.question === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

async function type(keystrokes, milliseconds, { withView = false } = {}) {
  for (const keystroke of keystrokes) {
    if (withView && performance.now() - lastList > listIntervalMs) {
      lastList = performance.now();
      void requestRun();
    }
    const answer = await client.type(uri, keystroke);
    if (answer.status === 'silent') throw new Error(answer.reason);
    milliseconds.push(answer.milliseconds);
    await sleep(pauseMs);
  }
}

async function requestRun() {
  const { result } = await client.request('funfusic/evaluations', {});
  run = result?.evaluations[0];
  if (!run || performance.now() - lastDetails < detailsIntervalMs) return;
  lastDetails = performance.now();
  await client.request('funfusic/evaluation', { folder: run.folder });
}

function isAlive(child) {
  try {
    process.kill(child, 0);
    return true;
  } catch {
    return false;
  }
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}
