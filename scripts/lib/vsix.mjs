import { readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { inRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { lastLines } from './project.mjs';

/**
 * Packs what is built into a VSIX. The packages are bundled into dist/, so none are packed.
 * @param {string} [file]
 */
export async function packVsix(file = defaultFile()) {
  const vsce = inRoot('node_modules', '@vscode', 'vsce', 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    '--no-rewrite-relative-links',
    '--allow-missing-repository',
    '--skip-license',
    '--out',
    file,
  ];
  const { code, output } = await run(process.execPath, [vsce, ...args], { cwd: root, seconds: 120 });
  if (code !== 0)
    throw new Failure('The extension could not be packed.', 'The output above says why.', lastLines(output));
  return { file, output };
}

function defaultFile() {
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  return inRoot(`${name}-${version}.vsix`);
}
