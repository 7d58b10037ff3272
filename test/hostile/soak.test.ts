import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../lsp/build';

const WORK = ['--edits', '2000', '--completions', '40', '--runs', '5', '--questions', '1'];
/** Megabytes that the heap may differ between the middle and the end: caches that are not full yet. */
const SLACK = 12;

it('the heap of a language server stays what it is while somebody types', { timeout: 180_000 }, async () => {
  // Its exit code is for long runs: in a short one caches are still filling.
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['scripts/soak.mjs', ...WORK], { cwd: ROOT }, (_, stdout) => {
      resolve(stdout);
    });
  });
  expect(output).toContain('After warm-up');
  const heaps = [...output.matchAll(/heap in use ([\d.]+) MB, external/g)].map(([, size]) => Number(size));
  const middle = heaps[Math.floor(heaps.length / 2)] ?? 0;
  expect((heaps.at(-1) ?? Infinity) - middle).toBeLessThan(SLACK);
});
