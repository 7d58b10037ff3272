/**
 * The folder of a run. A question is finished when the whole line of its prediction is written; its other files are written before.
 * So a run can be killed at any moment and resumed with the unfinished questions.
 */
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvaluatedQuestion } from '../../evaluation/answer-question';
import type { EvalQuestion } from '../../evaluation/eval-question';
import type { QuestionTimes } from '../../evaluation/prediction';
import { parsePrediction, readManifest } from '../../evaluation/read-run';
import { RUN_FILES, type RunManifest } from '../../evaluation/run-manifest';
import {
  RunStorageError,
  type OpenRun,
  type RunProblem,
  type RunStorage,
  type Spending,
  type LargeTextFile,
} from '../../evaluation/storage';
import type { TokenUsage } from '../../core/model/language-model';
import { describeReadError, describeWriteError } from '../file-errors';
import { isTemporaryName, writeAtomic } from '../files/atomic-write';
import { openLines, type LineFile } from '../files/line-file';
import { writePacked } from '../files/packed-file';
import { readRegularFile, UnsafeFileError } from '../files/regular-file';
import { lockFolder } from './folder-lock';
import { checkWholeRun } from './links';
import { PredictionFile } from './prediction-file';
import { parseJson } from '../../core/language/text/json';

type Start = Parameters<RunStorage['open']>[1];
type Check = Parameters<RunStorage['open']>[2];

export class RunFolder implements OpenRun {
  readonly times = new Map<string, QuestionTimes>();
  /** Questions with the gold answers on this KB. */
  private readonly answered = new Map<string, EvalQuestion>();
  private readonly datasetQuestions: ReadonlySet<EvalQuestion>;
  private spending: Spending = { calls: 0, tokens: { input: 0, output: 0 } };

  private constructor(
    readonly path: string,
    readonly manifest: RunManifest,
    readonly questions: readonly EvalQuestion[],
    readonly predictions: PredictionFile,
    private readonly files: Readonly<Record<'predictions' | 'times' | 'gold' | 'spent', LineFile>>,
    private readonly release: () => void,
  ) {
    this.datasetQuestions = new Set(questions);
  }

  static async open(path: string, start: Start, check: Check): Promise<RunFolder | RunProblem> {
    return withWriteErrors(path, async () => {
      await mkdir(path, { recursive: true });
      // The user may have named a link, but nothing below it may be one.
      const folder = await realpath(path);
      await checkWholeRun(folder);
      const lock = lockFolder(folder);
      if ('problem' in lock) return lock;
      try {
        const opened = await this.openLocked(folder, start, check, lock.release);
        if ('problem' in opened) lock.release();
        return opened;
      } catch (error) {
        lock.release();
        throw error;
      }
    });
  }

  private static async openLocked(
    path: string,
    start: Start,
    check: Check,
    release: () => void,
  ): Promise<RunFolder | RunProblem> {
    const saved = await manifestOf(path);
    if (saved && 'problem' in saved) return saved;
    const problem = saved ? check(saved) : await findOtherFiles(path);
    if (problem) return problem;
    for (const part of [RUN_FILES.records, RUN_FILES.traces])
      await mkdir(join(path, part), { recursive: true });
    await removeAbandoned(path);
    if (!saved) {
      for (const file of [RUN_FILES.predictions, RUN_FILES.times, RUN_FILES.gold, RUN_FILES.spent])
        await rm(join(path, file), { force: true });
      await writeAtomic(join(path, RUN_FILES.questions), toLines(start.questions));
      await writeAtomic(join(path, RUN_FILES.manifest), `${JSON.stringify(start.manifest, null, 2)}\n`);
    }
    const lines: Record<'times' | 'gold' | 'spent', string[]> = { times: [], gold: [], spent: [] };
    const openPart = (part: keyof typeof lines): Promise<LineFile> =>
      openLines(join(path, RUN_FILES[part]), (line) => void lines[part].push(line));
    const predictions = new PredictionFile(join(path, RUN_FILES.predictions));
    const files = {
      predictions: await openPredictions(predictions, path, start.questions),
      times: await openPart('times'),
      gold: await openPart('gold'),
      spent: await openPart('spent'),
    };
    const manifest = saved ?? start.manifest;
    const folder = new RunFolder(path, manifest, start.questions, predictions, files, release);
    for (const one of parseLines(lines.spent) as TokenUsage[]) folder.count(one);
    for (const one of parseLines(lines.gold) as EvalQuestion[]) folder.answered.set(one.id, one);
    for (const one of parseLines(lines.times) as QuestionTimes[]) folder.times.set(one.id, one);
    return folder;
  }

  get spent(): Spending {
    return this.spending;
  }

  async spend({ input, output }: TokenUsage): Promise<void> {
    this.count({ input, output });
    await withWriteErrors(this.path, () => this.files.spent.append(JSON.stringify({ input, output })));
  }

  private count({ input, output }: TokenUsage): void {
    const { calls, tokens } = this.spending;
    this.spending = {
      calls: calls + 1,
      tokens: { input: tokens.input + input, output: tokens.output + output },
    };
  }

  async save(evaluated: EvaluatedQuestion): Promise<void> {
    const { question, prediction, times, trace, record } = evaluated;
    const line = JSON.stringify(prediction);
    await withWriteErrors(this.path, async () => {
      await writePacked(fileOf(this.path, RUN_FILES.records, question), record);
      await writePacked(fileOf(this.path, RUN_FILES.traces, question), trace);
      await this.files.times.append(JSON.stringify(times));
      if (!this.datasetQuestions.has(question)) await this.files.gold.append(JSON.stringify(question));
      const place = await this.files.predictions.append(line);
      await this.files.predictions.sync();
      this.predictions.add(question.id, place);
    });
    this.times.set(question.id, times);
    this.answered.set(question.id, question);
  }

  get answeredQuestions(): readonly EvalQuestion[] {
    return this.questions.map((question) => this.answered.get(question.id) ?? question);
  }

  async sort(ended: string | undefined): Promise<void> {
    const ids = this.questions.map(({ id }) => id);
    const times = ids.flatMap((id) => this.times.get(id) ?? []);
    await withWriteErrors(this.path, async () => {
      await writeAtomic(join(this.path, RUN_FILES.questions), toLines(this.answeredQuestions));
      await writeAtomic(join(this.path, RUN_FILES.times), toLines(times));
      await writeAtomic(this.predictions.path, this.predictions.linesOf(ids));
      this.predictions.reorder(ids);
      const { ended: before = ended, ...manifest } = this.manifest;
      const whole = { ...manifest, ...(before !== undefined && { ended: before }) };
      await writeAtomic(join(this.path, RUN_FILES.manifest), `${JSON.stringify(whole, null, 2)}\n`);
    });
  }

  async write({ name, text }: LargeTextFile): Promise<void> {
    await withWriteErrors(this.path, () => writeAtomic(join(this.path, name), text));
  }

  async close(): Promise<void> {
    try {
      for (const file of Object.values(this.files)) await file.close();
    } finally {
      this.release();
    }
  }
}

/** A prediction without its record is asked again. */
function openPredictions(
  predictions: PredictionFile,
  folder: string,
  questions: readonly EvalQuestion[],
): Promise<LineFile> {
  const known = new Map(questions.map((question) => [question.id, question]));
  return openLines(predictions.path, (line, place) => {
    const prediction = parsePrediction(line);
    const question = 'problem' in prediction ? undefined : known.get(prediction.id);
    if (question && existsSync(fileOf(folder, RUN_FILES.records, question)))
      predictions.add(question.id, place);
  });
}

function fileOf(folder: string, part: string, { row }: EvalQuestion): string {
  return join(folder, part, `${row}.json.gz`);
}

/** Undefined if there is none. */
export async function manifestOf(path: string): Promise<RunManifest | RunProblem | undefined> {
  const file = join(path, RUN_FILES.manifest);
  try {
    const manifest = readManifest((await readRegularFile(file)).toString('utf8'));
    if (!('problem' in manifest)) return manifest;
    return { problem: `${file} is not the manifest of a run of this version. Name another folder.` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return { problem: `${file} cannot be read: ${describeReadError(error)}.` };
  }
}

const OWN_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(RUN_FILES).flatMap((name) => (typeof name === 'string' ? name : Object.values(name))),
  'run.lock',
]);

/** Removes temporary files of killed processes. A process that writes a report now has younger ones. */
async function removeAbandoned(path: string): Promise<void> {
  for (const part of ['.', RUN_FILES.records, RUN_FILES.traces])
    for (const name of await readdir(join(path, part))) {
      if (!isTemporaryName(name)) continue;
      const file = join(path, part, name);
      const { mtimeMs } = await lstat(file).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > ABANDONED_MS) await rm(file, { force: true });
    }
}

const ABANDONED_MS = 600_000;

async function findOtherFiles(path: string): Promise<RunProblem | undefined> {
  const other = (await readdir(path)).find((name) => !OWN_NAMES.has(name) && !name.endsWith('.tmp'));
  return other === undefined
    ? undefined
    : { problem: `${path} contains other files (${other}) and no run. Name a new or empty folder.` };
}

function* toLines(values: readonly unknown[]): Iterable<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Skips invalid JSON. */
function parseLines(lines: readonly string[]): readonly unknown[] {
  return lines.map(parseJson).filter((value) => value !== undefined);
}

/** Errors of the file system become a message that says what to do. */
export async function withWriteErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnsafeFileError) throw new RunStorageError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' || error instanceof RunStorageError) throw error;
    throw new RunStorageError(
      `${path} cannot be written: ${describeWriteError(error)}. Finished questions are saved. Fix this and run the same command again to resume.`,
    );
  }
}
