/** One question of a run, and how it was answered. */
import { basename, join } from 'node:path';
import type { EvalQuestion } from '../../evaluation/eval-question';
import { RUN_FILES } from '../../evaluation/run-manifest';
import type { Prediction } from '../../evaluation/prediction';
import { readPredictions, readQuestions } from '../../evaluation/read-run';
import { readPacked } from '../files/packed-file';
import { textOf, type Problem } from './run-reader';
import { linkProblem } from './links';

/** One question of a run, with what came of it. */
export interface RunQuestion {
  readonly question: EvalQuestion;
  /** Absent where it was not asked yet. */
  readonly prediction?: Prediction;
}

/** What is known of one question of a run. */
export async function questionIn(folder: string, id: string): Promise<RunQuestion | Problem> {
  const problem = await linkProblem(folder);
  if (problem !== undefined) return { problem };
  const texts = await textOf(folder, RUN_FILES.questions);
  if (typeof texts !== 'string') return texts;
  const gold = await textOf(folder, RUN_FILES.gold);
  const answered = typeof gold === 'string' ? gold : '';
  const known = readQuestions(linesWith(`${texts}\n${answered}`, id)).values;
  const question = known.findLast((one) => one.id === id);
  if (!question) return { problem: `${basename(folder)} has no question ${id}.` };
  const lines = await textOf(folder, RUN_FILES.predictions);
  const predictions = typeof lines === 'string' ? readPredictions(linesWith(lines, id)).values : [];
  const prediction = predictions.findLast((one) => one.id === id);
  return { question, ...(prediction && { prediction }) };
}

/** Only these need be parsed. */
function linesWith(text: string, id: string): string {
  const written = JSON.stringify(id);
  return text
    .split('\n')
    .filter((line) => line.includes(written))
    .join('\n');
}

/** How a question was answered, as it was written down; nothing of it is sure. */
export async function traceIn(folder: string, row: number): Promise<unknown> {
  return readPacked(join(folder, RUN_FILES.traces, `${row}.json.gz`));
}
