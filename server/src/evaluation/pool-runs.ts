/** Several runs as one: the folds of a cross-validation, or the parts of a dataset that was shared out. */
import type { EvalQuestion } from './eval-question';
import type { Prediction, Times } from './prediction';
import type { ReadRun } from './read-run';
import type { RunFacts } from './report';

export interface PooledRuns {
  readonly questions: readonly EvalQuestion[];
  readonly predictions: ReadonlyMap<string, Prediction>;
  readonly times: readonly Times[];
  readonly facts: RunFacts;
}

/** Runs by their folders, one at least. They must have been made the same way, of questions of their own. */
export function poolRuns(
  runs: ReadonlyMap<string, ReadRun>,
): PooledRuns | { readonly problem: string } | undefined {
  const [[firstFolder, first] = []] = runs;
  if (firstFolder === undefined || !first) return undefined;
  const questions: EvalQuestion[] = [];
  const predictions = new Map<string, Prediction>();
  const times: Times[] = [];
  const folderOf = new Map<string, string>();
  for (const [folder, run] of runs) {
    const other = differenceOf(first.manifest.facts, run.manifest.facts);
    if (other)
      return {
        problem: `${folder} was made otherwise than ${firstFolder}: ${other}. Runs are reported together only where they differ in their questions alone.`,
      };
    for (const question of run.questions) {
      const before = folderOf.get(question.id);
      if (before !== undefined)
        return {
          problem: `${before} and ${folder} both have the question ${JSON.stringify(question.id)}. Each may be asked once; funfusic compare sets two runs against each other.`,
        };
      folderOf.set(question.id, folder);
      questions.push(question);
    }
    for (const [id, prediction] of run.predictions) predictions.set(id, prediction);
    times.push(...run.times);
  }
  return { questions, predictions, times, facts: factsOf([...runs.values()], first.manifest.facts) };
}

function differenceOf({ dataset: one, ...left }: RunFacts, { dataset: two, ...right }: RunFacts): string {
  const before = { ...left, shape: one.shape };
  const after = { ...right, shape: two.shape };
  const valueOf = (facts: object, key: string): string =>
    JSON.stringify((facts as Readonly<Record<string, unknown>>)[key] ?? null);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => valueOf(before, key) !== valueOf(after, key))
    .map((key) => `${key} ${valueOf(after, key)} and not ${valueOf(before, key)}`)
    .join(', ');
}

function factsOf(runs: readonly ReadRun[], first: RunFacts): RunFacts {
  const datasets = runs.map(({ manifest }) => manifest.facts.dataset);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
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
