// The layers of the code and their permitted imports. oxlint and test/architecture/layers.test.ts read this table.
// Imports that are not listed are not allowed, so a new folder must be added here.

/** The core, from bottom to top: a folder may import the folders above it in this list. */
const core = [
  'language',
  'kb',
  'schema',
  'model',
  'describe',
  'check',
  'query',
  'edit',
  'logical-form',
  'question',
  'candidates',
  'repair',
  'ask',
  'agent-tools',
].map((name) => `server/src/core/${name}`);

const evaluation = 'server/src/evaluation';
const protocol = 'server/src/protocol';
const settings = 'server/src/settings';
const adapters = 'server/src/adapters';
const compose = 'server/src/compose';
const shared = 'client/shared';
const anything = '';

/** Folder → the other folders whose files it may import. */
export const allowedImports = new Map([
  ...core.map((folder, index) => [folder, core.slice(0, index)]),
  [settings, core],
  [evaluation, [...core, settings]],
  [protocol, ['server/src/core/language']],
  [adapters, [...core, evaluation]],
  [compose, [...core, evaluation, settings, protocol, adapters]],
  ['server/src/lsp', [...core, evaluation, settings, protocol, compose]],
  ['server/src/cli', [...core, evaluation, settings, compose, 'package.json']],
  ['server/src/main.ts', ['server/src/lsp']],
  ['server/src/start', ['server/src/main.ts', 'server/src/cli', adapters, 'package.json']],
  ['server/src/web', [protocol, adapters, 'server/src/start']],
  [shared, [protocol]],
  ['client/webview', [shared, protocol]],
  ['client/src', [shared, protocol]],
  ['client/start', ['client/src', 'server/src/start']],
  ['test', [anything]],
  ['tools', [anything]],
  ['bench', [anything]],
]);

/** The layer of a file (path from the root, with slashes), or undefined for a file outside every layer. */
export function layerOf(file) {
  return [...allowedImports.keys()].find((folder) => file === folder || file.startsWith(`${folder}/`));
}

/** Returns why a file may not import another one; undefined if it may. */
export function importProblem(from, to) {
  const layer = layerOf(from);
  if (layer === undefined) return `${from} is in no layer. Add its folder to scripts/lib/layers.mjs.`;
  const target = layerOf(to) ?? to;
  const allowed = allowedImports.get(layer) ?? [];
  if (target === layer || allowed.includes(anything) || allowed.includes(target)) return undefined;
  return `${layer} may not import ${target}. See scripts/lib/layers.mjs and ARCHITECTURE.md.`;
}
