/** `funfusic eval`: a whole dataset asked and scored. */
import { resolve } from 'node:path';
import { openRunRecord, RunFolderError, type RunRecord } from '../compose/index';
import { doubtsAbout, failuresAgainst, failuresUnder } from '../evaluation/gate';
import { RUN_FILES } from '../evaluation/eval-run';
import type { Report } from '../evaluation/report';
import { ORACLES, PARTS } from '../evaluation/switches';
import { NO_USAGE } from '../core/model/usage';
import { UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './complain';
import { choicesOf, EVAL_OPTIONS, GATE_OPTIONS, gateOf, type EvalChoices, type Gate } from './eval-options';
import { doubtsAboutReplay, keptIn, keptOptions, seedFor, type RunPlan } from './eval-plan';
import { questionsIn, questionsOf } from './eval-questions';
import { runPlan } from './eval-run';
import { summaryOf } from './eval-summary';
import { openWorld } from './eval-world';
import { knowledgeBases, type NamedKbs } from './knowledge-base';
import { MODEL_KEYS_HELP, RECORDED_MODEL } from './model';
import { runUntilStopped } from './stoppable';

export const evalCommand: Command = {
  name: 'eval',
  summary: 'answer and score a whole dataset',
  synopsis: ['DATASET --out FOLDER [OPTIONS]', '--replay FOLDER --out FOLDER [OPTIONS]'],
  positionals: {
    DATASET:
      'a file of questions with gold: GrailQA, GrailQAbility, WebQSP, ComplexWebQuestions, SimpleQuestions, or lines {"question", "answers"?, "sparql"?, "sexpr"?, …}, detected by its rows (docs/datasets.md)',
  },
  options: {
    ...EVAL_OPTIONS,
    off: {
      value: 'SWITCH,…',
      help: `switch off a check by its code, such as grounding, or ${PARTS.join(', ')}`,
    },
    oracle: { value: 'STAGE,…', help: `use gold instead of a stage: ${ORACLES.join(', ')}` },
    replay: {
      value: 'FOLDER',
      help: 'take the replies of the model, the KB and the linker from the records of another run, without live requests. Options that are not given are as in that run',
    },
    'ask-missing': { help: 'with --replay: send requests that were not recorded' },
    ...GATE_OPTIONS,
  },
  notes: [
    MODEL_KEYS_HELP,
    'Exit status: 0 the run is finished, 1 a score is too low, 2 the command could not run, or a KB or model is unreachable, 130 stopped by Ctrl-C. Finished questions are always saved: the same command resumes.',
  ],
  run: evaluate,
};

async function evaluate(parsed: ParsedArguments): Promise<number> {
  const choices = choicesOf(parsed);
  const gate = gateOf(parsed.options);
  const kbs = knowledgeBases(parsed.options);
  let closeModel = (): Promise<void> => Promise.resolve();
  return runUntilStopped(
    async (signal) => {
      const today = { date: new Date().toISOString() };
      const replay = choices.replay === undefined ? undefined : await replayOf(choices.replay);
      const plan = planOf(choices, kbs, replay, today, withoutOut(parsed.args));
      closeModel = () => plan.world.live?.model?.close() ?? Promise.resolve();
      const outcome = await toldPlainly(() => runPlan(plan, today, NO_USAGE, '', signal));
      process.stdout.write(summaryOf(outcome, plan));
      if (outcome.stopped !== undefined) {
        printError(outcome.stopped);
        return 2;
      }
      return isHeld(outcome.report, gate) ? 0 : 1;
    },
    async () => {
      await closeModel();
      await kbs.close();
    },
  );
}

/** Whether it is good enough; what is not is told. */
export function isHeld(report: Report, { thresholds, baseline }: Gate): boolean {
  if (baseline) for (const doubt of doubtsAbout(report, baseline)) printError(doubt);
  const failures = new Set([
    ...(thresholds ? failuresUnder(report, thresholds) : []),
    ...(baseline ? failuresAgainst(report, baseline) : []),
  ]);
  for (const failure of failures) printError(failure);
  return !failures.size;
}

export async function replayOf(path: string): Promise<RunRecord> {
  const record = await openRunRecord(path);
  if ('problem' in record) throw new UsageError(`--replay: ${record.problem}`);
  return record;
}

export function planOf(
  choices: EvalChoices,
  kbs: NamedKbs,
  replay: RunRecord | undefined,
  today: { readonly date: string },
  args: readonly string[],
): RunPlan {
  if (replay && resolve(replay.path) === resolve(choices.out))
    throw new UsageError('A run cannot be replayed into its own folder. Name another by --out.');
  const before = replay && keptIn(replay.manifest);
  const seed = seedFor(choices, replay);
  const chosen =
    choices.dataset === undefined && replay
      ? questionsOf(replay, choices.sample, seed)
      : questionsIn(choices.dataset ?? '', choices.sample, seed);
  const { settings } = kbs;
  const kb = choices.kb ?? before?.kb.name;
  // A record may be somebody else's, and so the address in it.
  if (replay && choices.kb === undefined && choices.askMissing && /^https?:/.test(kb ?? ''))
    kbs.trust.require([{ what: 'KB', exact: kb ?? '' }], resolve(replay.path, RUN_FILES.manifest));
  const world = openWorld(kbs, {
    ...((!replay || choices.askMissing) && {
      live: {
        kb,
        model: modelOptions(choices, before?.model?.name),
        date: () => today.date,
        timeoutMs: choices.limits.timeoutMs ?? settings.run.timeoutSeconds * 1000,
      },
    }),
    withModel: before?.model !== undefined,
    schemaFile:
      choices.schema ??
      (replay
        ? (replay.manifest.started.schema ?? '')
        : (settings.knowledgeBases[kb ?? settings.knowledgeBase]?.schema ?? settings.schemaFile)),
    language: before?.language ?? settings.names.language,
  });
  const kept = keptOptions(choices, world, replay);
  if (before) for (const doubt of doubtsAboutReplay(before, kept)) printError(`--replay: ${doubt}`);
  return {
    out: choices.out,
    chosen,
    kept,
    world,
    ...(replay && { replay }),
    concurrency: choices.concurrency ?? (kept.model && world.live ? 4 : 2),
    progress: choices.progress,
    arguments: args,
  };
}

/** Where something is replayed, its model is the one to be asked. */
function modelOptions({ model }: EvalChoices, before: string | undefined): EvalChoices['model'] {
  return before === undefined || model.has('model') ? model : new Map([...model, [RECORDED_MODEL, before]]);
}

/** A folder that cannot be written is no defect. */
export async function toldPlainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RunFolderError ? new UsageError(error.message) : error;
  }
}

/** Resuming a run takes these from its own command line: the folder of the run, and whether its settings are trusted. */
export function withoutOut(args: readonly string[]): readonly string[] {
  return args.filter((arg, at) => !/^--(?:out(?:=|$)|trust-folder$)/.test(arg) && args[at - 1] !== '--out');
}
