/** The files of a run that is not being written: read to be scored anew, and the reports written beside them. */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_FILES } from '../core/eval/eval-run';
import type { RunTexts } from '../core/eval/read-run';
import { reasonOf } from './file-faults';
import { writing } from './run-folder';
import { writeWhole } from './run/whole-files';

export async function readRunTexts(folder: string): Promise<RunTexts | { readonly problem: string }> {
  try {
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
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
    for (const { name, text } of files) await writeWhole(join(folder, name), text);
  });
}

/** `report.json`, or that of a folder. */
export async function readReportText(
  path: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return { text: await readFile(isFolder ? join(path, RUN_FILES.report.json) : path, 'utf8') };
  } catch (error) {
    return {
      problem: `${path} has no ${RUN_FILES.report.json}: ${reasonOf(error)}. Name the folder of a run, or a report.json; funfusic report FOLDER writes it.`,
    };
  }
}
