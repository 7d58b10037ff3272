import { appendFileSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { runMocha } from '../../../scripts/lib/run-mocha.mjs';

/** Called by VS Code in its extension host. */
export async function run(): Promise<void> {
  const { env } = process;
  // Output to the console would be lost in the editor's own log.
  const report = env['FUNFUSIC_TEST_REPORT'];
  if (report)
    Mocha.reporters.Base.consoleLog = (...line: unknown[]) => appendFileSync(report, `${format(...line)}\n`);
  const results = await runMocha(Mocha, __dirname, {
    grep: env['FUNFUSIC_TEST_GREP'] ?? '',
    repeat: Number(env['FUNFUSIC_TEST_REPEAT'] ?? 1),
    // A busy machine may be slow; a test that hangs still ends.
    timeout: 120_000,
  });
  const file = env['FUNFUSIC_TEST_RESULTS'];
  if (file) writeFileSync(file, JSON.stringify(results));
  if (results.failed > 0) throw new Error(`${results.failed} failed`);
}
