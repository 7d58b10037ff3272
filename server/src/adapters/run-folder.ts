/**
 * The folder of a run. A question is finished when its prediction stands in its file as a whole line; what belongs to it is written
 * before. So a run can be killed at any moment, and goes on at the questions that are not finished.
 */
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Evaluated } from '../evaluation/answer-question';
import type { EvalQuestion } from '../evaluation/eval-question';
import { RUN_FILES, type RunManifest } from '../evaluation/eval-run';
import type { Prediction, Times } from '../evaluation/prediction';
import { manifestShape, predictionShape } from '../evaluation/run-shapes';
import type { TokenUsage } from '../core/model/language-model';
import { reasonOf, whyNotWritten } from './file-errors';
import { isTemporaryName, writeAtomic } from './files/atomic-write';
import { openLines, type LineFile } from './files/line-file';
import { writePacked } from './files/packed-file';
import { readRegularFile, UnsafeFileError } from './files/regular-file';
import { lockFolder } from './run/folder-lock';
import { checkWholeRun } from './run/links';

/** Something of a run that cannot be written. What is finished is kept. */
export class RunFolderError extends Error {}

export interface Spending {
  readonly calls: number;
  readonly tokens: TokenUsage;
}

/** A run that is being written. */
export class RunFolder {
  /** By ids; what they were worth. */
  readonly predictions = new Map<string, Prediction>();
  readonly times = new Map<string, Times>();
  /** By ids: with the answers that gold has on the KB. */
  readonly answered = new Map<string, EvalQuestion>();
  private readonly lines = new Map<string, string>();
  private spending: Spending = { calls: 0, tokens: { input: 0, output: 0 } };

  private constructor(
    readonly path: string,
    readonly manifest: RunManifest,
    readonly questions: readonly EvalQuestion[],
    private readonly files: Readonly<Record<'predictions' | 'times' | 'gold' | 'spent', LineFile>>,
    private readonly release: () => void,
  ) {}

  /** Goes on where there is a run already; `check` says why that cannot be. */
  static async open(
    path: string,
    begin: { readonly manifest: RunManifest; readonly questions: readonly EvalQuestion[] },
    check: (there: RunManifest) => string | undefined,
  ): Promise<RunFolder | { readonly problem: string }> {
    return writing(path, async () => {
      await mkdir(path, { recursive: true });
      // The user may have named a link. Nothing below it may be one.
      const folder = await realpath(path);
      await checkWholeRun(folder);
      const lock = lockFolder(folder);
      if ('problem' in lock) return lock;
      try {
        const opened = await this.openLocked(folder, begin, check, lock.release);
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
    begin: { readonly manifest: RunManifest; readonly questions: readonly EvalQuestion[] },
    check: (there: RunManifest) => string | undefined,
    release: () => void,
  ): Promise<RunFolder | { readonly problem: string }> {
    const there = await readManifest(path);
    if (there && 'problem' in there) return there;
    const problem = there ? check(there) : await strangersIn(path);
    if (problem !== undefined) return { problem };
    for (const part of [RUN_FILES.records, RUN_FILES.traces])
      await mkdir(join(path, part), { recursive: true });
    await removeAbandoned(path);
    if (!there) {
      for (const file of [RUN_FILES.predictions, RUN_FILES.times, RUN_FILES.gold, RUN_FILES.spent])
        await rm(join(path, file), { force: true });
      await writeAtomic(join(path, RUN_FILES.questions), linesOf(begin.questions));
      await writeAtomic(join(path, RUN_FILES.manifest), `${JSON.stringify(begin.manifest, null, 2)}\n`);
    }
    const [predictions, times, gold, spent] = [
      await openLines(join(path, RUN_FILES.predictions)),
      await openLines(join(path, RUN_FILES.times)),
      await openLines(join(path, RUN_FILES.gold)),
      await openLines(join(path, RUN_FILES.spent)),
    ];
    const files = { predictions, times, gold, spent };
    const folder = new RunFolder(path, there ?? begin.manifest, begin.questions, files, release);
    folder.takeUp();
    return folder;
  }

  /** What is finished: a prediction, and what belongs to it. */
  private takeUp(): void {
    for (const one of parsed(this.files.spent.lines) as TokenUsage[]) this.count(one);
    const known = new Map(this.questions.map((question) => [question.id, question]));
    for (const question of parsed(this.files.gold.lines) as EvalQuestion[])
      this.answered.set(question.id, question);
    for (const times of parsed(this.files.times.lines) as Times[]) this.times.set(times.id, times);
    for (const line of this.files.predictions.lines) {
      const [value] = parsed([line]);
      const prediction = z.safeParse(predictionShape, value).success ? (value as Prediction) : undefined;
      const question = prediction && known.get(prediction.id);
      if (!prediction || !question || !existsSync(this.fileOf(RUN_FILES.records, question))) continue;
      this.predictions.set(prediction.id, prediction);
      this.lines.set(prediction.id, line);
    }
  }

  /** What was spent on a model since the run began, also for questions that did not come to their end. */
  get spent(): Spending {
    return this.spending;
  }

  async spend({ input, output }: TokenUsage): Promise<void> {
    this.count({ input, output });
    await writing(this.path, () => this.files.spent.append(JSON.stringify({ input, output })));
  }

  private count({ input, output }: TokenUsage): void {
    const { calls, tokens } = this.spending;
    this.spending = {
      calls: calls + 1,
      tokens: { input: tokens.input + input, output: tokens.output + output },
    };
  }

  /** The question is finished then. */
  async keep(evaluated: Evaluated): Promise<void> {
    const { question, prediction, times, trace, record } = evaluated;
    const line = JSON.stringify(prediction);
    await writing(this.path, async () => {
      await writePacked(this.fileOf(RUN_FILES.records, question), record);
      await writePacked(this.fileOf(RUN_FILES.traces, question), trace);
      await this.files.times.append(JSON.stringify(times));
      if (!this.questions.includes(question)) await this.files.gold.append(JSON.stringify(question));
      await this.files.predictions.append(line);
      await this.files.predictions.sync();
    });
    this.predictions.set(question.id, prediction);
    this.lines.set(question.id, line);
    this.times.set(question.id, times);
    this.answered.set(question.id, question);
  }

  /** With gold's answers as far as they are known. */
  get asAnswered(): readonly EvalQuestion[] {
    return this.questions.map((question) => this.answered.get(question.id) ?? question);
  }

  /** The lines in the order of the dataset, and with `ended` the run at its end. */
  async putInOrder(ended: string | undefined): Promise<void> {
    const inOrder = <Value>(all: ReadonlyMap<string, Value>): readonly Value[] =>
      this.questions.flatMap(({ id }) => all.get(id) ?? []);
    await writing(this.path, async () => {
      await writeAtomic(join(this.path, RUN_FILES.questions), linesOf(this.asAnswered));
      await writeAtomic(join(this.path, RUN_FILES.times), linesOf(inOrder(this.times)));
      const lines = inOrder(this.lines).map((line) => `${line}\n`);
      await writeAtomic(join(this.path, RUN_FILES.predictions), lines.join(''));
      const { ended: before = ended, ...manifest } = this.manifest;
      const whole = { ...manifest, ...(before !== undefined && { ended: before }) };
      await writeAtomic(join(this.path, RUN_FILES.manifest), `${JSON.stringify(whole, null, 2)}\n`);
    });
  }

  async write(file: string, content: string): Promise<void> {
    await writing(this.path, () => writeAtomic(join(this.path, file), content));
  }

  async close(): Promise<void> {
    try {
      for (const file of Object.values(this.files)) await file.close();
    } finally {
      this.release();
    }
  }

  private fileOf(part: string, { row }: EvalQuestion): string {
    return join(this.path, part, `${row}.json.gz`);
  }
}

/** Undefined where there is no run. */
export async function readManifest(
  path: string,
): Promise<RunManifest | { readonly problem: string } | undefined> {
  let text: string;
  try {
    text = (await readRegularFile(join(path, RUN_FILES.manifest))).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return { problem: `${join(path, RUN_FILES.manifest)} cannot be read: ${reasonOf(error)}.` };
  }
  const [value] = parsed([text]) as RunManifest[];
  return z.safeParse(manifestShape, value).success && value
    ? value
    : {
        problem: `${join(path, RUN_FILES.manifest)} is not that of a run of this version. Name another folder.`,
      };
}

const OURS: ReadonlySet<string> = new Set([
  ...Object.values(RUN_FILES).flatMap((name) => (typeof name === 'string' ? name : Object.values(name))),
  'run.lock',
]);

/** A process that was killed leaves its temporary files. Those of one that is writing a report just now are younger. */
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

/** Nothing of somebody else's is written among. */
async function strangersIn(path: string): Promise<string | undefined> {
  const other = (await readdir(path)).find((name) => !OURS.has(name) && !name.endsWith('.tmp'));
  return other === undefined
    ? undefined
    : `${path} holds other things (${other}) and no run. Name a new folder, or an empty one.`;
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** What is spoilt is left out. */
function parsed(lines: readonly string[]): readonly unknown[] {
  return lines.flatMap((line): readonly unknown[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** A disk that is full, or that may not be written to, is told with what to do. */
export async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnsafeFileError) throw new RunFolderError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' || error instanceof RunFolderError) throw error;
    throw new RunFolderError(
      `${path} cannot be written: ${whyNotWritten(error)}. What is finished is kept: mend that, and start the same command again to go on.`,
    );
  }
}
