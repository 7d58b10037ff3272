/** Plans a run: its questions, options and services. */
import type { AskOptions } from '../core/ask/ask-ports';
import { STRATEGIES_BY_NAME, selectStrategy } from '../core/ask/strategies';
import type { TaskProgress } from '../core/kb/knowledge-base';
import { redactArgument } from '../core/language/text/passwords';
import type { ModelBudget } from '../core/model/budget';
import type { LanguageModel, TokenUsage, Usage } from '../core/model/language-model';
import type { ModelRate } from '../core/model/rate-limit';
import type { Prices } from '../core/model/usage';
import { withStrategyOptions, type StrategyOption } from '../settings/ask-settings';
import type { EvalOptions, EvalParts, EvaluatedQuestion } from './answer-question';
import type { ChosenQuestions, Shard } from './choose-questions';
import type { ExternalServices } from './record/services';
import type { RunFacts } from './report';
import { RUN_FORMAT, RUN_VERSION, type RunManifest } from './run-manifest';
import type { RunProblem, SavedRun, Spending } from './storage';
import { withSwitchesOff, type Oracle, type Switch } from './switches';

/** Undefined values are taken from the run that is replayed, or else from the defaults of the context. */
export interface EvaluationRequest {
  readonly out: string;
  readonly ask: Partial<Pick<AskOptions, 'strategy' | 'rounds' | 'threshold'>>;
  /** Options of strategies by name, such as `rngKbqa.keep`. */
  readonly strategyOptions: ReadonlyMap<string, StrategyOption>;
  readonly limits: Partial<AskOptions['limits']>;
  readonly gold: 'dataset' | 'kb' | undefined;
  readonly sample: number | undefined;
  readonly seed: number | undefined;
  readonly shard: Shard | undefined;
  readonly concurrency: number | undefined;
  /** Limits the default of `concurrency`. */
  readonly rate: ModelRate;
  readonly off: readonly Switch[] | undefined;
  readonly oracle: readonly Oracle[] | undefined;
  readonly askMissing: boolean;
  /** Saved with the run, to resume it. */
  readonly started: Omit<RunManifest['started'], 'schema'>;
  /** The version of this program. */
  readonly program: string;
  /** The current time, ISO 8601. */
  readonly date: string;
  /** The date that questions mean by "now", such as 2015-08-10; that of the run if it is absent. */
  readonly now: string | undefined;
}

/** The parts and settings that all runs of one evaluation share. */
export interface EvaluationContext {
  readonly parts: EvalParts;
  readonly defaults: { readonly ask: AskOptions; readonly budget: ModelBudget };
  readonly schema: {
    readonly name: string;
    readonly relations: number;
    readonly types: number;
    /** Absent for the bundled schema. */
    readonly fingerprint?: string;
  };
  /** Absent for the bundled schema. */
  readonly schemaFile: string | undefined;
  /** The language tag of names. */
  readonly language: string;
  /** Fingerprint of the prompts and the exemplars. */
  readonly words: string;
  /** Fingerprint of the trained weights. */
  readonly learnt: string;
  /** The KB and the model. Undefined for a replay that sends no requests. */
  readonly live: LivePorts | undefined;
}

export interface LivePorts {
  readonly kb: { readonly name: string; readonly complete: boolean; readonly from: unknown };
  /** The number of KBs that share the questions. */
  readonly kbCount: number;
  readonly model: RunModel | undefined;
  /** `date` is the current date for this run. */
  prepare(date: string, onStep: (step: TaskProgress) => void, signal: AbortSignal): Promise<void>;
  /** Returns why the KB is unreachable; undefined if it is reachable. */
  whyUnreachable(signal: AbortSignal): Promise<string | undefined>;
  /** Creates the services of one question. */
  servicesFor(model: LanguageModel | undefined, date: string): ExternalServices;
}

/** The model of a run. Replies are not cached across questions. */
export interface RunModel extends Pick<LanguageModel, 'name' | 'where'> {
  readonly prices: Prices | undefined;
  readonly temperature: number | undefined;
  /** The budget of the whole command. */
  readonly budget: ModelBudget;
  /** `onReply` receives the usage of every reply that costs tokens. */
  withSpending(
    already: Spending,
    onReply: (tokens: TokenUsage) => Promise<void>,
  ): { readonly model: LanguageModel; readonly usage: () => Usage };
  close(): Promise<void>;
}

export interface RunPlan {
  readonly out: string;
  readonly chosen: ChosenQuestions;
  readonly options: SavedOptions;
  readonly context: EvaluationContext;
  readonly replay?: SavedRun;
  /** Returns the result of a question if it is certainly the same as in the run that is replayed. */
  readonly reuse?: (id: string) => Promise<EvaluatedQuestion | undefined>;
  readonly concurrency: number;
  readonly started: EvaluationRequest['started'];
  readonly program: string;
  readonly date: string;
  /** Usage of earlier runs of the same command, counted against its budget. */
  readonly spentBefore?: Spending;
}

/** All options that affect the answers, as saved in `run.json`. */
export interface SavedOptions {
  /** Without the changes by `off`. */
  readonly ask: AskOptions;
  readonly gold: 'dataset' | 'kb';
  readonly off: readonly Switch[];
  readonly oracle: readonly Oracle[];
  readonly sample?: number;
  readonly seed: number;
  readonly shard?: Shard;
  readonly language: string;
  /** The date that questions mean by "now"; absent if it is that of the run. */
  readonly now?: string;
  /** The budget of one question. */
  readonly budget: ModelBudget;
  readonly kb: { readonly name: string; readonly complete: boolean; readonly from?: unknown };
  readonly model?: {
    readonly name: string;
    readonly where: string;
    readonly prices?: Prices;
    readonly temperature?: number;
  };
  readonly schema: EvaluationContext['schema'];
  readonly words: string;
  readonly learnt: string;
  readonly replay?: { readonly of: string; readonly askMissing: boolean };
}

export function planRun(
  request: EvaluationRequest,
  chosen: ChosenQuestions,
  context: EvaluationContext,
  replay: SavedRun | undefined,
): RunPlan | RunProblem {
  const options = resolveOptions(request, context, replay);
  if ('problem' in options) return options;
  const { out, started, program, date } = request;
  return {
    out,
    chosen,
    options,
    context,
    ...(replay && { replay }),
    concurrency: request.concurrency ?? defaultConcurrency(request.rate, context.live),
    started,
    program,
    date,
  };
}

/** A request waits for up to this many seconds if the rate is low, so that questions do not reach their time limit. */
const MAX_WAIT_SECONDS = 4;

function defaultConcurrency({ calls }: ModelRate, live: LivePorts | undefined): number {
  const perKb = live?.model ? 4 : 2;
  const all = perKb * (live?.kbCount ?? 1);
  return calls ? Math.max(1, Math.min(all, Math.floor((calls * MAX_WAIT_SECONDS) / 60))) : all;
}

function resolveOptions(
  request: EvaluationRequest,
  { defaults, live, schema, language, words, learnt }: EvaluationContext,
  replay: SavedRun | undefined,
): SavedOptions | RunProblem {
  const before = replay && savedOptionsOf(replay.manifest);
  const base = before?.ask ?? defaults.ask;
  const kb = live?.kb ?? before?.kb;
  if (!kb) return { problem: 'There is no KB to ask. Name one with --kb.' };
  const model = live?.model ?? before?.model;
  const now = request.now ?? before?.now;
  const ask = {
    ...withStrategyOptions(base, request.strategyOptions),
    ...request.ask,
    limits: { ...base.limits, ...request.limits },
  };
  if (!model && ask.strategy !== 'auto' && STRATEGIES_BY_NAME[ask.strategy].needsModel)
    return {
      problem: `The strategy ${ask.strategy} needs a model. Name one with --model, or use --strategy auto or rng-kbqa.`,
    };
  return {
    ask,
    gold: request.gold ?? before?.gold ?? 'dataset',
    off: request.off ?? before?.off ?? [],
    oracle: request.oracle ?? before?.oracle ?? [],
    ...(request.sample !== undefined && { sample: request.sample }),
    seed: resolveSeed(request, replay),
    ...(request.shard && { shard: request.shard }),
    language,
    ...(now !== undefined && { now }),
    budget: before?.budget ?? defaults.budget,
    kb,
    ...(model && {
      model: {
        name: model.name,
        where: model.where,
        ...(model.prices && { prices: model.prices }),
        ...(model.temperature !== undefined && { temperature: model.temperature }),
      },
    }),
    schema,
    words,
    learnt,
    ...(replay && { replay: { of: replay.path, askMissing: request.askMissing } }),
  };
}

/** A manifest of this version contains all options. */
export function savedOptionsOf({ options }: Pick<RunManifest, 'options'>): SavedOptions {
  return options as unknown as SavedOptions;
}

export function resolveSeed({ seed }: Pick<EvaluationRequest, 'seed'>, replay: SavedRun | undefined): number {
  return seed ?? (replay && savedOptionsOf(replay.manifest).seed) ?? 1;
}

/** Returns a sentence for each change that may make the results of a replay differ. */
export function replayWarnings(before: SavedOptions, now: SavedOptions): readonly string[] {
  const describe = ({ name, relations, types }: SavedOptions['schema']): string =>
    `${name}, ${relations} relations, ${types} types`;
  const [was, is] = [flatten(before.schema), flatten(now.schema)];
  return [
    ...([...was].some(([key, value]) => is.get(key) !== value)
      ? [`the schema has changed (${describe(before.schema)} then, ${describe(now.schema)} now).`]
      : []),
    ...(now.model && before.words !== now.words ? ['your prompts or exemplars have changed.'] : []),
    ...(before.learnt === now.learnt ? [] : ['the trained weights have changed.']),
  ].map((what) => `${what} Results may differ for this reason.`);
}

export function toEvalOptions({ ask, off, gold, oracle, budget, model }: SavedOptions): EvalOptions {
  return { ask: withSwitchesOff(ask, off), gold, oracle, budget, prices: model?.prices };
}

export function toRunFacts({ chosen, options }: Pick<RunPlan, 'chosen' | 'options'>): RunFacts {
  const { ask, gold, off, oracle, seed, kb, model } = options;
  return {
    dataset: chosen.dataset,
    kb: kb.name,
    strategy: selectStrategy(ask.strategy, model !== undefined),
    ...(model && { model: model.name }),
    gold,
    off,
    oracle,
    threshold: withSwitchesOff(ask, off).threshold,
    seed,
  };
}

export function createManifest(plan: RunPlan): RunManifest {
  const { schemaFile } = plan.context;
  return {
    format: RUN_FORMAT,
    version: RUN_VERSION,
    facts: toRunFacts(plan),
    sha256: plan.chosen.sha256,
    options: plan.options as unknown as RunManifest['options'],
    started: {
      arguments: plan.started.arguments.map(redactArgument),
      folder: plan.started.folder,
      ...(schemaFile !== undefined && { schema: schemaFile }),
    },
    program: plan.program,
    began: plan.date,
  };
}

/** Returns why a saved run cannot be resumed as `wanted`. */
export function resumeProblem(saved: RunManifest, wanted: RunManifest, out: string): RunProblem | undefined {
  const difference = describeDifference(saved, wanted);
  if (!difference) return undefined;
  const { what, advice } = difference;
  const problem = `${out} contains a run ${what}.`;
  return advice === undefined
    ? { problem, startedWith: [...saved.started.arguments, '--out', out] }
    : { problem: `${problem} ${advice}` };
}

interface Difference {
  readonly what: string;
  /** If the command of the saved run would not resume it either. */
  readonly advice?: string;
}

function describeDifference(saved: RunManifest, wanted: RunManifest): Difference | undefined {
  const [before, now] = [saved.facts.dataset.name, wanted.facts.dataset.name];
  if (saved.sha256 !== wanted.sha256)
    return before === now
      ? {
          what: `on other questions: ${now} has changed since`,
          advice: 'Restore it to resume the run, or start a new run in another folder.',
        }
      : { what: `on other questions: those of ${before}, not of ${now}` };
  if (saved.program !== wanted.program)
    return {
      what: `of version ${saved.program} of this program, and this is version ${wanted.program}`,
      advice: 'Start a new run in another folder.',
    };
  const [was, is] = [flatten(saved.options), flatten(wanted.options)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  if (!changed.length) return undefined;
  const changes = changed
    .slice(0, 3)
    .map((key) => `${key} was ${was.get(key) ?? 'not set'} and is now ${is.get(key) ?? 'not set'}`);
  return { what: `with other options: ${changes.join('; ')}` };
}

/** Maps the path of each leaf value to its JSON. */
function flatten(value: unknown, path = '', leaves = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length)
    for (const [key, part] of Object.entries(value)) flatten(part, path ? `${path}.${key}` : key, leaves);
  else if (value !== undefined) leaves.set(path, JSON.stringify(value));
  return leaves;
}
