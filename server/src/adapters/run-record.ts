/** A run that is there, to be replayed. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AskTrace } from '../core/ask/ask-events';
import type { EvalQuestion } from '../evaluation/eval-question';
import { RUN_FILES, type RunManifest } from '../evaluation/eval-run';
import { readQuestions } from '../evaluation/read-run';
import {
  QUESTION_RECORD_FORMAT,
  QUESTION_RECORD_VERSION,
  type QuestionRecord,
} from '../evaluation/question-record';
import { reasonOf } from './file-errors';
import { readPacked } from './files/packed-file';
import { readRegularFile } from './files/regular-file';
import { readManifest } from './run-folder';
import { checkRunFiles } from './run/links';

export interface RunRecord {
  readonly path: string;
  readonly manifest: RunManifest;
  readonly questions: readonly EvalQuestion[];
  /** By the id of the question; the problem is a sentence. */
  readonly recordOf: (id: string) => Promise<QuestionRecord | { readonly problem: string }>;
  /** How it was answered; undefined where that is not there, or spoilt. */
  readonly traceOf: (id: string) => Promise<AskTrace | undefined>;
}

const list = z.array(z.looseObject({ milliseconds: z.number() }));
const recordShape = z.looseObject({
  format: z.literal(QUESTION_RECORD_FORMAT),
  version: z.literal(QUESTION_RECORD_VERSION),
  id: z.string(),
  date: z.string(),
  linkings: z.array(z.looseObject({ milliseconds: z.number(), queries: z.number() })),
  finds: list,
  executions: list,
  completions: list,
});

export async function openRunRecord(path: string): Promise<RunRecord | { readonly problem: string }> {
  try {
    await checkRunFiles(path);
  } catch (error) {
    return { problem: `${path} cannot be read. ${error instanceof Error ? error.message : String(error)}` };
  }
  const manifest = await readManifest(path);
  if (!manifest) return { problem: `${path} holds no run: there is no ${RUN_FILES.manifest} in it.` };
  if ('problem' in manifest) return manifest;
  let questions: readonly EvalQuestion[];
  try {
    const text = (await readRegularFile(join(path, RUN_FILES.questions))).toString('utf8');
    const { values, problems } = readQuestions(text);
    if (problems[0] !== undefined) return { problem: `${path} cannot be replayed. ${problems[0]}` };
    questions = values;
  } catch (error) {
    return { problem: `${join(path, RUN_FILES.questions)} cannot be read: ${reasonOf(error)}.` };
  }
  const rows = new Map(questions.map(({ id, row }) => [id, row]));
  const recordOf: RunRecord['recordOf'] = async (id) => {
    const row = rows.get(id);
    const file = join(path, RUN_FILES.records, `${row}.json.gz`);
    try {
      const value = row === undefined ? undefined : await readPacked(file);
      if (value === undefined) return { problem: `${path} has no record of the question ${id}.` };
      if (z.safeParse(recordShape, value).success) return value as QuestionRecord;
      return { problem: `${file} is no record of this version.` };
    } catch (error) {
      return { problem: `${file} cannot be read: ${reasonOf(error)}.` };
    }
  };
  const traceOf: RunRecord['traceOf'] = async (id) => {
    const row = rows.get(id);
    if (row === undefined) return undefined;
    const trace = readPacked(join(path, RUN_FILES.traces, `${row}.json.gz`)).catch(() => undefined);
    return (await trace) as AskTrace | undefined;
  };
  return { path, manifest, questions, recordOf, traceOf };
}
