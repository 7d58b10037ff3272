/** The files of a run that is not being written: read to be scored anew, and the reports written beside them. */
import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_FILES } from '../evaluation/eval-run';
import type { RunTexts } from '../evaluation/read-run';
import { reasonOf } from './file-errors';
import { writeAtomic } from './files/atomic-write';
import { readRegularFile, UnsafeFileError } from './files/regular-file';
import { writing } from './run-folder';
import { checkRunFiles, checkWholeRun } from './run/links';

export async function readRunTexts(folder: string): Promise<RunTexts | { readonly problem: string }> {
  try {
    await checkRunFiles(folder);
    const read = async (name: string): Promise<string> =>
      (await readRegularFile(join(folder, name))).toString('utf8');
    const ifAny = (name: string): Promise<string> =>
      read(name).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
        throw error;
      });
    return {
      manifest: await read(RUN_FILES.manifest),
      questions: await read(RUN_FILES.questions),
      gold: await ifAny(RUN_FILES.gold),
      predictions: await ifAny(RUN_FILES.predictions),
      times: await ifAny(RUN_FILES.times),
    };
  } catch (error) {
    if (error instanceof UnsafeFileError) return { problem: error.message };
    return {
      problem: `${folder} is no folder of a run: ${reasonOf(error)} (${RUN_FILES.manifest}, ${RUN_FILES.questions}). Name one that funfusic eval has written.`,
    };
  }
}

/** Each is there as a whole or not at all; the folder is made where it is not there. */
export async function writeRunFiles(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  await writing(folder, async () => {
    await mkdir(folder, { recursive: true });
    // The user may have named a link. Nothing below it may be one.
    const real = await realpath(folder);
    await checkWholeRun(real);
    for (const { name, text } of files) await writeAtomic(join(real, name), text);
  });
}

/** `report.json`, or that of a folder. */
export async function readReportText(
  path: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    // A file that the user names may be a link.
    const file = isFolder ? join(path, RUN_FILES.report.json) : await realpath(path);
    return { text: (await readRegularFile(file)).toString('utf8') };
  } catch (error) {
    if (error instanceof UnsafeFileError) return { problem: error.message };
    return {
      problem: `${path} has no ${RUN_FILES.report.json}: ${reasonOf(error)}. Name the folder of a run, or a report.json; funfusic report FOLDER writes it.`,
    };
  }
}
