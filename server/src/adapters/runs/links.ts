/** Refuses symbolic links in the folder of a run, which may come from an untrusted repository. */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_FILES } from '../../evaluation/run-manifest';
import { UnsafeFileError, describeUnsafeEntry } from '../files/regular-file';

/** Throws if a file of a run is a link. Records and traces are checked when they are read. */
export async function checkRunFiles(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const what = entry.isDirectory() ? undefined : describeUnsafeEntry(entry);
    if (what !== undefined) throw new UnsafeFileError(join(folder, entry.name), what);
  }
}

/** Throws if there is a link anywhere in a run. */
export async function checkWholeRun(folder: string): Promise<void> {
  for (const part of ['.', RUN_FILES.records, RUN_FILES.traces]) await checkRunFiles(join(folder, part));
}

/** A sentence if a run is a link or contains one. */
export async function linkProblem(folder: string): Promise<string | undefined> {
  try {
    if ((await lstat(folder)).isSymbolicLink()) return linkedRun(folder);
    await checkRunFiles(folder);
  } catch (error) {
    // Other problems are reported when the folder is read.
    if (error instanceof UnsafeFileError) return error.message;
  }
  return undefined;
}

export const linkedRun = (folder: string): string =>
  `${folder} is a symbolic link. Replace it with the folder itself.`;

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
