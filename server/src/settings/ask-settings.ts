/** The settings of asking questions, and the options of the strategies, which the command line accepts too. */
import * as z from 'zod/mini';
import { COMPARISONS, VOTES, type AskOptions } from '../core/ask/ask-ports';
import { STRATEGY_NAMES } from '../core/ask/strategy';
import { describeExpected, type SettingsReader } from './reader';

type StrategyOptions = Pick<AskOptions, 'funFusic' | 'rngKbqa' | 'chatKbqa' | 'fidelis'>;

export interface AskSettings
  extends StrategyOptions, Pick<AskOptions, 'strategy' | 'fallBack' | 'threshold'> {
  readonly caps: { readonly queries: number; readonly seconds: number };
}

export const STRATEGY_CHOICES = ['auto', ...STRATEGY_NAMES] as const;

export const defaultAskSettings: AskSettings = {
  strategy: 'auto',
  fallBack: true,
  threshold: 0.12,
  caps: { queries: 500, seconds: 120 },
  funFusic: {
    paths: 5,
    classes: 10,
    relations: 10,
    exemplarContext: 5,
    votes: 'weighted',
    comparison: 'questions',
  },
  rngKbqa: { keep: 10, shown: 5, composed: 5, executed: 20 },
  chatKbqa: {
    skeletons: 8,
    entities: 5,
    entityThreshold: 0.2,
    relations: 15,
    relationThreshold: 0.05,
    executed: 200,
  },
  fidelis: { steps: 30, beam: 3, length: 3, lookAhead: 0.3 },
};

export const wholeNumber = (from: number, to: number): z.ZodMiniType<number> =>
  z.int().check(z.minimum(from), z.maximum(to));
const fraction = z.number().check(z.minimum(0), z.maximum(1));

/** The keys of `funfusic.ask.limits`. */
export const ASK_LIMITS = {
  queries: wholeNumber(1, 100_000),
  seconds: wholeNumber(1, 86_400),
} as const;

/** The value of an option of a strategy. */
export type StrategyOption = number | string;

/** The keys of `funfusic.ask.advanced` and of `--option`. */
export const STRATEGY_OPTIONS: ReadonlyMap<string, z.ZodMiniType<StrategyOption>> = new Map<
  string,
  z.ZodMiniType<StrategyOption>
>([
  ['funFusic.paths', wholeNumber(0, 100)],
  ['funFusic.classes', wholeNumber(0, 100)],
  ['funFusic.relations', wholeNumber(0, 100)],
  ['funFusic.exemplarContext', wholeNumber(0, 50)],
  ['funFusic.votes', z.enum(VOTES)],
  ['funFusic.comparison', z.enum(COMPARISONS)],
  ['rngKbqa.keep', wholeNumber(1, 1000)],
  ['rngKbqa.shown', wholeNumber(1, 100)],
  ['rngKbqa.composed', wholeNumber(1, 50)],
  ['rngKbqa.executed', wholeNumber(1, 1000)],
  ['chatKbqa.skeletons', wholeNumber(1, 50)],
  ['chatKbqa.entities', wholeNumber(1, 100)],
  ['chatKbqa.entityThreshold', fraction],
  ['chatKbqa.relations', wholeNumber(1, 100)],
  ['chatKbqa.relationThreshold', fraction],
  ['chatKbqa.executed', wholeNumber(1, 10_000)],
  ['fidelis.steps', wholeNumber(1, 500)],
  ['fidelis.beam', wholeNumber(1, 20)],
  ['fidelis.length', wholeNumber(1, 5)],
  ['fidelis.lookAhead', fraction],
]);

export function readAskSettings(reader: SettingsReader): AskSettings {
  const fallback = defaultAskSettings;
  reader.checkKeys('ask.limits', Object.keys(ASK_LIMITS));
  reader.checkKeys('ask.advanced', [...STRATEGY_OPTIONS.keys()]);
  const limit = (name: keyof typeof ASK_LIMITS): number =>
    reader.value(`ask.limits.${name}`, ASK_LIMITS[name], fallback.caps[name], `ask.caps.${name}`);
  const options = new Map(
    [...STRATEGY_OPTIONS].map(([name, schema]) => [
      name,
      reader.value(`ask.advanced.${name}`, schema, defaultStrategyOption(name), `ask.${name}`),
    ]),
  );
  return withStrategyOptions(
    {
      ...fallback,
      strategy: reader.value<AskSettings['strategy']>(
        'ask.strategy',
        z.enum(STRATEGY_CHOICES),
        fallback.strategy,
      ),
      fallBack: reader.value('ask.fallBack', z.boolean(), fallback.fallBack),
      threshold: reader.value('ask.threshold', fraction, fallback.threshold),
      caps: { queries: limit('queries'), seconds: limit('seconds') },
    },
    options,
  );
}

export function defaultStrategyOption(name: string): StrategyOption {
  const [group = '', key = ''] = name.split('.');
  return (
    (defaultAskSettings as unknown as Readonly<Record<string, Readonly<Record<string, StrategyOption>>>>)[
      group
    ]?.[key] ?? 0
  );
}

/** Replaces the given options. Their names are those of `STRATEGY_OPTIONS`. */
export function withStrategyOptions<Options extends StrategyOptions>(
  base: Options,
  options: ReadonlyMap<string, StrategyOption>,
): Options {
  const group = <Name extends keyof StrategyOptions>(name: Name): StrategyOptions[Name] =>
    Object.fromEntries(
      Object.entries({ ...defaultAskSettings[name], ...base[name] }).map(
        ([key, value]: [string, StrategyOption]) => [key, options.get(`${name}.${key}`) ?? value],
      ),
    ) as unknown as StrategyOptions[Name];
  return {
    ...base,
    funFusic: group('funFusic'),
    rngKbqa: group('rngKbqa'),
    chatKbqa: group('chatKbqa'),
    fidelis: group('fidelis'),
  };
}

/** Reads `NAME=VALUE` pairs of a command line. */
export function parseStrategyOptions(
  pairs: readonly string[],
): ReadonlyMap<string, StrategyOption> | { readonly problem: string } {
  const options = new Map<string, StrategyOption>();
  for (const pair of pairs) {
    const [name = '', text = ''] = pair.split(/=(.*)/s);
    const schema = STRATEGY_OPTIONS.get(name);
    if (!schema)
      return {
        problem: `"${pair}" is not an option. Use NAME=VALUE with one of ${[...STRATEGY_OPTIONS.keys()].join(', ')}.`,
      };
    const value = text.trim();
    const parsed = schema.safeParse(value === '' || Number.isNaN(Number(value)) ? value : Number(value));
    if (!parsed.success) return { problem: `${name} is "${text}", but must be ${describeExpected(schema)}.` };
    options.set(name, parsed.data);
  }
  return options;
}
