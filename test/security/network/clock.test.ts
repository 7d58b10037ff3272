/** Timeouts and durations do not depend on the system clock, which may jump. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../adapters/kb/closing';
import { answers, oneRow } from '../../adapters/kb/endpoint';
import { funfusicProcess, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';

const files = { 'query.rq': 'SELECT ?x WHERE { ?x ?p ?o }\n' };

function runWithJumpingClock(...args: readonly string[]): Promise<Outcome> {
  const script = join(import.meta.dirname, 'clock-jumps.cjs');
  return funfusicProcess(args, {
    cwd: temporaryFolder(files),
    env: { NODE_OPTIONS: `--require "${script}"` },
  });
}

describe('jumping system clock', () => {
  it('a query times out while the system clock jumps', async () => {
    const { address } = await endpoint(() => undefined);
    const args = ['--kb', address, '--timeout', '0.3', 'query.rq'];
    const { code, stderr } = await runWithJumpingClock('run', ...args);
    expect(stderr).toContain('did not answer within 0.3 seconds.');
    expect(code).toBe(1);
  });

  it('a query reports its real duration while the system clock jumps', async () => {
    const { address } = await endpoint(answers(oneRow));
    const { code, stderr } = await runWithJumpingClock('run', '--kb', address, '--no-names', 'query.rq');
    expect(code).toBe(0);
    const [, milliseconds] = /1 row, (\S+) ms/.exec(stderr) ?? [];
    expect(Number(milliseconds)).toBeGreaterThanOrEqual(0);
    expect(Number(milliseconds)).toBeLessThan(60_000);
  });

  it('a question times out while the system clock jumps', async () => {
    const { address } = await endpoint(() => undefined);
    const args = ['--kb', address, '--timeout', '0.3', 'Who directed Titanic?'];
    const { code, stdout } = await runWithJumpingClock('ask', ...args);
    expect(stdout).toContain('did not answer within 0.3 seconds.');
    expect(code).toBe(2);
  });
});
