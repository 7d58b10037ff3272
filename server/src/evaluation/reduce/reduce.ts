/** Makes an incomplete KB from a complete one, and a dataset that fits it. */
import type { KnowledgeBase, Limits, ProgressStep } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import type { Dataset } from '../eval-question';
import { chooseByShare, type ReductionRequest } from './choose-by-share';
import { chooseForDataset, type Target } from './choose-for-dataset';
import { factOf } from './fact';
import { reasonToDrop, type Kind, type Reduction } from './reduction';
import { relabel, type RelabelledDataset } from './relabel';
import { solutionsOf } from './solutions';
import { Surveyor, type Survey } from './survey';
import { answerOnCompleteKb, type LeftOut, type CompleteKbAnswers } from './complete-kb-answers';

export interface ReducePorts {
  readonly schema: KbSchema;
  /** All lines of the KB in chunks; each call starts again. */
  readonly lines: () => AsyncIterable<readonly string[]>;
  readonly whole: KnowledgeBase;
  /** Writes lines that stay. */
  readonly write: (lines: readonly string[]) => Promise<void>;
  /** Opens the written KB; called after the last `write`. */
  readonly reduced: () => Promise<KnowledgeBase>;
  readonly limits: Limits;
}

export interface ReduceTask extends ReductionRequest {
  readonly dataset?: Dataset;
  readonly target?: Omit<Target, 'seed'>;
}

export interface Reduced {
  readonly reduction: Reduction;
  readonly facts: {
    readonly read: number;
    readonly kept: number;
    readonly dropped: Readonly<Record<Kind, number>>;
  };
  /** If there is a dataset. */
  readonly relabelled?: RelabelledDataset;
}

/** Rejects only when `signal` is aborted, or a port does. */
export async function reduceKb(
  task: ReduceTask,
  ports: ReducePorts,
  onStep: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<Reduced | { readonly problem: string }> {
  const survey = await surveyOf(ports, onStep, signal);
  if (!survey.facts) return { problem: 'The KB has no facts.' };
  const base = chooseByShare(task, survey, ports.schema);
  if ('problem' in base) return base;
  const { answered, leftOut } = await askCompleteKb(task, ports, onStep, signal);
  const reduction = task.target ? await choose(task, answered, base, survey, ports, signal) : base;
  await ports.whole.close();
  const facts = await writeRemainingFacts(reduction, survey, ports, onStep, signal);
  if (!task.dataset) return { reduction, facts };
  const kb = await ports.reduced();
  await kb.prepare?.(onStep, signal);
  const relabelled = await relabel(answered, reduction, kb, ports.limits, onStep, signal);
  const out: readonly LeftOut[] = [...leftOut, ...relabelled.leftOut].sort(
    (one, other) => one.row - other.row,
  );
  return { reduction, facts, relabelled: { questions: relabelled.questions, leftOut: out } };
}

async function surveyOf(
  { lines, schema }: ReducePorts,
  onStep: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<Survey> {
  const surveyor = new Surveyor(schema);
  let read = 0;
  for await (const some of lines()) {
    signal.throwIfAborted();
    for (const line of some) {
      const fact = factOf(line);
      if (fact) surveyor.add(fact);
    }
    read += some.length;
    onStep({ message: `Read ${read.toLocaleString('en')} facts` });
  }
  return surveyor.result;
}

async function askCompleteKb(
  { dataset }: ReduceTask,
  { whole, schema, limits }: ReducePorts,
  onStep: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<CompleteKbAnswers> {
  if (!dataset) return { answered: [], leftOut: [] };
  await whole.prepare?.(onStep, signal);
  return answerOnCompleteKb(dataset.questions, whole, schema, limits, onStep, signal);
}

function choose(
  { target, seed }: ReduceTask,
  answered: CompleteKbAnswers['answered'],
  base: Reduction,
  survey: Survey,
  { schema, whole, limits }: ReducePorts,
  signal: AbortSignal,
): Promise<Reduction> {
  const { share = 0, kinds = [] } = target ?? {};
  const solutions = (query: string): ReturnType<typeof solutionsOf> =>
    solutionsOf(query, whole, schema, limits, signal);
  return chooseForDataset(answered, { share, kinds, seed }, base, { survey, schema, solutions });
}

async function writeRemainingFacts(
  reduction: Reduction,
  survey: Survey,
  { lines, write, schema }: ReducePorts,
  onStep: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<Reduced['facts']> {
  const reasonOf = reasonToDrop(reduction, schema);
  const dropped: Record<Kind, number> = { relations: 0, types: 0, entities: 0, facts: 0 };
  let [read, kept] = [0, 0];
  for await (const some of lines()) {
    signal.throwIfAborted();
    const remaining: string[] = [];
    for (const line of some) {
      const fact = factOf(line);
      if (!fact) continue;
      read++;
      const reason = reasonOf(fact);
      if (reason) dropped[reason]++;
      else remaining.push(line);
    }
    kept += remaining.length;
    await write(remaining);
    onStep({ message: `Wrote ${kept.toLocaleString('en')} facts`, share: read / survey.facts });
  }
  return { read, kept, dropped };
}
