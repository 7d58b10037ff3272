/**
 * Writes files atomically and never through a link: into a new file with a random name beside the target, which replaces the target
 * when it is complete on disk. A killed process leaves the old file, and possibly a temporary one.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkFolder, checkFolderSync, checkExisting, checkExistingSync, NO_FOLLOW } from './regular-file';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

export const temporaryName = (path: string, id: string = randomUUID()): string => `${path}.${id}.tmp`;

/** Whether a name was created by `temporaryName`. */
export const isTemporaryName = (name: string): boolean =>
  /\.[\da-f]{8}(?:-[\da-f]{4,12}){4}\.tmp$/.test(name);

/** A text that is too large for one string is given in parts. */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  await checkFolder(dirname(path));
  await checkExisting(path);
  const temporary = temporaryName(path);
  const file = await open(temporary, NEW_FILE, 0o666);
  try {
    try {
      if (typeof content === 'string' || content instanceof Uint8Array) await file.writeFile(content);
      else for (const part of joinParts(content)) await file.writeFile(part);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

const PART_LENGTH = 1024 * 1024;

/** Joins small parts, because each one is written on its own. */
function* joinParts(parts: Iterable<string>): Iterable<string> {
  let joined = '';
  for (const part of parts) {
    joined += part;
    if (joined.length < PART_LENGTH) continue;
    yield joined;
    joined = '';
  }
  yield joined;
}

/** A file that is being written. It must be committed or discarded. */
interface PendingFile {
  readonly descriptor: number;
  /** Gives the file its name. If that fails, the temporary file is removed. */
  commit(): void;
  discard(): void;
}

/** `id` makes the name of the unfinished file known. */
export function beginAtomicWrite(path: string, mode = 0o666, id?: string): PendingFile {
  checkFolderSync(dirname(path));
  checkExistingSync(path);
  const temporary = temporaryName(path, id);
  const descriptor = openSync(temporary, NEW_FILE, mode);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  const discard = (): void => {
    close();
    rmSync(temporary, { force: true });
  };
  const commit = (): void => {
    try {
      fsyncSync(descriptor);
      close();
      renameSync(temporary, path);
    } catch (error) {
      discard();
      throw error;
    }
  };
  return { descriptor, commit, discard };
}

/** Writes a file that the user named on the command line, which may be a link, a device or a pipe. */
export function writeNamedFile(path: string, text: string): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  const pending = existing && !canBeReplaced(existing) ? undefined : beginAt(path, existing);
  if (!pending) {
    writeFileSync(path, text);
    return;
  }
  try {
    if (existing) fchmodSync(pending.descriptor, existing.mode & 0o7777);
    writeFileSync(pending.descriptor, text);
  } catch (error) {
    pending.discard();
    throw error;
  }
  pending.commit();
}

/** Replacing it would lose its owner or its other hard links otherwise. */
function canBeReplaced(existing: Stats): boolean {
  return existing.isFile() && existing.nlink === 1 && isOwn(existing);
}

/** On Windows, the owner of a file is unknown. */
export const isOwn = ({ uid }: { readonly uid: number }): boolean =>
  process.getuid === undefined || uid === process.getuid();

/** Undefined if the file may be written, but the folder may not. */
function beginAt(path: string, existing: object | undefined): PendingFile | undefined {
  const target = existing ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  try {
    return beginAtomicWrite(target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (existing && (code === 'EACCES' || code === 'EPERM')) return undefined;
    throw error;
  }
}
