import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** Called by VS Code in its extension host. */
export async function run(): Promise<void> {
  // What is printed here would be lost in the editor's own log.
  const report = process.env['FUNFUSIC_TEST_REPORT'];
  if (report)
    Mocha.reporters.Base.consoleLog = (...line: unknown[]) => appendFileSync(report, `${format(...line)}\n`);
  const mocha = new Mocha({
    timeout: 30_000,
    color: false,
    fgrep: process.env['FUNFUSIC_TEST_GREP'] ?? '',
  });
  for (const name of readdirSync(__dirname).filter((file) => file.endsWith('.test.js')))
    mocha.addFile(join(__dirname, name));
  const failures: { title: string; message: string }[] = [];
  const stats = await new Promise<Mocha.Stats>((resolve, reject) => {
    const runner = mocha.run(() => {
      if (runner.stats) resolve(runner.stats);
      else reject(new Error('Mocha counted nothing.'));
    });
    runner.on('fail', (test, error: Error) =>
      failures.push({ title: test.fullTitle(), message: error.message }),
    );
  });
  const results = process.env['FUNFUSIC_TEST_RESULTS'];
  if (results)
    writeFileSync(results, JSON.stringify({ passed: stats.passes, failed: stats.failures, failures }));
  if (stats.failures > 0) throw new Error(`${stats.failures} failed`);
}
