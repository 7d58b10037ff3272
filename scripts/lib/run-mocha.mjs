import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs the bundled tests of a folder.
 * @param {typeof import('mocha')} Mocha
 * @param {string} folder
 * @param {{ grep?: string, repeat?: number, timeout: number }} options
 */
export async function runMocha(Mocha, folder, { grep = '', repeat = 1, timeout }) {
  const mocha = new Mocha({ timeout, color: false, fgrep: grep });
  for (const name of readdirSync(folder).filter((file) => /\.test\.m?js$/.test(file)))
    mocha.addFile(join(folder, name));
  await mocha.loadFilesAsync();
  mocha.cleanReferencesAfterRun(false);
  const results = { passed: 0, failed: 0, failures: [] };
  for (let run = 0; run < repeat; run++)
    await new Promise((resolve) => {
      const runner = mocha.run(() => {
        results.passed += runner.stats.passes;
        results.failed += runner.stats.failures;
        resolve(undefined);
      });
      runner.on('fail', (test, { message }) => results.failures.push({ title: test.fullTitle(), message }));
    });
  return results;
}
