/** Remembers what the user confirmed on a terminal: one small file each in the user's cache folder. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder';

/** Identified by a digest of all parts, so a change of any part needs a new confirmation. */
export function isConfirmed(parts: readonly string[]): boolean {
  const file = fileOf(parts);
  return file !== undefined && existsSync(file);
}

/** If it cannot be written, the user is asked again the next time. */
export function rememberConfirmed(parts: readonly string[]): void {
  const file = fileOf(parts);
  if (file === undefined) return;
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    // Never through a link, and never over an existing file.
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It exists already, or nothing can be written.
  }
}

function fileOf(parts: readonly string[]): string | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  return join(folder, 'confirmed', createHash('sha256').update(JSON.stringify(parts)).digest('hex'));
}
