/** Builds dist/ before the tests that start the bundles, unless it is newer than all that goes into it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');
export const SERVER = join(ROOT, 'dist', 'server.js');
export const CLI = join(ROOT, 'dist', 'cli.js');

/** For `globalSetup` of vitest: once, before the workers start. */
export function setup(): void {
  const built = [SERVER, CLI].map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0));
  const source = ['server', 'esbuild.mjs', 'package-lock.json'].map((name) => newest(join(ROOT, name)));
  if (Math.max(...source) > Math.min(...built))
    execFileSync(process.execPath, ['esbuild.mjs'], { cwd: ROOT, stdio: 'inherit' });
}

function newest(path: string): number {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((name) => statSync(join(path, name)).mtimeMs));
}
