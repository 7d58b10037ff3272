/** Files in a cache folder of limited size, written atomically. Only files of this user are read. */
import { randomUUID } from 'node:crypto';
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
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beginAtomicWrite, isOwn, temporaryName } from './files/atomic-write';
import { openRegularFileSync } from './files/regular-file';

const DAY_MS = 86_400_000;
/** The extension of marks that hold a file. */
const MARK = '.held';
const HELD = /^(.+)\.(\d+)-[\da-f-]{36}\.held$/;

/** Sizes and modification times, to detect changes. Throws if a file does not exist. */
export function fileStates(files: readonly string[]): readonly unknown[] {
  return files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [file, size, mtimeMs];
  });
}

/** Files with the same extension, and the limit of their total size. */
export interface CacheKind {
  readonly extension: string;
  readonly maxBytes: number;
}

/**
 * Returns whether it was written: `write` fills a file that replaces `path` when it is complete. A full or
 * read-only disk is ignored.
 */
export function writeCacheFile(
  path: string,
  kind: CacheKind,
  write: (descriptor: number) => boolean,
  unfinishedId?: string,
): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const folder = realpathSync(dirname(path));
    const target = join(folder, basename(path));
    const pending = beginAtomicWrite(target, 0o600, unfinishedId);
    try {
      if (!write(pending.descriptor)) return false;
      pending.commit();
    } finally {
      pending.discard();
    }
    removeOldest(folder, target, kind);
    return true;
  } catch {
    return false;
  }
}

/** Removes the files that a thread with this id has not finished. */
export function removeUnfinished(folder: string, id: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name.endsWith(temporaryName('', id))) removeFile(join(folder, name));
  } catch {
    // There is no such folder.
  }
}

/** Undefined if it does not exist or belongs to another user, who could have put anything there. */
export function openCacheFile(path: string): number | undefined {
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

/** Keeps a file from being removed as the oldest, until the returned function is called or this process ends. */
export function holdCacheFile(path: string): () => void {
  const mark = `${path}.${process.pid}-${randomUUID()}${MARK}`;
  try {
    writeFileSync(mark, '', { mode: 0o600, flag: 'wx' });
  } catch {
    // A folder that is not writable.
  }
  return () => removeFile(mark);
}

/** Marks a file as used, because the oldest are removed first. */
export function touchFile(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Not writable, or removed by another process.
  }
}

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process may have it open.
  }
}

function removeOldest(folder: string, keep: string, { extension, maxBytes }: CacheKind): void {
  const names = readdirSync(folder);
  const held = new Set(names.flatMap((name) => heldFile(folder, name) ?? []));
  const files = names
    .filter((name) => name.endsWith(extension) || name.endsWith('.tmp'))
    .flatMap((name) => {
      const path = join(folder, name);
      // Another process may have removed it.
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
    })
    .sort((left, right) => right.mtimeMs - left.mtimeMs);
  let bytes = 0;
  for (const { path, size, mtimeMs } of files) {
    const isOurs = path.endsWith(extension);
    const abandoned = !isOurs && Date.now() - mtimeMs > DAY_MS;
    bytes += isOurs ? size : 0;
    if (path !== keep && (abandoned || (isOurs && bytes > maxBytes && !held.has(path)))) removeFile(path);
  }
}

/** The file that a mark holds. The mark of a process that has ended is removed. */
function heldFile(folder: string, name: string): string | undefined {
  const [, held, pid] = HELD.exec(name) ?? [];
  if (held === undefined) return undefined;
  if (isRunning(Number(pid))) return join(folder, held);
  removeFile(join(folder, name));
  return undefined;
}

/** Whether a process with this id is running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
