import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);

/** For downloads: code-server, desktop VS Code. Ignored by git. */
export const downloads = inRoot('.vscode-test');

/** For build results that may be deleted at any time. Ignored by git. */
export const cache = inRoot('.cache');
