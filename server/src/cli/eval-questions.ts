/** The questions of a run: a dataset, or a sample of it. */
import { createHash } from 'node:crypto';
import type { RunRecord } from '../compose/index';
import { Draw } from '../evaluation/draw';
import type { EvalQuestion } from '../evaluation/eval-question';
import type { RunFacts } from '../evaluation/report';
import { UsageError } from './arguments';
import { printError } from './complain';
import { readDatasetFile } from './dataset-file';

export interface ChosenQuestions {
  readonly questions: readonly EvalQuestion[];
  readonly dataset: RunFacts['dataset'];
  /** Of the bytes of the file, unpacked. */
  readonly sha256: string;
}

const MAX_TOLD = 5;

/** Rows that cannot be used are told, and left out. */
export function questionsIn(file: string, sample: number | undefined, seed: number): ChosenQuestions {
  const { name, dataset, bytes } = readDatasetFile([file], '');
  const { shape, questions, bad } = dataset;
  for (const { message } of bad.slice(0, MAX_TOLD)) printError(`${name}: ${message}`);
  if (bad.length > MAX_TOLD)
    printError(
      `${name}: ${bad.length - MAX_TOLD} more rows cannot be used; funfusic lint tells all of them.`,
    );
  if (!questions.length) throw new UsageError(`${name} has no question that can be asked.`);
  const chosen = sample === undefined ? questions : sampleOf(questions, sample, seed);
  return {
    questions: chosen,
    dataset: { name, shape, questions: chosen.length, bad: bad.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Those of a run that is there. */
export function questionsOf(
  { questions, manifest }: Pick<RunRecord, 'questions' | 'manifest'>,
  sample: number | undefined,
  seed: number,
): ChosenQuestions {
  const chosen = sample === undefined ? questions : sampleOf(questions, sample, seed);
  const { facts, sha256 } = manifest;
  return { questions: chosen, dataset: { ...facts.dataset, questions: chosen.length }, sha256 };
}

/** In the order of the dataset; the same ones for the same seed. */
function sampleOf(questions: readonly EvalQuestion[], most: number, seed: number): readonly EvalQuestion[] {
  const draw = new Draw(seed);
  const left = [...questions.keys()];
  const taken = new Set<number>();
  while (taken.size < most && left.length) {
    const at = draw.below(left.length);
    const [index] = left.splice(at, 1, left.at(-1) ?? 0);
    left.pop();
    if (index !== undefined) taken.add(index);
  }
  return questions.filter((_, index) => taken.has(index));
}
