/** Builds dist/ before the tests that start the bundles, unless it is up to date. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');
/** What the other two load. */
export const MAIN = join(ROOT, 'dist', 'main.js');
export const SERVER = join(ROOT, 'dist', 'server.js');
export const CLI = join(ROOT, 'dist', 'cli.js');

/** Vitest calls this once before the workers start (`globalSetup`). */
export function setup(): void {
  execFileSync(process.execPath, ['esbuild.mjs', '--if-older'], { cwd: ROOT, stdio: 'inherit' });
}
