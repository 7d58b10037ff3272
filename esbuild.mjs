// Bundles the extension, the language server and the CLI into dist/.
//   node esbuild.mjs            build once
//   node esbuild.mjs --if-older build once, unless dist/ is newer than all that goes into it
//   node esbuild.mjs --watch    rebuild on change
//   node esbuild.mjs --run F.ts bundle one tool in memory and run it
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { bundledFolders, noticesOf } from './scripts/lib/notices.mjs';
import { forBrowser } from './scripts/lib/web-bundle.mjs';

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  // The ES module builds of the LSP packages bundle smaller than their CommonJS ones.
  mainFields: ['module', 'main'],
  conditions: ['import'],
};

/** What is loaded late is a bundle of its own, beside those that load it. */
const apart = {
  name: 'apart',
  setup: (build) =>
    build.onResolve({ filter: /^\.\/(?:undici|openai|mcp-server)$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `${path}.js`, external: true } : undefined,
    ),
};

/**
 * Importing a CommonJS package copies its exports for each file that imports it, which takes long for a large one. So all files import
 * one module that exports them again.
 */
const shared = {
  name: 'shared',
  setup: (build) => {
    build.onResolve(
      { filter: /^(?:vscode|vscode-languageserver|vscode-languageclient\/node)$/ },
      // CommonJS packages use the exports themselves.
      ({ path, kind, namespace }) =>
        kind === 'import-statement' && namespace !== 'shared' ? { path, namespace: 'shared' } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: 'shared' }, ({ path }) => ({
      contents: `export * from '${path}'`,
      resolveDir: import.meta.dirname,
    }));
  },
};

/** Bundles the result of a file of constants instead of what computes it. */
const precomputed = {
  name: 'precomputed',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]lalr-tables\.ts$/ }, async ({ path }) => {
      const { outputFiles, metafile } = await esbuild.build({
        ...common,
        entryPoints: [path],
        write: false,
        metafile: true,
      });
      // Their licenses apply to the result too.
      precomputedFrom.push(metafile);
      const module = { exports: {} };
      new Function('module', outputFiles[0].text)(module);
      const constants = Object.entries(module.exports);
      return {
        contents: constants
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    }),
};
const precomputedFrom = [];

/**
 * Escapes what esbuild writes as it is: characters of regular expressions and tagged templates. The bundles are loaded as Latin-1, which
 * is faster (`server/src/start/code-cache.ts`).
 */
const ascii = {
  name: 'ascii',
  setup: (build) =>
    build.onEnd(({ metafile }) => {
      for (const file of Object.keys(metafile?.outputs ?? {}).filter((name) => name.endsWith('.js'))) {
        const text = readFileSync(file, 'utf8');
        const escaped = text.replace(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        if (escaped !== text) writeFileSync(file, escaped);
      }
    }),
};

/** Packed with the extension. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const runAt = process.argv.indexOf('--run');
if (runAt > 0) {
  const [entry, ...args] = process.argv.slice(runAt + 1);
  mkdirSync('.cache', { recursive: true });
  const outfile = resolve(join('.cache', `${entry.replace(/[\\/]/g, '-').replace(/\.ts$/, '')}.cjs`));
  await esbuild.build({ ...common, entryPoints: [entry], outfile, packages: 'external' });
  process.exit(
    spawnSync(process.execPath, ['--max-old-space-size=8192', outfile, ...args], { stdio: 'inherit' })
      .status ?? 1,
  );
}

/** Makes a bundle a command. */
const SHEBANG = { js: '#!/usr/bin/env node' };

const bundles = [
  { entryPoints: ['client/src/extension.ts'], outfile: 'dist/client.js', external: ['vscode'] },
  {
    entryPoints: { results: 'client/webview/main.ts', ask: 'client/webview/ask-view/main.ts' },
    outdir: 'dist',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    // A source map would be fetched, which the page's policy forbids.
    sourcemap: false,
  },
  { entryPoints: ['server/src/start/bundle.ts'], outfile: 'dist/main.js' },
  // Both the server and the command line start it, from beside them.
  { entryPoints: ['server/src/adapters/kb/embedded-worker.ts'], outfile: 'dist/kb-worker.js' },
  { entryPoints: ['server/src/adapters/undici.ts'], outfile: 'dist/undici.js' },
  { entryPoints: ['server/src/adapters/model/openai.ts'], outfile: 'dist/openai.js' },
  { entryPoints: ['server/src/cli/mcp-server.ts'], outfile: 'dist/mcp-server.js' },
  // VS Code for the Web.
  { ...forBrowser, entryPoints: ['client/src/extension.ts'], outfile: 'dist/web-extension.js' },
  { ...forBrowser, entryPoints: ['server/src/web/server.ts'], outfile: 'dist/web-server.js' },
  { ...forBrowser, entryPoints: ['server/src/web/kb-worker.ts'], outfile: 'dist/web-kb-worker.js' },
].map(withDefaults);

/** What starts a bundle, with a code cache that is named after the hash of the bundle. */
const programs = (hashOf) =>
  [
    [
      'dist/main.js',
      { entryPoints: ['server/src/start/server.ts'], outfile: 'dist/server.js', banner: SHEBANG },
    ],
    ['dist/main.js', { entryPoints: ['server/src/start/cli.ts'], outfile: 'dist/cli.js', banner: SHEBANG }],
    ['dist/client.js', { entryPoints: ['client/start/extension.ts'], outfile: 'dist/extension.js' }],
  ].map(([bundle, program]) =>
    withDefaults({ ...program, define: { BUNDLE_HASH: JSON.stringify(hashOf(bundle)) } }),
  );

const notCached = () => '';

function withDefaults(bundle) {
  return {
    ...common,
    plugins: [apart, shared, precomputed, ascii],
    minify: true,
    metafile: true,
    sourcemap: true,
    // What is loaded late is CommonJS: `import()` would look through all of it for its exports, which takes longer than to load it.
    supported: { 'dynamic-import': false },
    ...bundle,
  };
}

if (process.argv.includes('--if-older') && isBuilt()) process.exit();
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
// With their times, so that the cached image of the sample KB is still that of its files.
cpSync('server/data', 'dist/data', { recursive: true, preserveTimestamps: true });
cpSync('prompts', 'dist/data/prompts', { recursive: true });
cpSync('node_modules/oxigraph/node_bg.wasm', 'dist/node_bg.wasm');
if (process.argv.includes('--watch')) {
  for (const bundle of [...bundles, ...programs(notCached)])
    await (await esbuild.context({ ...bundle, logLevel: 'info' })).watch();
} else {
  const build = (list) => Promise.all(list.map((bundle) => esbuild.build(bundle)));
  const results = await build(bundles);
  const hashOf = (file) => createHash('sha1').update(readFileSync(file)).digest('hex').slice(0, 16);
  const metafiles = [...results, ...(await build(programs(hashOf)))]
    .map(({ metafile }) => metafile)
    .concat(precomputedFrom);
  writeFileSync(NOTICES, noticesOf(bundledFolders(metafiles)));
  writeFileSync('dist/metafiles.json', JSON.stringify(metafiles));
}

/** What a build that broke off has not written counts as old. */
function isBuilt() {
  const files = [...bundles, ...programs(notCached)].flatMap(({ outfile, entryPoints }) =>
    outfile ? [outfile] : Object.keys(entryPoints).map((name) => `dist/${name}.js`),
  );
  const built = [...files, NOTICES, 'dist/metafiles.json'].map((file) =>
    existsSync(file) ? statSync(file).mtimeMs : 0,
  );
  const sources = [
    'client',
    'server',
    'prompts',
    'esbuild.mjs',
    'scripts/lib/notices.mjs',
    'scripts/lib/web-bundle.mjs',
    'package-lock.json',
  ].flatMap(withAllIn);
  return Math.min(...built) > Math.max(...sources.map((path) => statSync(path).mtimeMs));
}

/** Folders too: they tell what was deleted. */
function withAllIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))];
}
