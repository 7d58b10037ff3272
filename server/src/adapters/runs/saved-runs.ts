/** Reads saved runs, and writes reports beside them. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, realpath, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import type { AskTrace } from '../../core/ask/ask-events';
import type { EvalQuestion } from '../../evaluation/eval-question';
import type { Prediction } from '../../evaluation/prediction';
import {
  QUESTION_RECORD_FORMAT,
  QUESTION_RECORD_VERSION,
  type QuestionRecord,
} from '../../evaluation/question-record';
import {
  describeSkippedLine,
  parsePrediction,
  readPredictions,
  readQuestions,
  type SavedPredictions,
} from '../../evaluation/read-run';
import { RUN_FILES } from '../../evaluation/run-manifest';
import type { RunProblem, RunStorage, SavedRun } from '../../evaluation/storage';
import { describeReadError } from '../file-errors';
import { writeAtomic } from '../files/atomic-write';
import { scanLines } from '../files/line-file';
import { readPacked } from '../files/packed-file';
import { openRegularFile, readRegularFile, UnsafeFileError } from '../files/regular-file';
import { checkRunFiles, checkWholeRun, linkProblem } from './links';
import { PredictionFile } from './prediction-file';
import { manifestOf, RunFolder, withWriteErrors } from './run-folder';

export const runStorage: RunStorage = {
  open: (path, start, check) => RunFolder.open(path, start, check),
  openSaved,

  async readTexts(folder) {
    try {
      await checkRunFiles(folder);
      const read = async (name: string): Promise<string> =>
        (await readRegularFile(join(folder, name))).toString('utf8');
      const readIfPresent = (name: string): Promise<string> =>
        read(name).catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
          throw error;
        });
      return {
        manifest: await read(RUN_FILES.manifest),
        questions: await read(RUN_FILES.questions),
        gold: await readIfPresent(RUN_FILES.gold),
        predictions: await openPredictions(join(folder, RUN_FILES.predictions)),
        times: await readIfPresent(RUN_FILES.times),
      };
    } catch (error) {
      if (error instanceof UnsafeFileError) return { problem: error.message };
      return {
        problem: `${folder} is not the folder of a run: ${RUN_FILES.manifest} or ${RUN_FILES.questions} cannot be read: ${describeReadError(error)}. Name a folder that funfusic eval has written.`,
      };
    }
  },

  async readReport(path) {
    try {
      const isFolder = (await stat(path)).isDirectory();
      // A file that the user names may be a link.
      const file = isFolder ? join(path, RUN_FILES.report.json) : await realpath(path);
      return { text: (await readRegularFile(file)).toString('utf8') };
    } catch (error) {
      if (error instanceof UnsafeFileError) return { problem: error.message };
      return {
        problem: `${path} has no ${RUN_FILES.report.json}: ${describeReadError(error)}. Name the folder of a run or a report.json; funfusic report FOLDER writes it.`,
      };
    }
  },

  async writeFiles(folder, files) {
    await withWriteErrors(folder, async () => {
      await mkdir(folder, { recursive: true });
      // The user may have named a link, but nothing below it may be one.
      const real = await realpath(folder);
      await checkWholeRun(real);
      for (const { name, text } of files) await writeAtomic(join(real, name), text);
    });
  },
};

/** A run without finished questions may have no such file. */
async function openPredictions(path: string): Promise<SavedPredictions> {
  const byId = new PredictionFile(path);
  const problems: string[] = [];
  let number = 0;
  const end = await scanFile(path, (line, place) => {
    number++;
    const prediction = parsePrediction(line);
    if ('problem' in prediction)
      problems.push(describeSkippedLine(number, RUN_FILES.predictions, prediction.problem));
    else byId.add(prediction.id, place);
  });
  // A crash may have cut off the last line.
  const last = parsePrediction(end?.rest ?? '');
  if (end && !('problem' in last))
    byId.add(last.id, { start: end.completeBytes, length: Buffer.byteLength(end.rest) });
  return { byId, problems };
}

/** Undefined if the file does not exist. */
async function scanFile(
  path: string,
  onLine: Parameters<typeof scanLines>[1],
): Promise<Awaited<ReturnType<typeof scanLines>> | undefined> {
  let file: FileHandle;
  try {
    file = await openRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await scanLines(file, onLine);
  } finally {
    await file.close();
  }
}

async function openSaved(path: string): Promise<SavedRun | RunProblem> {
  try {
    await checkRunFiles(path);
  } catch (error) {
    return { problem: `${path} cannot be read. ${error instanceof Error ? error.message : String(error)}` };
  }
  const manifest = await manifestOf(path);
  if (!manifest) return { problem: `${path} contains no run: ${RUN_FILES.manifest} is missing.` };
  if ('problem' in manifest) return manifest;
  let questions: readonly EvalQuestion[];
  try {
    const text = (await readRegularFile(join(path, RUN_FILES.questions))).toString('utf8');
    const { values, problems } = readQuestions(text);
    if (problems[0] !== undefined) return { problem: `${path} cannot be replayed. ${problems[0]}` };
    questions = values;
  } catch (error) {
    return { problem: `${join(path, RUN_FILES.questions)} cannot be read: ${describeReadError(error)}.` };
  }
  const rows = new Map(questions.map(({ id, row }) => [id, row]));
  return {
    path,
    manifest,
    questions,
    recordOf: (id) => readRecord(path, id, rows.get(id)),
    traceOf: async (id) => {
      const row = rows.get(id);
      if (row === undefined) return undefined;
      return (await readTrace(path, row).catch(() => undefined)) as AskTrace | undefined;
    },
  };
}

const timedList = z.array(z.looseObject({ milliseconds: z.number() }));
const recordShape = z.looseObject({
  format: z.literal(QUESTION_RECORD_FORMAT),
  version: z.literal(QUESTION_RECORD_VERSION),
  id: z.string(),
  date: z.string(),
  linkings: z.array(z.looseObject({ milliseconds: z.number(), queries: z.number() })),
  finds: timedList,
  executions: timedList,
  completions: timedList,
});

async function readRecord(
  path: string,
  id: string,
  row: number | undefined,
): Promise<QuestionRecord | RunProblem> {
  const file = join(path, RUN_FILES.records, `${row}.json.gz`);
  try {
    const value = row === undefined ? undefined : await readPacked(file);
    if (value === undefined) return { problem: `${path} has no record of the question ${id}.` };
    if (z.safeParse(recordShape, value).success) return value as QuestionRecord;
    return { problem: `${file} is not a record of this version.` };
  } catch (error) {
    return { problem: `${file} cannot be read: ${describeReadError(error)}.` };
  }
}

/** How a question was answered, unchecked. */
export async function readTrace(folder: string, row: number): Promise<unknown> {
  return readPacked(join(folder, RUN_FILES.traces, `${row}.json.gz`));
}

export interface SavedQuestion {
  readonly question: EvalQuestion;
  /** Absent if it was not asked yet. */
  readonly prediction?: Prediction;
}

/** One question of a run. Only the lines that mention it are parsed. */
export async function readSavedQuestion(folder: string, id: string): Promise<SavedQuestion | RunProblem> {
  const problem = await linkProblem(folder);
  if (problem !== undefined) return { problem };
  const texts = await readRunFile(folder, RUN_FILES.questions);
  if (typeof texts !== 'string') return texts;
  const gold = await readRunFile(folder, RUN_FILES.gold);
  const answered = typeof gold === 'string' ? gold : '';
  const known = readQuestions(linesWith(`${texts}\n${answered}`, id)).values;
  const question = known.findLast((one) => one.id === id);
  if (!question) return { problem: `${basename(folder)} has no question ${id}.` };
  const lines: string[] = [];
  const written = JSON.stringify(id);
  await scanFile(join(folder, RUN_FILES.predictions), (line) => {
    if (line.includes(written)) lines.push(line);
  }).catch(() => undefined);
  const prediction = readPredictions(lines.join('\n')).values.findLast((one) => one.id === id);
  return { question, ...(prediction && { prediction }) };
}

function linesWith(text: string, id: string): string {
  const written = JSON.stringify(id);
  return text
    .split('\n')
    .filter((line) => line.includes(written))
    .join('\n');
}

export async function readRunFile(folder: string, name: string): Promise<string | RunProblem> {
  try {
    return (await readRegularFile(join(folder, name))).toString('utf8');
  } catch (error) {
    return { problem: `${name} of ${basename(folder)} cannot be read: ${describeReadError(error)}.` };
  }
}

const UNUSED_MS = 7 * 86_400_000;

/** A folder below `parent` for a report that must not be written beside its run. Folders unused for a week are deleted. */
export async function reportFolder(parent: string, run: string): Promise<string> {
  const reports = join(parent, 'reports');
  const key = createHash('sha256').update(run).digest('hex').slice(0, 16);
  await mkdir(reports, { recursive: true, mode: 0o700 });
  for (const name of await readdir(reports)) {
    const { mtimeMs } = await stat(join(reports, name, '.')).catch(() => ({ mtimeMs: Date.now() }));
    if (name !== key && Date.now() - mtimeMs > UNUSED_MS)
      await rm(join(reports, name), { recursive: true, force: true });
  }
  const folder = join(reports, key, basename(run));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
