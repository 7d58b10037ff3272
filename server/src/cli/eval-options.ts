/** The options of the evaluation commands. */
import { resolve } from 'node:path';
import { runStorage } from '../compose/index';
import { STRATEGY_CHOICES } from '../settings/ask-settings';
import { parseThresholds, type Thresholds } from '../evaluation/gate';
import type { EvaluationRequest } from '../evaluation/plan';
import { readSavedReport } from '../evaluation/report-runs';
import type { Report } from '../evaluation/report';
import { ORACLES, SWITCHES } from '../evaluation/switches';
import { TRUST_OPTIONS } from './folder-trust';
import {
  numberOf,
  oneOf,
  strategyOptionsIn,
  UsageError,
  type OptionSpec,
  type ParsedArguments,
} from './arguments';

export const EVAL_OPTIONS = {
  out: { value: true },
  kb: { value: true },
  ...TRUST_OPTIONS,
  schema: { value: true },
  strategy: { value: true },
  model: { value: true },
  'model-url': { value: true },
  budget: { value: true },
  rounds: { value: true },
  option: { value: true },
  threshold: { value: true },
  timeout: { value: true },
  'max-rows': { value: true },
  gold: { value: true },
  sample: { value: true },
  seed: { value: true },
  concurrency: { value: true },
  progress: { value: true },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const EVAL_ONLY_OPTIONS = {
  off: { value: true },
  oracle: { value: true },
  replay: { value: true },
  'ask-missing': { value: false },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const GATE_OPTIONS = {
  'fail-under': { value: true },
  baseline: { value: true },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const GATE_USAGE = `  --fail-under LIST    exit with status 1 if a score is lower: f1R=0.6,hits1=0.7
  --baseline RUN       exit with status 1 if a score is significantly worse than in this report.json (or in that of this folder), or
                       if questions of it are missing`;

export interface EvalChoices extends Omit<EvaluationRequest, 'started' | 'program' | 'date'> {
  /** Absent if the questions are those of the run that is replayed. */
  readonly dataset: string | undefined;
  readonly kb: string | undefined;
  /** The path of a custom schema. */
  readonly schema: string | undefined;
  /** The options that choose a model. */
  readonly model: ReadonlyMap<string, string>;
  readonly replay: string | undefined;
  readonly progress: 'line' | 'json';
}

export function choicesOf({ options, valuesOf, operands }: ParsedArguments, usage: string): EvalChoices {
  const replay = options.get('replay');
  const dataset = replay !== undefined && !operands.length ? undefined : onlyDataset(operands, usage);
  const out = options.get('out');
  if (!out) throw new UsageError('Name the folder for the results with --out.');
  const askMissing = options.has('ask-missing');
  if (askMissing && replay === undefined)
    throw new UsageError('--ask-missing needs --replay; without a replay, everything is asked.');
  if (replay !== undefined && !askMissing)
    for (const name of ['kb', 'model', 'model-url', 'budget'])
      if (options.has(name))
        throw new UsageError(
          `--${name} cannot be combined with --replay, which asks neither a KB nor a model. Add --ask-missing to ask for what was not recorded.`,
        );
  const number = (name: string, bounds: Parameters<typeof numberOf>[3]): number | undefined =>
    options.has(name) ? numberOf(options, name, 0, bounds) : undefined;
  const count = { from: 1, to: 1e9, whole: true };
  const rounds = number('rounds', { from: 0, to: 10, whole: true });
  const threshold = number('threshold', { from: 0, to: 1 });
  const timeout = number('timeout', { from: 0.001, to: 86_400 });
  const maxRows = number('max-rows', count);
  return {
    dataset,
    out,
    kb: options.get('kb'),
    schema: options.has('schema') ? resolve(options.get('schema') ?? '') : undefined,
    model: new Map([...options].filter(([name]) => ['model', 'model-url', 'budget'].includes(name))),
    ask: {
      ...(options.has('strategy') && { strategy: oneOf(options, 'strategy', STRATEGY_CHOICES, 'auto') }),
      ...(rounds !== undefined && { rounds }),
      ...(threshold !== undefined && { threshold }),
    },
    strategyOptions: strategyOptionsIn(valuesOf('option')),
    limits: {
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
      ...(maxRows !== undefined && { maxRows }),
    },
    gold: options.has('gold')
      ? oneOf<'dataset' | 'kb'>(options, 'gold', ['dataset', 'kb'], 'dataset')
      : undefined,
    sample: number('sample', count),
    seed: number('seed', { from: 0, to: 2 ** 31, whole: true }),
    concurrency: number('concurrency', { from: 1, to: 64, whole: true }),
    off: listOf(options, 'off', SWITCHES),
    oracle: listOf(options, 'oracle', ORACLES),
    replay,
    askMissing,
    progress: oneOf(options, 'progress', ['line', 'json'], 'line'),
  };
}

/** Comma-separated names, each once. */
export function listOf<Name extends string>(
  options: ReadonlyMap<string, string>,
  option: string,
  names: readonly Name[],
): readonly Name[] | undefined {
  const given = options.get(option);
  if (given === undefined) return undefined;
  const written = given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return [...new Set(written)].map((part) => {
    const name = names.find((one) => one === part);
    if (name === undefined)
      throw new UsageError(
        `--${option} has the unknown name "${part}". Valid names, separated by commas: ${names.join(', ')}.`,
      );
    return name;
  });
}

/** Throws unless exactly one dataset is named. */
export function onlyDataset(operands: readonly string[], usage: string): string {
  const [dataset, ...others] = operands;
  if (dataset === undefined) throw new UsageError(`Name a dataset.\n\n${usage}`);
  if (others.length) throw new UsageError(`Name one dataset, not ${operands.length}.`);
  return dataset;
}

/** The scores that CI requires. */
export interface Gate {
  readonly thresholds: Thresholds | undefined;
  readonly baseline: Report | undefined;
}

export async function gateOf(options: ReadonlyMap<string, string>): Promise<Gate> {
  const under = options.get('fail-under');
  const read = under === undefined ? undefined : parseThresholds(under);
  if (read && 'problem' in read) throw new UsageError(`--fail-under: ${read.problem}`);
  const path = options.get('baseline');
  if (path === undefined) return { thresholds: read?.thresholds, baseline: undefined };
  const baseline = await readSavedReport(path, runStorage);
  if ('problem' in baseline) throw new UsageError(`--baseline: ${baseline.problem}`);
  return { thresholds: read?.thresholds, baseline };
}
