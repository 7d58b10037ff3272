import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../lsp/build';

const ARGUMENTS = ['--edits', '2000', '--completions', '40', '--runs', '5', '--questions', '1'];
/** Caches that are not full yet may grow between the middle and the end of the run. */
const MAX_GROWTH_MB = 6;

it('the heap of the language server does not grow during editing', { timeout: 180_000 }, async () => {
  // The exit code is only meaningful for long runs: in a short one, caches are still filling.
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['scripts/soak.mjs', ...ARGUMENTS], { cwd: ROOT }, (_, stdout) => {
      resolve(stdout);
    });
  });
  expect(output).toContain('After warm-up');
  const heaps = [...output.matchAll(/heap in use ([\d.]+) MB, external/g)].map(([, size]) => Number(size));
  const middle = heaps[Math.floor(heaps.length / 2)] ?? 0;
  expect((heaps.at(-1) ?? Infinity) - middle).toBeLessThan(MAX_GROWTH_MB);
});
