/** What the user has confirmed on a terminal, remembered in the user's own folder: one small file for each. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder';

/** By a digest of all its parts: the file of one that has changed in any of them is another. */
export function isConfirmed(parts: readonly string[]): boolean {
  const file = fileOf(parts);
  return file !== undefined && existsSync(file);
}

/** Where it cannot be written, the user is asked again the next time. */
export function rememberConfirmed(parts: readonly string[]): void {
  const file = fileOf(parts);
  if (file === undefined) return;
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    // Never through a link, and never over something else.
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is there already, or nothing can be written.
  }
}

function fileOf(parts: readonly string[]): string | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  return join(folder, 'confirmed', createHash('sha256').update(JSON.stringify(parts)).digest('hex'));
}
