// How long diagnostics take while an evaluation goes on beside, against the same server while the evaluation is held up.
//   npm run measure -- typing-beside-evaluation [--rounds N] [--questions N]
// Both take turns every few keystrokes, so that whatever else the machine does hits both alike. The list and the questions of
// the evaluation are asked for as the view does while it is looked at. Not for Windows, which cannot hold up a process.
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
/** Between two keystrokes, in milliseconds. */
const pause = 60;
/** As often as the view asks for the list, where something has changed, and for the questions. */
const lookEvery = 1500;
const detailsEvery = 6000;

const folder = mkdtempSync(join(tmpdir(), 'funfusic-beside-'));
const dataset = join(folder, 'questions.jsonl');
writeFileSync(dataset, questions(Number(options.questions)));
const client = new LspClient(ours.args, { settings: { evaluation: { folder: join(folder, 'runs') } } });
await client.initialize();
await client.open(uri, text);

void client.request('funfusic/evaluate', { dataset, strategy: 'rng-kbqa' });
let run;
let lastLook = 0;
let lastDetails = 0;
while (!run?.done) {
  await rest(100);
  await look();
}
const { pid } = JSON.parse(readFileSync(join(run.folder, 'run.lock'), 'utf8'));
const before = run.done;

await typed(renameRelation(text, 0.5), []);
const times = { rest: [], beside: [] };
for (let round = 0; round < Number(options.rounds); round++)
  for (const place of [0.25, 0.5, 0.75])
    for (const keystrokes of [renameRelation(text, place), writeTriple(text, place)]) {
      process.kill(pid, 'SIGSTOP');
      await typed(keystrokes, times.rest);
      process.kill(pid, 'SIGCONT');
      await typed(keystrokes, times.beside, { looking: true });
    }
await look();
if (run.state !== 'running') throw new Error('The evaluation was over too soon: give it more --questions.');

for (const [name, values] of Object.entries(times))
  console.log(
    `${name}: p50 ${ms(median(values))}, p95 ${ms(percentile(values, 95))}, most ${ms(Math.max(...values))}, of ${values.length} keystrokes`,
  );
const ratio = (percent) => (percentile(times.beside, percent) / percentile(times.rest, percent)).toFixed(2);
console.log(
  `beside / rest: p50 ${ratio(50)}, p95 ${ratio(95)}; meanwhile ${run.done - before} questions were asked; ${availableParallelism()} cores`,
);
await client.stop();
// Without its server, it ends by itself.
while (isAlive(pid)) await rest(100);
rmSync(folder, { recursive: true, force: true });

/** The questions that come with the tests, over and over. */
function questions(count) {
  const lines = readFileSync(new URL('../test/evaluation/tiny.plain.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => valueIn(line) ?? []);
  return Array.from({ length: count }, (_, at) => ({ ...lines[at % lines.length], id: String(at) }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** Some of them are spoilt on purpose. */
function valueIn(line) {
  try {
    const value = JSON.parse(line);
    return typeof value.question === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

async function typed(keystrokes, milliseconds, { looking = false } = {}) {
  for (const keystroke of keystrokes) {
    if (looking && performance.now() - lastLook > lookEvery) {
      lastLook = performance.now();
      // Nobody waits for it.
      void look();
    }
    const answer = await client.type(uri, keystroke);
    if (answer.status === 'silent') throw new Error(answer.reason);
    milliseconds.push(answer.milliseconds);
    await rest(pause);
  }
}

async function look() {
  const { result } = await client.request('funfusic/evaluations', {});
  run = result?.evaluations[0];
  if (!run || performance.now() - lastDetails < detailsEvery) return;
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

function rest(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}
