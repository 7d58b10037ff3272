/** Starts the command line (`dist/cli.js`). The version needs nothing else. */
import { join } from 'node:path';
import { version } from '../../../package.json';
import { cacheFolder } from '../adapters/cache-folder';
import { compileOnlyHotFunctions } from '../adapters/kb/engine/compile-hot-functions';
import type * as Bundle from './bundle';
import { loadBundle } from './code-cache';

const args = process.argv.slice(2);
if (args[0] === '--version' || args[0] === '-V') process.stdout.write(`${version}\n`);
else {
  compileOnlyHotFunctions();
  const { bundle, saveCache } = loadBundle<typeof Bundle>('cli', join(__dirname, 'main.js'), cacheFolder());
  process.once('exit', saveCache);
  void bundle
    .loadCommandLine()
    .then(({ runCommand }) => runCommand(args))
    .then((code) => {
      process.exitCode = code;
    });
}
