/** Accepts only regular files and real folders: a link could lead to any file of the user, and a pipe or device could block. */
import { constants, fstatSync, lstatSync, openSync, readFileSync, closeSync, type Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';

/** Something other than a regular file where one is expected. */
export class UnsafeFileError extends Error {
  constructor(
    readonly path: string,
    /** The predicate of a sentence whose subject is the path. */
    readonly what: string,
  ) {
    super(`${path} ${what}. Delete it, or replace it with a copy of the file.`);
  }
}

/** Undefined for a regular file. */
export function describeUnsafeEntry(entry: Pick<Stats, 'isFile' | 'isSymbolicLink'>): string | undefined {
  if (entry.isSymbolicLink()) return 'is a symbolic link';
  return entry.isFile() ? undefined : 'is not a regular file';
}

/** Missing on Windows. They prevent opening a link or pipe that was created after the check. */
export const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const NO_WAIT = (constants.O_NONBLOCK as number | undefined) ?? 0;
const READ = constants.O_RDONLY | NO_FOLLOW | NO_WAIT;

export async function checkExisting(path: string): Promise<void> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (stats) check(path, stats);
}

export function checkExistingSync(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats) check(path, stats);
}

export async function checkFolder(path: string): Promise<void> {
  checkIsFolder(path, await lstat(path));
}

export function checkFolderSync(path: string): void {
  checkIsFolder(path, lstatSync(path));
}

export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The caller must close the file. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  check(path, await lstat(path));
  const file = await open(path, READ);
  try {
    check(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The caller must close the descriptor. */
export function openRegularFileSync(path: string): number {
  check(path, lstatSync(path));
  const descriptor = openSync(path, READ);
  try {
    check(path, fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

export function readRegularFileSync(path: string): Buffer {
  const descriptor = openRegularFileSync(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function check(path: string, stats: Stats): void {
  if (stats.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
  const what = describeUnsafeEntry(stats);
  if (what !== undefined) throw new UnsafeFileError(path, what);
}

function checkIsFolder(path: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw new UnsafeFileError(path, 'is a symbolic link');
  if (!stats.isDirectory()) throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
