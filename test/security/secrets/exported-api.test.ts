/** The return value of `activate`, which every other extension can read. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../lsp/build';

/** Activates the built extension with a `vscode` whose exports accept every call. */
const ACTIVATE = `
const Module = require('node:module');
const whatever = (_, key) => (key === 'then' || typeof key === 'symbol' ? undefined : anything());
const anything = () => {
  const prototype = new Proxy({}, { get: whatever });
  return new Proxy(function () {}, {
    get: (target, key) => (key === 'prototype' ? prototype : whatever(target, key)),
    set: () => true,
    apply: () => anything(),
    construct: (target, args, made) => Object.create(made.prototype),
  });
};
const types = require('node:fs').readFileSync(require.resolve('@types/vscode/index.d.ts'), 'utf8');
const names = [...types.matchAll(/^\\texport (?:class|enum|namespace|function|const) (\\w+)/gm)].map(([, name]) => name);
const vscode = Object.fromEntries(names.map((name) => [name, anything()]));
vscode.ExtensionMode = { Production: 1, Development: 2, Test: 3 };
vscode.version = '1.200.0';
const load = Module._load;
Module._load = (name, ...more) => name === 'vscode' ? vscode : load(name, ...more);
process.on('unhandledRejection', () => undefined);
const { activate } = require(process.argv[1]);
const [extensionMode] = process.argv.slice(2).map(Number);
const memory = { get: (_, otherwise) => otherwise, update: async () => undefined, keys: () => [] };
const context = {
  extensionMode, subscriptions: [], secrets: anything(), globalState: memory, workspaceState: memory,
  globalStorageUri: { fsPath: '/nowhere' }, extensionUri: anything(), asAbsolutePath: () => '/nowhere/server.js',
};
const api = activate(context);
console.log(JSON.stringify(api === undefined ? [] : Object.keys(api)));
process.exit();
`;

async function exportedNames(mode: number): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '-e',
    ACTIVATE,
    join(ROOT, 'dist', 'extension.js'),
    String(mode),
  ]);
  return JSON.parse(stdout) as readonly string[];
}

describe('exported API', () => {
  it.each([
    ['production', 1],
    ['development', 2],
  ])('the extension exports no API in %s mode', async (_, mode) => {
    expect(await exportedNames(mode)).toEqual([]);
  });

  it('the extension does not export its secrets in test mode', async () => {
    const names = await exportedNames(3);
    expect(names).toContain('whenReady');
    expect(names).not.toContain('secrets');
  });
});
