/** The questions of a run: a dataset, or a sample of it. */
import type { Dataset, EvalQuestion } from './eval-question';
import type { RunFacts } from './report';
import { SeededRandom } from './seeded-random';
import type { RunProblem, SavedRun } from './storage';

export interface DatasetFile {
  readonly name: string;
  readonly dataset: Dataset;
  /** Of the uncompressed bytes, in hex. */
  readonly sha256: string;
}

export interface ChosenQuestions {
  readonly questions: readonly EvalQuestion[];
  readonly dataset: RunFacts['dataset'];
  readonly sha256: string;
}

export interface Sample {
  /** All questions if undefined. */
  readonly size: number | undefined;
  readonly seed: number;
}

export function chooseQuestions(
  { name, dataset: { shape, questions, bad }, sha256 }: DatasetFile,
  sample: Sample,
): ChosenQuestions | RunProblem {
  if (!questions.length) return { problem: `${name} has no usable question.` };
  const chosen = drawSample(questions, sample);
  return { questions: chosen, dataset: { name, shape, questions: chosen.length, bad: bad.length }, sha256 };
}

/** The questions of a run that is replayed. */
export function chooseSavedQuestions(
  { questions, manifest: { facts, sha256 } }: Pick<SavedRun, 'questions' | 'manifest'>,
  sample: Sample,
): ChosenQuestions {
  const chosen = drawSample(questions, sample);
  return { questions: chosen, dataset: { ...facts.dataset, questions: chosen.length }, sha256 };
}

/** In the order of the dataset; the same questions for the same seed. */
function drawSample(
  questions: readonly EvalQuestion[],
  { size = questions.length, seed }: Sample,
): readonly EvalQuestion[] {
  if (size >= questions.length) return questions;
  const random = new SeededRandom(seed);
  const left = [...questions.keys()];
  const taken = new Set<number>();
  while (taken.size < size) {
    const [index] = left.splice(random.below(left.length), 1, left.at(-1) ?? 0);
    left.pop();
    if (index !== undefined) taken.add(index);
  }
  return questions.filter((_, index) => taken.has(index));
}
