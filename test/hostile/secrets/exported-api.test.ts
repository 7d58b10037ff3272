/** What every other extension can read of the built extension: the return value of `activate`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../lsp/build';

/** Activates the extension with an editor whose every member can be called, constructed, read and extended. */
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
const vscode = Object.create(new Proxy({}, { get: whatever }));
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

async function exported(mode: number): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '-e',
    ACTIVATE,
    join(ROOT, 'dist', 'extension.js'),
    String(mode),
  ]);
  return JSON.parse(stdout) as readonly string[];
}

describe('the exported API of the extension', () => {
  it.each([
    ['as installed', 1],
    ['under development', 2],
  ])('is empty %s', async (_, mode) => {
    expect(await exported(mode)).toEqual([]);
  });

  it('has no store for secrets in tests either', async () => {
    const parts = await exported(3);
    expect(parts).toContain('whenReady');
    expect(parts).not.toContain('secrets');
  });
});
