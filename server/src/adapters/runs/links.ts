/** Links in the folder of a run, which may have been cloned from anywhere. */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_FILES } from '../../evaluation/run-manifest';
import { UnsafeFileError, whatIsUnsafe } from '../files/regular-file';

/** Throws where one is among the files of a run. Its records and traces are checked one by one when they are read. */
export async function checkRunFiles(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const what = entry.isDirectory() ? undefined : whatIsUnsafe(entry);
    if (what !== undefined) throw new UnsafeFileError(join(folder, entry.name), what);
  }
}

/** Throws where one is anywhere in a run. */
export async function checkWholeRun(folder: string): Promise<void> {
  for (const part of ['.', RUN_FILES.records, RUN_FILES.traces]) await checkRunFiles(join(folder, part));
}

/** A link in a run, or in its place, as a sentence with what to do. */
export async function linkProblem(folder: string): Promise<string | undefined> {
  try {
    if ((await lstat(folder)).isSymbolicLink()) return linkedRun(folder);
    await checkRunFiles(folder);
  } catch (error) {
    // Whoever reads the folder reports everything else that is wrong with it.
    if (error instanceof UnsafeFileError) return error.message;
  }
  return undefined;
}

export const linkedRun = (folder: string): string =>
  `${folder} is a symbolic link. Delete it, and move the folder of the evaluation here.`;

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
