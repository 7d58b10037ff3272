/** Reads the runs below a folder. Runs that are still being written are read incrementally. */
import { open, readdir, stat } from 'node:fs/promises';
import { constants } from 'node:fs';
import { basename, join } from 'node:path';
import { RUN_FILES, type RunManifest } from '../../evaluation/run-manifest';
import { LiveScores } from '../../evaluation/live-scores';
import { readManifest, readPredictions, readQuestions, readReport } from '../../evaluation/read-run';
import { toRunSummary, toRunView, type RunSummary, type RunView } from '../../evaluation/run-view';
import { ConcurrencyLimit } from '../../core/language/text/concurrency-limit';
import type { KbSchema } from '../../core/schema/schema';
import type { RunProblem } from '../../evaluation/storage';
import { checkExisting, NO_FOLLOW, readRegularFile } from '../files/regular-file';
import { isLocked } from './folder-lock';
import { linkedRun, linkProblem } from './links';
import { readRunFile } from './saved-runs';

export interface RunList {
  readonly evaluations: readonly RunSummary[];
  readonly problems: readonly string[];
}

export class RunReader {
  private readonly finished = new Map<string, { readonly stamp: string; readonly summary: RunSummary }>();
  private readonly growing = new Map<string, GrowingRun>();
  /** Requests run one after another, so that no line of a growing file is read twice. */
  private readonly mutex = new ConcurrencyLimit(1);

  constructor(private readonly schemaOf: (kb: string) => Promise<KbSchema | undefined>) {}

  /** The latest first. Folders without a run are skipped; runs that cannot be read are reported. */
  list(parent: string): Promise<RunList> {
    return this.mutex.run(async () => {
      const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
      const evaluations: RunSummary[] = [];
      const problems: string[] = [];
      for (const entry of entries) {
        const folder = join(parent, entry.name);
        if (entry.isSymbolicLink() && (await fileStamp(join(folder, RUN_FILES.manifest))) !== '')
          problems.push(linkedRun(folder));
        if (!entry.isDirectory()) continue;
        const summary = await this.summary(folder);
        if (!('problem' in summary)) evaluations.push(summary);
        else if (await isDamaged(folder))
          problems.push(`${entry.name}: ${summary.problem} Fix it, or delete the folder.`);
        await nextTurn();
      }
      evaluations.sort((one, other) => (one.began < other.began ? 1 : one.began > other.began ? -1 : 0));
      return { evaluations, problems };
    });
  }

  view(folder: string): Promise<RunView | RunProblem> {
    return this.mutex.run(async () => {
      const manifest = await manifestIn(folder);
      if ('problem' in manifest) return manifest;
      if (manifest.ended !== undefined) {
        const report = await reportIn(folder);
        if (!('problem' in report)) {
          const info = toRunSummary({ ...folderAndName(folder), state: 'finished' }, manifest, report);
          return toRunView(info, report, []);
        }
      }
      const growing = await this.readNewLines(folder, manifest);
      if ('problem' in growing) return growing;
      const scored = await growing.scores.details();
      const info = toRunSummary({ ...folderAndName(folder), state: stateOf(folder) }, manifest, scored);
      return toRunView(info, scored, growing.problems);
    });
  }

  private async summary(folder: string): Promise<RunSummary | RunProblem> {
    const manifest = await manifestIn(folder);
    if ('problem' in manifest) return manifest;
    if (manifest.ended !== undefined) {
      const stamp = `${manifest.ended} ${await fileStamp(join(folder, RUN_FILES.report.json))}`;
      const known = this.finished.get(folder);
      if (known?.stamp === stamp) return known.summary;
      const report = await reportIn(folder);
      if (!('problem' in report)) {
        const summary = toRunSummary({ ...folderAndName(folder), state: 'finished' }, manifest, report);
        this.finished.set(folder, { stamp, summary });
        this.growing.delete(folder);
        return summary;
      }
    }
    const growing = await this.readNewLines(folder, manifest);
    const scored = 'problem' in growing ? { scores: {}, questions: [] } : growing.scores.summary();
    const summary = toRunSummary({ ...folderAndName(folder), state: stateOf(folder) }, manifest, scored);
    return scored.questions.length ? summary : { ...summary, total: manifest.facts.dataset.questions };
  }

  private async readNewLines(folder: string, manifest: RunManifest): Promise<GrowingRun | RunProblem> {
    const schema = await this.schemaOf(manifest.facts.kb);
    if (!schema)
      return { problem: 'There is no KB schema for scoring. Choose one with funfusic.schema.file.' };
    const [predictions, gold] = [
      await fileSize(join(folder, RUN_FILES.predictions)),
      await fileSize(join(folder, RUN_FILES.gold)),
    ];
    let growing = this.growing.get(folder);
    const isOutdated =
      growing?.began !== manifest.began ||
      growing.read.predictions > predictions ||
      growing.schema !== schema;
    if (!growing || isOutdated) {
      const text = await readRegularFile(join(folder, RUN_FILES.questions)).then(String, () => '');
      const { values: questions, problems } = readQuestions(text);
      const scores = new LiveScores(questions, manifest.facts.seed, schema, nextTurn);
      const read = { predictions: 0, gold: 0 };
      growing = { began: manifest.began, schema, scores, read, problems: [...problems] };
      // A run that has just begun has no questions yet.
      if (questions.length) this.growing.set(folder, growing);
    }
    const { read } = growing;
    // In steps, because all new lines together may be too large for one string.
    for (let to = read.predictions; to < predictions;) {
      to = Math.min(predictions, to + STEP_BYTES);
      const lines = await readCompleteLines(join(folder, RUN_FILES.predictions), read.predictions, to);
      if (!lines.bytes) continue;
      // Gold is written before the prediction.
      const answered = await readCompleteLines(join(folder, RUN_FILES.gold), read.gold, gold);
      read.predictions += lines.bytes;
      read.gold += answered.bytes;
      const { values, problems } = readPredictions(lines.text);
      growing.problems.push(...problems);
      await growing.scores.add(values, readQuestions(answered.text).values);
    }
    return growing;
  }
}

const STEP_BYTES = 16 * 1024 * 1024;

interface GrowingRun {
  readonly began: string;
  readonly schema: KbSchema;
  readonly scores: LiveScores;
  /** Bytes read so far. */
  readonly read: { predictions: number; gold: number };
  readonly problems: string[];
}

/** A run that has just begun has questions but no manifest yet. */
async function isDamaged(folder: string): Promise<boolean> {
  const [manifest, questions] = [join(folder, RUN_FILES.manifest), join(folder, RUN_FILES.questions)];
  return (await fileStamp(manifest)) !== '' && (await fileSize(questions)) > 0;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const folderAndName = (folder: string): { readonly folder: string; readonly name: string } => ({
  folder,
  name: basename(folder),
});

const stateOf = (folder: string): 'running' | 'stopped' => (isLocked(folder) ? 'running' : 'stopped');

/** Refuses a run that contains links. */
export async function manifestIn(folder: string): Promise<RunManifest | RunProblem> {
  const problem = await linkProblem(folder);
  if (problem !== undefined) return { problem };
  const text = await readRunFile(folder, RUN_FILES.manifest);
  return typeof text === 'string' ? readManifest(text) : text;
}

async function reportIn(folder: string): Promise<ReturnType<typeof readReport>> {
  const text = await readRunFile(folder, RUN_FILES.report.json);
  return typeof text === 'string' ? readReport(text) : text;
}

async function fileStamp(file: string): Promise<string> {
  return stat(file).then(
    ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
    () => '',
  );
}

async function fileSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The complete lines between two offsets. */
async function readCompleteLines(
  file: string,
  from: number,
  to: number,
): Promise<{ readonly text: string; readonly bytes: number }> {
  if (to <= from) return { text: '', bytes: 0 };
  await checkExisting(file);
  const handle = await open(file, constants.O_RDONLY | NO_FOLLOW);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from);
    const bytes = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
    return { text: buffer.toString('utf8', 0, bytes), bytes };
  } finally {
    await handle.close();
  }
}
