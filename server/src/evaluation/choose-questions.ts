/** Chooses the questions of a run: a dataset or a sample of it. */
import type { Dataset, EvalQuestion } from './eval-question';
import type { RunFacts } from './report';
import { SeededRandom } from './seeded-random';
import type { RunProblem, SavedRun } from './storage';

export interface DatasetFile {
  readonly name: string;
  readonly dataset: Dataset;
  /** Hash of the uncompressed bytes, in hex. */
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
  /** Only one part of the questions. */
  readonly shard?: Shard | undefined;
}

/** A part of the questions, such as the second of eight. Every eighth question belongs to it. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

export function chooseQuestions(
  { name, dataset: { shape, questions, bad }, sha256 }: DatasetFile,
  sample: Sample,
): ChosenQuestions | RunProblem {
  if (!questions.length) return { problem: `${name} has no usable question.` };
  const chosen = partOf(drawSample(questions, sample), sample.shard);
  if (!chosen.length) return { problem: `${name} has fewer questions than there are parts (--shard).` };
  return { questions: chosen, dataset: { name, shape, questions: chosen.length, bad: bad.length }, sha256 };
}

/** Chooses from the questions of a run that is replayed. */
export function chooseSavedQuestions(
  { questions, manifest: { facts, sha256 } }: Pick<SavedRun, 'questions' | 'manifest'>,
  sample: Sample,
): ChosenQuestions {
  const chosen = partOf(drawSample(questions, sample), sample.shard);
  return { questions: chosen, dataset: { ...facts.dataset, questions: chosen.length }, sha256 };
}

function partOf(questions: readonly EvalQuestion[], shard: Shard | undefined): readonly EvalQuestion[] {
  return shard ? questions.filter((_, at) => at % shard.of === shard.index - 1) : questions;
}

/** Draws the same questions for the same seed, in the order of the dataset. */
function drawSample(
  questions: readonly EvalQuestion[],
  { size = questions.length, seed }: Sample,
): readonly EvalQuestion[] {
  if (size >= questions.length) return questions;
  const random = new SeededRandom(seed);
  const remaining = [...questions.keys()];
  const drawn = new Set<number>();
  while (drawn.size < size) {
    const [index] = remaining.splice(random.below(remaining.length), 1, remaining.at(-1) ?? 0);
    remaining.pop();
    if (index !== undefined) drawn.add(index);
  }
  return questions.filter((_, index) => drawn.has(index));
}
