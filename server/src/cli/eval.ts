/** `funfusic eval`: answers and scores a dataset. */
import { resolve } from 'node:path';
import { version } from '../../../package.json';
import { readDatasetFile, runStorage } from '../compose/index';
import { chooseQuestions, chooseSavedQuestions, type ChosenQuestions } from '../evaluation/choose-questions';
import { baselineCaveats, baselineFailures, thresholdFailures } from '../evaluation/gate';
import {
  planRun,
  replayWarnings,
  savedOptionsOf,
  resolveSeed,
  type EvaluationContext,
  type RunPlan,
} from '../evaluation/plan';
import type { Report } from '../evaluation/report';
import { runEvaluation } from '../evaluation/run-evaluation';
import { RUN_FILES } from '../evaluation/run-manifest';
import type { RunProblem, SavedRun } from '../evaluation/storage';
import { ORACLES, PARTS } from '../evaluation/switches';
import { unwrap, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError, runUntilStopped } from './terminal';
import {
  parseEvalOptions,
  EVAL_OPTIONS,
  GATE_OPTIONS,
  openGate,
  type EvalArguments,
  type Gate,
} from './eval-options';
import { eventPrinter, resumeHint, formatSummary } from './eval-output';
import { openContext } from './eval-ports';
import { openKnowledgeBases, type NamedKbs } from './knowledge-base';
import { MODEL_KEYS_HELP, RECORDED_MODEL } from './model';

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
    'Exit status: 0 the run is finished, 1 a score is too low, 2 the command could not run, or a KB or model is unreachable, 130 stopped by Ctrl+C. Finished questions are always saved: the same command resumes.',
  ],
  run: evaluate,
};

async function evaluate(parsed: ParsedArguments): Promise<number> {
  const choices = parseEvalOptions(parsed);
  const gate = await openGate(parsed.options);
  return withPlan(choices, parsed.options, parsed.args, async (plan, signal) => {
    const outcome = await runEvaluation(plan, evaluationPorts(plan, choices), signal);
    if ('problem' in outcome) throw new UsageError(formatRunProblem(outcome));
    process.stdout.write(formatSummary(outcome, plan));
    if (outcome.stopped !== undefined) {
      printError(`${outcome.stopped} ${resumeHint(outcome)}`);
      return 2;
    }
    return passesGate(outcome.report, gate) ? 0 : 1;
  });
}

/** Creates a plan, runs `work`, and closes the KBs and the model. */
export async function withPlan(
  choices: EvalArguments,
  options: ReadonlyMap<string, string>,
  args: readonly string[],
  work: (plan: RunPlan, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const kbs = openKnowledgeBases(options, choices.kbs);
  let context: EvaluationContext | undefined;
  return runUntilStopped(
    async (signal) => {
      const replay = choices.replay === undefined ? undefined : await openReplay(choices.replay, choices.out);
      const chosen = readQuestions(choices, replay);
      context = openEvalContext(choices, kbs, replay);
      const request = {
        ...choices,
        started: { arguments: resumableArguments(args), folder: process.cwd() },
        program: version,
        date: new Date().toISOString(),
      };
      const plan = unwrap(planRun(request, chosen, context, replay));
      if (replay)
        for (const warning of replayWarnings(savedOptionsOf(replay.manifest), plan.options))
          printError(`--replay: ${warning}`);
      return work(plan, signal);
    },
    async () => {
      await context?.live?.model?.close();
      await kbs.close();
    },
  );
}

export function evaluationPorts(
  { options }: RunPlan,
  { progress }: EvalArguments,
): Parameters<typeof runEvaluation>[1] {
  return {
    storage: runStorage,
    clock: () => new Date().toISOString(),
    onEvent: eventPrinter(progress, options.model?.prices?.currency),
  };
}

/** Adds the command that resumes the run in the folder, if it is another run. */
export function formatRunProblem({ problem, startedWith }: RunProblem): string {
  if (!startedWith) return problem;
  const command = ['funfusic', 'eval', ...startedWith.map(quoteForShell)].join(' ');
  return `${problem} Name another folder with --out, or use the options of that run: ${command}`;
}

function quoteForShell(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** Prints failures and caveats. Returns whether there are no failures. */
export function passesGate(report: Report, { thresholds, baseline }: Gate): boolean {
  if (baseline) for (const caveat of baselineCaveats(report, baseline)) printError(caveat);
  const failures = new Set([
    ...(thresholds ? thresholdFailures(report, thresholds) : []),
    ...(baseline ? baselineFailures(report, baseline) : []),
  ]);
  for (const failure of failures) printError(failure);
  return !failures.size;
}

async function openReplay(path: string, out: string): Promise<SavedRun> {
  const saved = await runStorage.openSaved(path);
  if ('problem' in saved) throw new UsageError(`--replay: ${saved.problem}`);
  if (resolve(saved.path) === resolve(out))
    throw new UsageError('A run cannot be replayed into its own folder. Name another folder with --out.');
  return saved;
}

const MAX_BAD_ROWS = 5;

function readQuestions(choices: EvalArguments, replay: SavedRun | undefined): ChosenQuestions {
  const sample = { size: choices.sample, seed: resolveSeed(choices, replay), shard: choices.shard };
  if (choices.dataset === undefined && replay) return chooseSavedQuestions(replay, sample);
  const file = unwrap(readDatasetFile(choices.dataset ?? ''));
  const { name, dataset } = file;
  for (const { message } of dataset.bad.slice(0, MAX_BAD_ROWS)) printError(`${name}: ${message}`);
  if (dataset.bad.length > MAX_BAD_ROWS)
    printError(
      `${name}: ${dataset.bad.length - MAX_BAD_ROWS} more rows cannot be used; funfusic lint lists all of them.`,
    );
  return unwrap(chooseQuestions(file, sample));
}

function openEvalContext(
  choices: EvalArguments,
  kbs: NamedKbs,
  replay: SavedRun | undefined,
): EvaluationContext {
  const { settings } = kbs;
  const before = replay && savedOptionsOf(replay.manifest);
  const [named, ...otherKbs] = choices.kbs;
  const kb = named ?? before?.kb.name;
  // A record may come from an untrusted source, so the address in it needs consent.
  if (replay && named === undefined && choices.askMissing && /^https?:/.test(kb ?? ''))
    kbs.trust.require([{ what: 'KB', exact: kb ?? '' }], resolve(replay.path, RUN_FILES.manifest));
  return openContext(kbs, {
    ...((!replay || choices.askMissing) && {
      live: {
        kb,
        otherKbs,
        model: withRecordedModel(choices, before?.model?.name),
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
}

/** A replay sends missing requests to the model of the record unless another one is named. */
function withRecordedModel({ model }: EvalArguments, recorded: string | undefined): EvalArguments['model'] {
  return recorded === undefined || model.has('model')
    ? model
    : new Map([...model, [RECORDED_MODEL, recorded]]);
}

/** Removes --out and --trust-folder, which are not saved with a run. */
function resumableArguments(args: readonly string[]): readonly string[] {
  return args.filter((arg, at) => !/^--(?:out(?:=|$)|trust-folder$)/.test(arg) && args[at - 1] !== '--out');
}
