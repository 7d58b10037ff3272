import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../lsp/build';

/** Megabytes that the heap may differ between the middle and the end: caches that are not full yet. */
const SLACK = 12;

it('the heap of a language server stays what it is while somebody types', { timeout: 180_000 }, async () => {
  const args = [
    'scripts/soak.mjs',
    '--edits',
    '3000',
    '--completions',
    '60',
    '--runs',
    '10',
    '--questions',
    '2',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(
    (error: { readonly stdout: string }) => error,
  );
  const heaps = [...stdout.matchAll(/heap in use ([\d.]+) MB, external/g)].map(([, megabytes]) =>
    Number(megabytes),
  );
  expect(heaps.length).toBeGreaterThan(10);
  const middle = heaps[Math.floor(heaps.length / 2)] ?? 0;
  expect((heaps.at(-1) ?? Infinity) - middle).toBeLessThan(SLACK);
});
