import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { lastLines } from './project.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/**
 * Packs the build into a VSIX. Packages are bundled into dist/, so node_modules is not packed.
 * @param {string} [file]
 */
export async function packVsix(file = defaultFile()) {
  const vsce = inRoot('node_modules', '@vscode', 'vsce', 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    // With the address of the repository, vsce makes relative links and images of the README absolute.
    ...(manifest().repository ? [] : ['--no-rewrite-relative-links', '--allow-missing-repository']),
    '--skip-license',
    '--out',
    file,
  ];
  const stage = temporaryFolder();
  copyTo(stage.path);
  const { code, output } = await run(process.execPath, [vsce, ...args], { cwd: stage.path, seconds: 120 });
  stage.remove();
  if (code !== 0)
    throw new Failure('The extension could not be packed.', 'The output above says why.', lastLines(output));
  return { file, output };
}

/** vsce reads the whole folder, including the test editors, before it filters. So only the required files are copied to a new folder. */
function copyTo(stage) {
  const ignored = '.vscodeignore';
  const wanted = readFileSync(inRoot(ignored), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).replace(/\/\*.*$/, ''));
  for (const path of new Set([ignored, ...wanted]))
    cpSync(inRoot(path), join(stage, path), { recursive: true });
}

function defaultFile() {
  const { name, version } = manifest();
  return inRoot(`${name}-${version}.vsix`);
}

function manifest() {
  return JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
}
