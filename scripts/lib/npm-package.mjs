import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { lastLines } from './project.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** What the command line and the language server need. Packages are bundled into dist/. */
const FILES = [
  'dist/cli.js',
  'dist/server.js',
  'dist/main.js',
  'dist/kb-worker.js',
  'dist/undici.js',
  'dist/openai.js',
  'dist/mcp-server.js',
  'dist/node_bg.wasm',
  'dist/data',
  'docs',
  'schemas',
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  'THIRD-PARTY-NOTICES.txt',
];

/** The name that `npx` and imports use. */
const NAME = 'funfusic';

/**
 * Packs the build into an npm package with the commands `funfusic` and `funfusic-server`. It has no dependencies.
 * @param {string} folder where the package is written
 */
export async function packNpm(folder = inRoot()) {
  const { version, license, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const { description } = JSON.parse(readFileSync(inRoot('package.nls.json'), 'utf8'));
  const stage = temporaryFolder();
  const images = inRoot('docs', 'images');
  for (const path of FILES)
    cpSync(inRoot(path), join(stage.path, path), {
      recursive: true,
      filter: (source) => !source.startsWith(images),
    });
  const readme = readFileSync(inRoot('docs', 'cli.md'), 'utf8').replace(/\]\((?=[\w-]+\.md)/g, '](docs/');
  writeFileSync(join(stage.path, 'README.md'), readme);
  const bin = { funfusic: 'dist/cli.js', 'funfusic-server': 'dist/server.js' };
  const manifest = {
    name: NAME,
    version,
    description,
    license,
    bin,
    types: 'schemas/types.d.ts',
    engines: { node: engines.node },
  };
  writeFileSync(join(stage.path, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
  const { code, output } = await run('npm', args, { cwd: stage.path, seconds: 120 });
  stage.remove();
  if (code !== 0)
    throw new Failure(
      'The npm package could not be packed.',
      'The output above says why.',
      lastLines(output),
    );
  return { file: join(folder, `${NAME}-${version}.tgz`) };
}
