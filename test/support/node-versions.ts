/** The Node versions to test with: that of the tests, and that of the editor if it is installed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lsp/build';

export interface NodeVersion {
  readonly title: string;
  /** Undefined if it is not installed. */
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
