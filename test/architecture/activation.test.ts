import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

it('The activation of the extension loads no large package: the language client and zod are loaded later', async () => {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['client/src/extension.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    metafile: true,
  });
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') load(imported);
  };
  load('dist/extension.js');
  const external = [...loaded].filter((path) => !(path in metafile.outputs));
  expect(external.filter((name) => !name.startsWith('node:'))).toEqual(['vscode', 'diff']);
});
