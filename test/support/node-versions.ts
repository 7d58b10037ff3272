/** The versions of Node that can be tested on this machine: the one that runs the tests, and that of the editor where it is installed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lsp/build';

export interface NodeVersion {
  readonly title: string;
  /** Undefined where it is not installed. */
  readonly path: string | undefined;
}

export const NODE_VERSIONS: readonly NodeVersion[] = [
  { title: `Node ${process.version}`, path: process.execPath },
  { title: "the editor's Node", path: editorNode() },
];

function editorNode(): string | undefined {
  const editors = join(ROOT, '.vscode-test');
  return namesIn(editors)
    .map((name) => join(editors, name, 'node', 'node_modules'))
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name, 'bin', 'node')))
    .find((path) => existsSync(path));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
