/** What is run, and what of it must be the same when it is gone on with. */
import { version } from '../../../package.json';
import type { RunRecord } from '../compose/index';
import type { AskOptions } from '../core/ask/ask-ports';
import { STRATEGY_OF, strategyFor } from '../core/ask/strategies';
import type { EvalOptions, Evaluated } from '../evaluation/answer-question';
import { withSwitchesOff } from '../evaluation/apply-switches';
import { RUN_FORMAT, RUN_VERSION, type RunManifest } from '../evaluation/eval-run';
import type { RunFacts } from '../evaluation/report';
import type { Oracle, Switch } from '../evaluation/switches';
import type { Budget } from '../core/model/budget';
import type { Prices } from '../core/model/usage';
import { argumentWithoutSecrets } from '../core/language/text/passwords';
import { withStrategyOptions } from '../settings/ask-settings';
import { askOptionsOf } from '../settings/work-options';
import { UsageError } from './arguments';
import type { EvalChoices } from './eval-options';
import type { ChosenQuestions } from './eval-questions';
import type { World } from './eval-world';

/** All that the answers depend on, as a manifest keeps it. */
export interface KeptOptions {
  /** Before anything is switched off. */
  readonly ask: AskOptions;
  readonly gold: 'dataset' | 'kb';
  readonly off: readonly Switch[];
  readonly oracle: readonly Oracle[];
  readonly sample?: number;
  readonly seed: number;
  readonly language: string;
  /** Of one question. */
  readonly budget: Budget;
  readonly kb: { readonly name: string; readonly complete: boolean; readonly from?: unknown };
  readonly model?: {
    readonly name: string;
    readonly where: string;
    readonly prices?: Prices;
    readonly temperature?: number;
  };
  readonly schema: World['schema'];
  readonly words: string;
  /** Tells what was learnt of questions from other such. */
  readonly learnt: string;
  readonly replay?: { readonly of: string; readonly askMissing: boolean };
}

export interface RunPlan {
  readonly out: string;
  readonly chosen: ChosenQuestions;
  readonly kept: KeptOptions;
  readonly world: World;
  readonly replay?: RunRecord;
  /** What comes of a question, where it is certain to be the same as in the run that is replayed. */
  readonly takenOver?: (id: string) => Promise<Evaluated | undefined>;
  readonly concurrency: number;
  readonly progress: EvalChoices['progress'];
  /** The arguments that go on with it, but for --out. */
  readonly arguments: readonly string[];
}

/** Those of the run that is replayed; a manifest of this version has them. */
export function keptIn({ options }: Pick<RunManifest, 'options'>): KeptOptions {
  return options as unknown as KeptOptions;
}

const SEED = 1;

export function seedFor(choices: EvalChoices, replay: RunRecord | undefined): number {
  return choices.seed ?? (replay && keptIn(replay.manifest).seed) ?? SEED;
}

/** What is not chosen is as in the run that is replayed, or else as the settings say. */
export function keptOptions(choices: EvalChoices, world: World, replay: RunRecord | undefined): KeptOptions {
  const before = replay && keptIn(replay.manifest);
  const { settings, live } = world;
  const base = before?.ask ?? askOptionsOf(settings);
  const kb = live?.kb ?? before?.kb;
  if (!kb) throw new UsageError('There is no KB to put questions to. Name one by --kb.');
  const model = live?.model ?? before?.model;
  const prices = live?.model ? live.model.prices : before?.model?.prices;
  const temperature = live?.model ? live.model.temperature : before?.model?.temperature;
  const ask = {
    ...withStrategyOptions(base, choices.strategyOptions),
    ...choices.ask,
    limits: { ...base.limits, ...choices.limits },
  };
  refuseWithoutModel(ask.strategy, model !== undefined);
  return {
    ask,
    gold: choices.gold ?? before?.gold ?? 'dataset',
    off: choices.off ?? before?.off ?? [],
    oracle: choices.oracle ?? before?.oracle ?? [],
    ...(choices.sample !== undefined && { sample: choices.sample }),
    seed: seedFor(choices, replay),
    language: world.language,
    budget: before?.budget ?? settings.repair.budget,
    kb,
    ...(model && {
      model: {
        name: model.name,
        where: model.where,
        ...(prices && { prices }),
        ...(temperature !== undefined && { temperature }),
      },
    }),
    schema: world.schema,
    words: world.words,
    learnt: world.learnt,
    ...(replay && { replay: { of: replay.path, askMissing: choices.askMissing } }),
  };
}

/** What cannot be taken from a record, and is no longer as it was: the same need not come of it. */
export function doubtsAboutReplay(before: KeptOptions, now: KeptOptions): readonly string[] {
  const told = ({ name, relations, types }: KeptOptions['schema']): string =>
    `${name}, ${relations} relations, ${types} types`;
  const isOther = [...flat(before.schema)].some(([key, value]) => flat(now.schema).get(key) !== value);
  return [
    ...(isOther
      ? [`the schema is not as it was (${told(before.schema)} then, ${told(now.schema)} now).`]
      : []),
    ...(now.model && before.words !== now.words ? ['your prompts or exemplars are not as they were.'] : []),
    ...(before.learnt === now.learnt ? [] : ['what was learnt of questions is not as it was.']),
  ].map((what) => `${what} What differs may come of that.`);
}

function refuseWithoutModel(strategy: AskOptions['strategy'], hasModel: boolean): void {
  if (!hasModel && strategy !== 'auto' && STRATEGY_OF[strategy].needsModel)
    throw new UsageError(
      `The strategy ${strategy} needs a model. Name one by --model, or let --strategy be auto or rng-kbqa.`,
    );
}

export function evalOptionsOf({ ask, off, gold, oracle, budget, model }: KeptOptions): EvalOptions {
  return { ask: withSwitchesOff(ask, off), gold, oracle, budget, prices: model?.prices };
}

export function factsOf({ dataset }: ChosenQuestions, kept: KeptOptions): RunFacts {
  const { ask, gold, off, oracle, seed, kb, model } = kept;
  return {
    dataset,
    kb: kb.name,
    strategy: strategyFor(ask.strategy, model !== undefined),
    ...(model && { model: model.name }),
    gold,
    off,
    oracle,
    threshold: withSwitchesOff(ask, off).threshold,
    seed,
  };
}

export function manifestOf({ chosen, kept, world, arguments: args }: RunPlan, began: string): RunManifest {
  return {
    format: RUN_FORMAT,
    version: RUN_VERSION,
    facts: factsOf(chosen, kept),
    sha256: chosen.sha256,
    options: kept as unknown as RunManifest['options'],
    started: {
      arguments: args.map(argumentWithoutSecrets),
      folder: process.cwd(),
      ...(world.schemaFile !== undefined && { schema: world.schemaFile }),
    },
    program: version,
    began,
  };
}

/** Why a run that is there cannot be gone on with; a sentence that says what to do. */
export function differenceFrom(there: RunManifest, wanted: RunManifest, out: string): string | undefined {
  const started = [...there.started.arguments, '--out', out].map(quoted).join(' ');
  const other = `Name another folder by --out, or start it as it was started: funfusic eval ${started}`;
  const [before, now] = [there.facts.dataset.name, wanted.facts.dataset.name];
  if (there.sha256 !== wanted.sha256)
    return `${out} holds a run on other questions: ${before === now ? `${now} was another file then` : `those of ${before}, not of ${now}`}. ${other}`;
  if (there.program !== wanted.program)
    return `${out} holds a run of version ${there.program} of this program, which is ${wanted.program} now. ${other}`;
  const [was, is] = [flat(there.options), flat(wanted.options)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  if (!changed.length) return undefined;
  const told = changed
    .slice(0, 3)
    .map((key) => `${key} was ${was.get(key) ?? 'not set'} and is ${is.get(key) ?? 'not set'}`);
  return `${out} holds a run with other options: ${told.join('; ')}. ${other}`;
}

/** As a shell takes it for one word. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** Every value by its path. */
function flat(value: unknown, path = '', found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length)
    for (const [key, part] of Object.entries(value)) flat(part, path ? `${path}.${key}` : key, found);
  else if (value !== undefined) found.set(path, JSON.stringify(value));
  return found;
}
