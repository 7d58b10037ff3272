import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lsp/build';

/** `npm run measure -- fuzz` tries far more. */
const RUNS = 30;

describe('fuzzer', () => {
  it(`the fuzzer finds no defect in ${RUNS} inputs per target`, { timeout: 180_000 }, async () => {
    const args = ['scripts/fuzz.mjs', '--runs', String(RUNS), '--seed', '1'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    const lines = stdout.trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(12);
    for (const line of lines)
      expect(line).toMatch(/^[\w-]+: \d+ inputs, [1-9]\d* branches, \d+ new, 0 findings$/);
  });
});
