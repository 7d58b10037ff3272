/** Runs a dataset with all parts switched on, and again with each part switched off. */
import { findingCodes } from '../core/check/suite';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { formatAblation, buildAblation, isUnaffectedBy, type AblatedRun, type Ablation } from './ablation';
import type { EvaluatedQuestion } from './answer-question';
import type { RunPlan } from './plan';
import { runEvaluation, type EvaluationPorts, type RunOutcome } from './run-evaluation';
import { RunStorageError, type RunProblem, type SavedRun, type Spending } from './storage';
import { SWITCHES, type Switch } from './switches';

export type AblationOutcome = { readonly ablation: Ablation } | { readonly stopped: RunOutcome };

export interface AblationTask {
  /** The run with all parts switched on. */
  readonly base: RunPlan;
  /** Undefined for all parts that may have an effect. */
  readonly switches: readonly Switch[] | undefined;
  /** The folder of `ablation.json` and `ablation.md`. */
  readonly out: string;
  /** Returns the folder of the run without a part. */
  readonly folderWithout: (off: Switch) => string;
}

/** Rejects when `signal` is aborted. */
export async function ablate(
  { base, switches = relevantSwitches(base), out, folderWithout }: AblationTask,
  ports: EvaluationPorts,
  signal: AbortSignal,
): Promise<AblationOutcome | RunProblem> {
  let spentBefore: Spending = NO_USAGE;
  const run = async (plan: RunPlan, number: number): Promise<RunOutcome | RunProblem> => {
    ports.onEvent({ type: 'ablation', off: plan.options.off[0], number, total: switches.length });
    const outcome = await runEvaluation({ ...plan, spentBefore }, ports, signal);
    if (!('problem' in outcome))
      spentBefore = addUsage({ ...NO_USAGE, ...spentBefore }, { ...NO_USAGE, ...outcome.spent });
    return outcome;
  };
  const complete = await run(base, 0);
  if ('problem' in complete) return complete;
  if (complete.stopped !== undefined) return { stopped: complete };
  const without = new Map<Switch, AblatedRun>();
  let { date } = complete;
  for (const [at, off] of switches.entries()) {
    const plan = await planWithout({ ...base, date }, complete, off, folderWithout(off), ports);
    if ('problem' in plan) return plan;
    const outcome = await run(plan, at + 1);
    if ('problem' in outcome) return outcome;
    if (outcome.stopped !== undefined) return { stopped: outcome };
    ({ date } = outcome);
    without.set(off, outcome);
    const problem = await writeAblation(out, buildAblation(complete, without), ports);
    if (problem) return problem;
  }
  return { ablation: buildAblation(complete, without) };
}

/** Without a model, only the checks and the threshold have an effect. */
function relevantSwitches({ options }: RunPlan): readonly Switch[] {
  return options.model ? SWITCHES : ['threshold', ...findingCodes];
}

async function planWithout(
  base: RunPlan,
  complete: RunOutcome,
  off: Switch,
  out: string,
  { storage }: EvaluationPorts,
): Promise<RunPlan | RunProblem> {
  const replay = await storage.openSaved(base.out);
  if ('problem' in replay) return replay;
  const askMissing = base.context.live !== undefined;
  return {
    ...base,
    out,
    options: { ...base.options, off: [off], replay: { of: base.out, askMissing } },
    replay,
    reuse: (id) => reuseResult(id, off, complete, replay),
    started: {
      ...base.started,
      arguments: ['--replay', base.out, '--off', off, ...(askMissing ? ['--ask-missing'] : [])],
    },
  };
}

/** Returns the saved result of a question on which the part had no effect. */
async function reuseResult(
  id: string,
  off: Switch,
  { predictions, times: allTimes }: RunOutcome,
  saved: SavedRun,
): Promise<EvaluatedQuestion | undefined> {
  const question = saved.questions.find((one) => one.id === id);
  const [prediction, times] = [predictions.get(id), allTimes.get(id)];
  if (!question || !prediction || !times || !isUnaffectedBy(off, prediction)) return undefined;
  const [record, trace] = [await saved.recordOf(id), await saved.traceOf(id)];
  return 'problem' in record || !trace ? undefined : { question, prediction, times, trace, record };
}

async function writeAblation(
  out: string,
  ablation: Ablation,
  { storage }: EvaluationPorts,
): Promise<RunProblem | undefined> {
  try {
    await storage.writeFiles(out, [
      { name: 'ablation.json', text: `${JSON.stringify(ablation, null, 2)}\n` },
      { name: 'ablation.md', text: formatAblation(ablation) },
    ]);
    return undefined;
  } catch (error) {
    if (error instanceof RunStorageError) return { problem: error.message };
    throw error;
  }
}
