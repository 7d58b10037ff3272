/** Files in a cache folder that does not grow without end, each written whole or not at all. Only files of this user are read. */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beginAtomicWrite, isOwn } from './files/atomic-write';
import { openRegularFileSync } from './files/regular-file';

const DAY = 86_400_000;

/** Of files as they are now: something else when one of them changes. Throws where one is not there. */
export function statesOf(files: readonly string[]): readonly unknown[] {
  return files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [file, size, mtimeMs];
  });
}

/** Files with the same ending, and how many bytes they may have together. */
export interface CacheKind {
  readonly ending: string;
  readonly mostBytes: number;
}

/**
 * Returns whether it was written: `write` fills a file that replaces `path` when it is complete. A full or
 * read-only disk is ignored.
 */
export function keepFile(path: string, kind: CacheKind, write: (descriptor: number) => boolean): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const folder = realpathSync(dirname(path));
    const kept = join(folder, basename(path));
    const pending = beginAtomicWrite(kept, 0o600);
    try {
      if (!write(pending.descriptor)) return false;
      pending.commit();
    } finally {
      pending.discard();
    }
    removeOldest(folder, kept, kind);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where there is none. In a folder that others may write to, what is not this user's own could be anything. */
export function openKept(path: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openRegularFileSync(path);
    const stats = fstatSync(descriptor);
    if (isOwn(stats) && stats.nlink === 1) return descriptor;
  } catch {
    // Ignored.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return undefined;
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

function removeOldest(folder: string, keep: string, { ending, mostBytes }: CacheKind): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(ending) || name.endsWith('.tmp'))
    .flatMap((name) => {
      const path = join(folder, name);
      // Another process may have removed it.
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
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
