/** Files in a cache folder that does not grow without end, each written whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DAY = 86_400_000;

/** Of files as they are now: something else when one of them changes. Throws where one is not there. */
export function statesOf(files: readonly string[]): readonly unknown[] {
  return files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [file, size, mtimeMs];
  });
}

/** Files with the same ending, and how many bytes they may have together. */
export interface Kind {
  readonly ending: string;
  readonly mostBytes: number;
}

/**
 * Whether it was written: `write` fills a file that takes the place of `path` when it is whole, where it returns true. A disk that
 * is full, or may not be written on, is no reason not to answer.
 */
export function keepFile(path: string, kind: Kind, write: (temporary: string) => boolean): boolean {
  const folder = dirname(path);
  const temporary = join(folder, `${randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!write(temporary)) return false;
    renameSync(temporary, path);
    removeOldest(folder, path, kind);
    return true;
  } catch {
    removeFile(temporary);
    return false;
  }
}

/** It was used: the oldest are removed first. */
export function touchFile(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody else's, or gone: it was read all the same.
  }
}

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process may have it open; it will be noticed again.
  }
}

function removeOldest(folder: string, keep: string, { ending, mostBytes }: Kind): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(ending) || name.endsWith('.tmp'))
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = statSync(path);
      return { path, size, mtimeMs };
    })
    .sort((left, right) => right.mtimeMs - left.mtimeMs);
  let bytes = 0;
  for (const { path, size, mtimeMs } of files) {
    const isOurs = path.endsWith(ending);
    const abandoned = !isOurs && Date.now() - mtimeMs > DAY;
    bytes += isOurs ? size : 0;
    if (path !== keep && (abandoned || (isOurs && bytes > mostBytes))) removeFile(path);
  }
}
