/**
 * npm run measure -- kb [--kb FILE] [--rounds N]
 *
 * Measures how long an embedded KB takes to load and to open again, how long cancelling a runaway query takes, and how long the next
 * query then takes. Uses the dump in ../shared if present, else a generated KB; and always the sample KB.
 */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedKb } from '../server/src/adapters/kb/embedded';

const { values } = parseArgs({
  options: {
    kb: { type: 'string', default: join('..', 'shared', 'kb', 'mini-freebase.nt.gz') },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const never = new AbortController().signal;
const limits = { timeoutMs: 600_000, maxRows: 1000 };
const runaway = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n0 ?o }';
const small = 'SELECT ?o { ?s ?p ?o } LIMIT 1';

void main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ff-bench-kb-'));
  try {
    console.log(
      `Node ${process.versions.node}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
    );
    console.log('| KB | facts | read | opened again | image |\n| --- | --: | --: | --: | --: |');
    const file = existsSync(values.kb) ? values.kb : generated(folder, 300_000);
    const few = generated(folder, 3000);
    const images = join(folder, 'images');
    await opening(few, images);
    await opening(file, images);
    console.log(
      '\n| KB | cancelled after | caller free, median | most | next answer, median | most |\n| --- | --: | --: | --: | --: | --: |',
    );
    for (const path of [few, file]) for (const after of [100, 2500]) await cancelling(path, images, after);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opening(file: string, imageFolder: string): Promise<void> {
  const read = await timed(() => open(file, imageFolder));
  const facts = read.value.about?.facts ?? 0;
  await read.value.close();
  const again = await timed(() => open(file, imageFolder));
  const from = again.value.about?.from;
  await again.value.close();
  const image = from === 'image' ? 'on disk' : 'none: small';
  console.log(
    `| ${basename(file)} | ${facts.toLocaleString('en')} | ${ms(read.time)} | ${ms(again.time)} | ${image} |`,
  );
}

async function cancelling(file: string, imageFolder: string, after: number): Promise<void> {
  const kb = await open(file, imageFolder);
  const free: number[] = [];
  const answered: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const cancelled = new AbortController();
    const running = kb.execute(runaway, limits, cancelled.signal).catch(() => 'cancelled');
    await new Promise((resolve) => setTimeout(resolve, after));
    const began = performance.now();
    cancelled.abort();
    if ((await running) !== 'cancelled') throw new Error('The query did not run away.');
    free.push(performance.now() - began);
    const next = await kb.execute(small, limits, never);
    if (next.status !== 'answered') throw new Error(next.message);
    answered.push(performance.now() - began);
  }
  await kb.close();
  console.log(
    `| ${basename(file)} | ${after} ms | ${[free, answered].map((times) => `${ms(median(times))} | ${ms(Math.max(...times))}`).join(' | ')} |`,
  );
}

async function open(file: string, imageFolder: string): Promise<EmbeddedKb> {
  const kb = new EmbeddedKb({ name: 'Bench', files: [file], complete: true, writable: false, imageFolder });
  await kb.prepare(() => undefined, never);
  await kb.execute(small, limits, never);
  return kb;
}

function generated(folder: string, facts: number): string {
  const path = join(folder, `generated-${facts}.nt`);
  const lines = Array.from(
    { length: facts },
    (_, index) =>
      `<http://e/${index % 9973}> <http://e/relation${index % 97}> <http://e/${(index * 7919) % 9973}x${index}> .\n`,
  );
  writeFileSync(path, lines.join(''));
  if (statSync(path).size === 0) throw new Error('Nothing was generated.');
  return path;
}

async function timed<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly time: number }> {
  const began = performance.now();
  const value = await work();
  return { value, time: performance.now() - began };
}

function median(times: readonly number[]): number {
  return [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}

function ms(time: number): string {
  return time >= 1000 ? `${(time / 1000).toFixed(1)} s` : `${time.toFixed(0)} ms`;
}
