/** Scores saved runs again and writes one report for all of them, such as for the folds of a cross-validation. */
import type { KbSchema } from '../core/schema/schema';
import type { EvalQuestion } from './eval-question';
import type { Predictions, QuestionTimes } from './prediction';
import { readReport, readRun, type ParsedRun } from './read-run';
import type { Report, RunFacts } from './report';
import { reportFiles } from './report-files';
import { sum } from './score/bootstrap';
import { RunStorageError, type RunProblem, type RunStorage } from './storage';

export interface ReportPorts {
  readonly storage: RunStorage;
  /** Loads a schema file; the bundled schema for an empty path. */
  readonly loadSchema: (file: string) => KbSchema | RunProblem;
}

export async function reportRuns(
  folders: readonly string[],
  { out, schema: named }: { readonly out: string; readonly schema: string | undefined },
  { storage, loadSchema }: ReportPorts,
): Promise<{ readonly report: Report; readonly warnings: readonly string[] } | RunProblem> {
  const runs = new Map<string, ParsedRun>();
  for (const folder of folders) {
    const texts = await storage.readTexts(folder);
    if ('problem' in texts) return texts;
    const run = readRun(texts);
    if ('problem' in run) return { problem: `${folder}: ${run.problem}` };
    runs.set(folder, run);
  }
  const pooled = poolRuns(runs);
  if ('problem' in pooled) return pooled;
  const schema = loadRunSchema([...runs.values()], named, loadSchema);
  if ('problem' in schema) return schema;
  const { questions, predictions, times, facts } = pooled;
  const warnings = [...runs.values()].flatMap(({ problems }) => problems);
  try {
    const { report, files } = reportFiles(questions, predictions, times, facts, schema);
    await storage.writeFiles(out, files);
    return { report, warnings };
  } catch (error) {
    if (error instanceof RunStorageError) return { problem: `Cannot write the report. ${error.message}` };
    throw error;
  }
}

/** Reads the report of a saved run, given by its folder or its file. */
export async function readSavedReport(path: string, storage: RunStorage): Promise<Report | RunProblem> {
  const file = await storage.readReport(path);
  if ('problem' in file) return file;
  const report = readReport(file.text);
  return 'problem' in report ? { problem: `${path} cannot be used: ${report.problem}.` } : report;
}

/** Loads the schema of the runs unless another one is named. */
function loadRunSchema(
  runs: readonly ParsedRun[],
  named: string | undefined,
  loadSchema: ReportPorts['loadSchema'],
): KbSchema | RunProblem {
  const files = new Set(runs.map(({ manifest }) => manifest.started.schema ?? ''));
  if (named === undefined && files.size > 1)
    return { problem: 'The runs use different schemas. Name the one for the report with --schema.' };
  const [file = ''] = named === undefined ? files : [named];
  const schema = loadSchema(file);
  return 'problem' in schema && named === undefined && file
    ? { problem: `${schema.problem} The run used that schema. Name its new location with --schema.` }
    : schema;
}

interface PooledRuns extends Pick<ParsedRun, 'questions' | 'predictions' | 'times'> {
  readonly facts: RunFacts;
}

/** Pools runs by folder. They must have the same options and different questions. */
function poolRuns(runs: ReadonlyMap<string, ParsedRun>): PooledRuns | RunProblem {
  const [[firstFolder, first] = []] = runs;
  if (firstFolder === undefined || !first) return { problem: 'Name the folder of a run.' };
  const questions: EvalQuestion[] = [];
  const times: QuestionTimes[] = [];
  const folderOf = new Map<string, string>();
  for (const [folder, run] of runs) {
    const other = describeDifference(first.manifest.facts, run.manifest.facts);
    if (other)
      return {
        problem: `${folder} has other options than ${firstFolder}: ${other}. Runs can share a report only if they differ in nothing but their questions.`,
      };
    for (const question of run.questions) {
      const before = folderOf.get(question.id);
      if (before !== undefined)
        return {
          problem: `${before} and ${folder} both have the question ${JSON.stringify(question.id)}. Use funfusic compare to compare two runs.`,
        };
      folderOf.set(question.id, folder);
      questions.push(question);
    }
    for (const one of run.times) times.push(one);
  }
  const predictions = pool([...runs.values()].map((run) => run.predictions));
  return { questions, predictions, times, facts: poolFacts([...runs.values()], first.manifest.facts) };
}

/** The predictions of runs without common questions. */
function pool(all: readonly Predictions[]): Predictions {
  return {
    size: all.reduce((sum, { size }) => sum + size, 0),
    has: (id) => all.some((one) => one.has(id)),
    get: (id) => all.find((one) => one.has(id))?.get(id),
    keys: () => all.flatMap((one) => [...one.keys()]),
    *values() {
      for (const one of all) yield* one.values();
    },
  };
}

function describeDifference(
  { dataset: one, ...left }: RunFacts,
  { dataset: two, ...right }: RunFacts,
): string {
  const before = { ...left, shape: one.shape };
  const after = { ...right, shape: two.shape };
  const valueOf = (facts: object, key: string): string =>
    JSON.stringify((facts as Readonly<Record<string, unknown>>)[key] ?? null);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => valueOf(before, key) !== valueOf(after, key))
    .map((key) => `${key} ${valueOf(after, key)} and not ${valueOf(before, key)}`)
    .join(', ');
}

function poolFacts(runs: readonly ParsedRun[], first: RunFacts): RunFacts {
  const datasets = runs.map(({ manifest }) => manifest.facts.dataset);
  return {
    ...first,
    dataset: {
      ...first.dataset,
      name: [...new Set(datasets.map(({ name }) => name))].join(' + '),
      questions: sum(datasets.map(({ questions }) => questions)),
      bad: sum(datasets.map(({ bad }) => bad)),
    },
  };
}
