/** `funfusic eval`: a whole dataset asked and scored. */
import { resolve } from 'node:path';
import { openRunRecord, RunFolderError, type RunRecord } from '../compose/index';
import { doubtsAbout, failuresAgainst, failuresUnder } from '../evaluation/gate';
import { RUN_FILES } from '../evaluation/eval-run';
import type { Report } from '../evaluation/report';
import { ORACLES, PARTS } from '../evaluation/switches';
import { NO_USAGE } from '../core/model/usage';
import { parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import {
  choicesOf,
  EVAL_ONLY_OPTIONS,
  EVAL_OPTIONS,
  gateOf,
  type EvalChoices,
  type Gate,
} from './eval-options';
import { doubtsAboutReplay, keptIn, keptOptions, seedFor, type RunPlan } from './eval-plan';
import { questionsIn, questionsOf } from './eval-questions';
import { runPlan } from './eval-run';
import { summaryOf } from './eval-summary';
import { openWorld } from './eval-world';
import { TRUST_USAGE } from './folder-trust';
import { KB_USAGE, knowledgeBases, type NamedKbs } from './knowledge-base';
import { MODEL_KEYS_USAGE, RECORDED_MODEL } from './model';
import { stoppable } from './stoppable';

export const EVAL_COMMON_USAGE = `${KB_USAGE}
${TRUST_USAGE}
  --schema FILE        a KB schema of your own (JSON) in the place of that of the KB or of funfusic.schema.file
  --strategy STRATEGY  auto (default: funfusic.ask.strategy), fun-fusic, rng-kbqa, chatkbqa or fidelis; all but rng-kbqa need a model
  --model NAME         the model: a name from funfusic.models, or none (default: funfusic.model)
  --model-url URL      a model at an address that speaks OpenAI's chat API; --model is then what its server calls it
  --budget LIMITS      the most that the whole run may spend, also when it is gone on with: calls=1000,tokens=5000000,money=20
  --rounds COUNT       how often a model may try another query, 0 to 10 (default: funfusic.repair.rounds)
  --threshold SHARE    below this confidence there is no answer, where no model judges (default: funfusic.ask.threshold)
  --option NAME=VALUE  an option of a strategy, such as rngKbqa.keep=20 (docs/asking.md lists them); again for more
  --timeout SECONDS    a run of a query that takes longer is stopped
  --max-rows COUNT     at most this many rows of each query
  --gold dataset|kb    gold's answers as the dataset has them (default), or by running gold's queries on the KB; those that the
                       dataset does not tell are looked up in any case
  --sample COUNT       so many of the questions, drawn by --seed (default: 1), the same ones each time
  --concurrency COUNT  so many questions at once (default: 4 with a model, 2 without)
  --progress json      tell how far it is by lines of JSON on standard error`;

export const EVAL_USAGE = `funfusic eval DATASET --out FOLDER [OPTIONS]
funfusic eval --replay FOLDER --out FOLDER [OPTIONS]

  DATASET              a file of questions with gold: GrailQA, GrailQAbility, WebQSP, ComplexWebQuestions, SimpleQuestions, or lines
                       {"question", "answers"?, "sparql"?, "sexpr"?, …}; which, is told by its rows (docs/datasets.md)
  --out FOLDER         for predictions.jsonl, times.jsonl, report.json, report.md, report.html, and the record and the trace of each
                       question. Where the same run is there already, it is gone on with
${EVAL_COMMON_USAGE}
  --off SWITCH,…       switched off: a check by its code, such as grounding, or ${PARTS.join(', ')}
  --oracle STAGE,…     gold in the place of a stage: ${ORACLES.join(', ')}
  --replay FOLDER      take what the model, the KB and the linker said from the records of another run, and ask nobody. What is not
                       chosen is as it was there
  --ask-missing        with --replay: ask for what was not recorded
  --fail-under LIST    exit with status 1 where a score is lower: f1R=0.6,hits1=0.7
  --baseline RUN       exit with status 1 where a score is worse than in this report.json (or in the one of this folder) by more
                       than chance explains, or questions of it are not asked any more

${MODEL_KEYS_USAGE}
Exit status: 0 it came to its end, 1 a score is too low, 2 could not run as asked, or a KB or model is away, 130 stopped by Ctrl-C.
Whatever happens, finished questions are kept: the same command goes on.
`;

export async function evalCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, { ...EVAL_OPTIONS, ...EVAL_ONLY_OPTIONS });
  const choices = choicesOf(parsed, EVAL_USAGE);
  const gate = gateOf(parsed.options);
  const kbs = knowledgeBases(parsed.options);
  let closeModel = (): Promise<void> => Promise.resolve();
  return stoppable(
    async (signal) => {
      const today = { date: new Date().toISOString() };
      const replay = choices.replay === undefined ? undefined : await replayOf(choices.replay);
      const plan = planOf(choices, kbs, replay, today, withoutOut(args));
      closeModel = () => plan.world.live?.model?.close() ?? Promise.resolve();
      const outcome = await toldPlainly(() => runPlan(plan, today, NO_USAGE, '', signal));
      process.stdout.write(summaryOf(outcome, plan));
      if (outcome.stopped !== undefined) {
        complain(outcome.stopped);
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
  if (baseline) for (const doubt of doubtsAbout(report, baseline)) complain(doubt);
  const failures = new Set([
    ...(thresholds ? failuresUnder(report, thresholds) : []),
    ...(baseline ? failuresAgainst(report, baseline) : []),
  ]);
  for (const failure of failures) complain(failure);
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
  if (before) for (const doubt of doubtsAboutReplay(before, kept)) complain(`--replay: ${doubt}`);
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
