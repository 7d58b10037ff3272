import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, inRoot, root } from './paths.mjs';
import { build as buildExtension, installPackages } from './project.mjs';

/**
 * Builds what is tested, and bundles the tests of one kind. The extension host needs CommonJS. The UI tests share modules, so that they share a window.
 * @param {'suite' | 'ui'} kind
 * @returns {Promise<string>} the folder of the bundles
 */
export async function bundleEditorTests(kind) {
  // All stages of npm test use one build.
  if (!process.env.FUNFUSIC_TEST_RESULTS) {
    await installPackages();
    await buildExtension();
  }
  const { build } = await import('esbuild');
  const source = inRoot('test', 'editor', kind);
  const folder = join(cache, 'editor-tests', kind);
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: readdirSync(source)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(source, name)),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    ...(kind === 'ui'
      ? { format: 'esm', splitting: true, outExtension: { '.js': '.mjs' } }
      : { format: 'cjs' }),
    sourcemap: 'inline',
    logLevel: 'warning',
    external: ['vscode', 'mocha', 'playwright-core'],
  });
  return folder;
}
