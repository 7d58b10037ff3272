// How long diagnostics take while an evaluation goes on beside, against a server at rest.
//   node bench/beside-evaluation.mjs [--rounds N] [--questions N]
// At rest and beside take turns, each with a server of its own, so that whatever else the machine does hits both alike. The
// list and the questions of the evaluation are asked for as the view does while it is looked at.
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
  options: { rounds: { type: 'string', default: '3' }, questions: { type: 'string', default: '1000' } },
});
const ours = servers.find(({ id }) => id === 'ours');
const uri = 'file:///bench/beside.rq';
const text = createQuery(100);
/** Between two keystrokes. */
const pause = 60;
/** As often as the view looks, where something has changed. */
const lookEvery = 1500;

const folder = mkdtempSync(join(tmpdir(), 'funfusic-beside-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const dataset = join(folder, 'questions.jsonl');
writeFileSync(dataset, questions(Number(options.questions)));

const times = { rest: [], beside: [] };
const asked = [];
for (let round = 0; round < Number(options.rounds); round++) {
  times.rest.push(...(await typed(() => undefined)));
  times.beside.push(...(await typed(evaluate)));
}
for (const [name, values] of Object.entries(times))
  console.log(
    `${name}: p50 ${ms(median(values))}, p95 ${ms(percentile(values, 95))}, most ${ms(Math.max(...values))}, of ${values.length} keystrokes`,
  );
const ratio = (percent) => percentile(times.beside, percent) / percentile(times.rest, percent);
console.log(
  `beside / rest: p50 ${ratio(50).toFixed(2)}, p95 ${ratio(95).toFixed(2)}; meanwhile ${asked.join(', ')} questions were asked; ${availableParallelism()} cores`,
);
process.exit();

/** The questions that come with the tests, over and over. */
function questions(count) {
  const lines = readFileSync(new URL('../test/eval/tiny.plain.jsonl', import.meta.url), 'utf8')
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

/** What each keystroke took, typed at the pace of somebody who types fast. */
async function typed(prepare) {
  const client = new LspClient(ours.args, { settings: { evaluation: { folder: join(folder, 'runs') } } });
  await client.initialize();
  await client.open(uri, text);
  const warm = renameRelation(text, 0.5);
  for (const keystroke of warm) await client.type(uri, keystroke);
  const ended = await prepare(client);
  const milliseconds = [];
  for (const place of [0.25, 0.5, 0.75])
    for (const keystroke of [...renameRelation(text, place), ...writeTriple(text, place)]) {
      const answer = await client.type(uri, keystroke);
      if (answer.status === 'silent') throw new Error(answer.reason);
      milliseconds.push(answer.milliseconds);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  await ended?.();
  await client.stop();
  return milliseconds;
}

/** Begins an evaluation, and waits until it is under way. */
async function evaluate(client) {
  void client.request('funfusic/evaluate', { dataset, strategy: 'rng-kbqa' });
  let run;
  const look = async () => {
    const { result } = await client.request('funfusic/evaluations', {});
    run = result?.evaluations[0];
    if (run) await client.request('funfusic/evaluation', { folder: run.folder });
  };
  while (!run || run.done === 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await look();
  }
  const before = run.done;
  const timer = setInterval(look, lookEvery);
  return async () => {
    clearInterval(timer);
    await look();
    if (run.state !== 'running')
      throw new Error('The evaluation was over too soon: give it more --questions.');
    asked.push(run.done - before);
  };
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}
