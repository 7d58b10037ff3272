// The bundles for VS Code in a browser. Of the client, a file `name.web.ts` replaces `name.ts` there.
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** oxigraph's builds for Node and for the browser differ in one name only, so that they can share the file of the engine. */
const sharedEngine = {
  name: 'shared-engine',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]oxigraph[\\/]web\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('web_bg', 'node_bg'),
    })),
};

const filesIn = (folder) =>
  readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map(({ parentPath, name }) =>
      `${parentPath}/${name}`.slice(inRoot(folder).length + 1).replaceAll('\\', '/'),
    );

const promptFiles = readdirSync(inRoot('prompts')).filter((name) => name !== 'README.md');

/** What the server reads of dist/, because a browser cannot list a folder. */
const bundledFiles = [...filesIn('server/data'), ...promptFiles.map((name) => `prompts/${name}`)]
  .map((name) => `data/${name}`)
  .sort();

export const forBrowser = {
  platform: 'browser',
  target: 'es2022',
  format: 'cjs',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['browser', 'import'],
  resolveExtensions: ['.web.ts', '.ts', '.mjs', '.js', '.json'],
  external: ['vscode'],
  // Of Node, the client uses only names of files.
  alias: { 'node:path': inRoot('server', 'src', 'web', 'path.ts') },
  plugins: [sharedEngine],
  define: { BUNDLED_FILES: JSON.stringify(bundledFiles), 'import.meta.url': '""' },
  // The page would look for it, and it is not packed.
  sourcemap: false,
};
