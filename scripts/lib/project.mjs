// Installs the packages and builds; every script starts with this.
import { existsSync, lstatSync, statSync } from 'node:fs';
import { Failure, downloadAdvice } from './failure.mjs';
import { inRoot, root } from './paths.mjs';
import { run } from './processes.mjs';

/** Runs `npm ci` unless the installed packages are at least as new as the lock file. */
export async function installPackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing the project’s packages (npm ci) …');
  const result = await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, seconds: 300 });
  if (result.code === 0) return;
  throw new Failure(
    'The project’s packages could not be installed (npm ci).',
    downloadAdvice(result.output),
    lastLines(result.output),
  );
}

/**
 * npm writes this file at the end of every install. A linked folder belongs to another checkout, which npm would empty.
 */
function packagesAreCurrent() {
  const folder = inRoot('node_modules');
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) return true;
  const installed = inRoot('node_modules', '.package-lock.json');
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
  );
}

/** Does nothing if dist/ is newer than the sources. */
export async function build() {
  console.log('Building …');
  const result = await run(process.execPath, ['esbuild.mjs', '--if-older'], { cwd: root, seconds: 120 });
  if (result.code === 0) return;
  throw new Failure(
    'The build failed (node esbuild.mjs).',
    'The output above names the file and the line.',
    lastLines(result.output),
  );
}

export const lastLines = (output, count = 30) => output.trim().split('\n').slice(-count).join('\n');
