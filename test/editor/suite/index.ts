import { appendFileSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { runMocha } from '../../../scripts/lib/run-mocha.mjs';

/** Called by VS Code in its extension host. */
export async function run(): Promise<void> {
  const { env } = process;
  // Console output would go to the log of the editor.
  const report = env['FUNFUSIC_TEST_REPORT'];
  if (report)
    Mocha.reporters.Base.consoleLog = (...line: unknown[]) => appendFileSync(report, `${format(...line)}\n`);
  const results = await runMocha(Mocha, __dirname, {
    grep: env['FUNFUSIC_TEST_GREP'] ?? '',
    repeat: Number(env['FUNFUSIC_TEST_REPEAT'] ?? 1),
    // Long enough for a busy machine.
    timeout: 120_000,
  });
  const file = env['FUNFUSIC_TEST_RESULTS'];
  if (file) writeFileSync(file, JSON.stringify(results));
  if (results.failed > 0) throw new Error(`${results.failed} failed`);
}
