/** Creates an incomplete KB from a complete one, and a dataset with its answers. */
import type { KnowledgeBase, ExecutionLimits, TaskProgress } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import type { Dataset } from '../eval-question';
import { chooseByShare, type ReductionRequest } from './choose-by-share';
import { chooseForDataset, type UnanswerableTarget } from './choose-for-dataset';
import { parseFact } from './fact';
import { reasonToDrop, type ElementKind, type Reduction } from './reduction';
import { relabel, type RelabelledDataset } from './relabel';
import { findSolutions } from './solutions';
import { Surveyor, type Survey } from './survey';
import { answerOnCompleteKb, type SkippedQuestion, type CompleteKbAnswers } from './complete-kb-answers';

export interface ReducePorts {
  readonly schema: KbSchema;
  /** Reads all lines of the KB in chunks, from the start at each call. */
  readonly lines: () => AsyncIterable<readonly string[]>;
  readonly completeKb: KnowledgeBase;
  /** Writes the remaining lines. */
  readonly write: (lines: readonly string[]) => Promise<void>;
  /** Opens the written KB; called after the last `write`. */
  readonly reduced: () => Promise<KnowledgeBase>;
  readonly limits: ExecutionLimits;
}

export interface ReduceTask extends ReductionRequest {
  readonly dataset?: Dataset;
  readonly target?: Omit<UnanswerableTarget, 'seed'>;
}

export interface ReductionResult {
  readonly reduction: Reduction;
  readonly facts: {
    readonly read: number;
    readonly kept: number;
    readonly dropped: Readonly<Record<ElementKind, number>>;
  };
  /** Absent without a dataset. */
  readonly relabelled?: RelabelledDataset;
}

/** Rejects only when `signal` is aborted, or a port does. */
export async function reduceKb(
  task: ReduceTask,
  ports: ReducePorts,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<ReductionResult | { readonly problem: string }> {
  const survey = await surveyKb(ports, onStep, signal);
  if (!survey.facts) return { problem: 'The KB has no facts.' };
  const base = chooseByShare(task, survey, ports.schema);
  if ('problem' in base) return base;
  const { answered, leftOut } = await askCompleteKb(task, ports, onStep, signal);
  const reduction = task.target ? await chooseReduction(task, answered, base, survey, ports, signal) : base;
  await ports.completeKb.close();
  const facts = await writeRemainingFacts(reduction, survey, ports, onStep, signal);
  if (!task.dataset) return { reduction, facts };
  const kb = await ports.reduced();
  await kb.prepare?.(onStep, signal);
  const relabelled = await relabel(answered, reduction, kb, ports.limits, onStep, signal);
  const skipped: readonly SkippedQuestion[] = [...leftOut, ...relabelled.leftOut].sort(
    (one, other) => one.row - other.row,
  );
  return { reduction, facts, relabelled: { questions: relabelled.questions, leftOut: skipped } };
}

async function surveyKb(
  { lines, schema }: ReducePorts,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<Survey> {
  const surveyor = new Surveyor(schema);
  let read = 0;
  for await (const chunk of lines()) {
    signal.throwIfAborted();
    for (const line of chunk) {
      const fact = parseFact(line);
      if (fact) surveyor.add(fact);
    }
    read += chunk.length;
    onStep({ message: `Read ${read.toLocaleString('en')} facts` });
  }
  return surveyor.result;
}

async function askCompleteKb(
  { dataset }: ReduceTask,
  { completeKb, schema, limits }: ReducePorts,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<CompleteKbAnswers> {
  if (!dataset) return { answered: [], leftOut: [] };
  await completeKb.prepare?.(onStep, signal);
  return answerOnCompleteKb(dataset.questions, completeKb, schema, limits, onStep, signal);
}

function chooseReduction(
  { target, seed }: ReduceTask,
  answered: CompleteKbAnswers['answered'],
  base: Reduction,
  survey: Survey,
  { schema, completeKb, limits }: ReducePorts,
  signal: AbortSignal,
): Promise<Reduction> {
  const { share = 0, kinds = [] } = target ?? {};
  const solutions = (query: string): ReturnType<typeof findSolutions> =>
    findSolutions(query, completeKb, schema, limits, signal);
  return chooseForDataset(answered, { share, kinds, seed }, base, { survey, schema, solutions });
}

async function writeRemainingFacts(
  reduction: Reduction,
  survey: Survey,
  { lines, write, schema }: ReducePorts,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<ReductionResult['facts']> {
  const reasonOf = reasonToDrop(reduction, schema);
  const dropped: Record<ElementKind, number> = { relations: 0, types: 0, entities: 0, facts: 0 };
  let [read, kept] = [0, 0];
  for await (const chunk of lines()) {
    signal.throwIfAborted();
    const remaining: string[] = [];
    for (const line of chunk) {
      const fact = parseFact(line);
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
