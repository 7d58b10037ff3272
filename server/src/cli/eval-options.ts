/** The options of `eval` and `ablate`, read once. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { STRATEGY_CHOICES } from '../settings/ask-settings';
import type { AskOptions } from '../core/ask/ask-ports';
import { parseThresholds, type Thresholds } from '../evaluation/gate';
import { RUN_FILES } from '../evaluation/eval-run';
import { readReport } from '../evaluation/read-run';
import type { Report } from '../evaluation/report';
import { ORACLES, SWITCHES, type Oracle, type Switch } from '../evaluation/switches';
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
  'fail-under': { value: true },
  baseline: { value: true },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** What is not given is as in the run that is replayed, or else as the settings say. */
export interface EvalChoices {
  /** Absent where the questions are those of the run that is replayed. */
  readonly dataset: string | undefined;
  readonly out: string;
  readonly kb: string | undefined;
  /** The path of a schema of the user's own. */
  readonly schema: string | undefined;
  /** Those of a model only. */
  readonly model: ReadonlyMap<string, string>;
  readonly ask: Partial<Pick<AskOptions, 'strategy' | 'rounds' | 'threshold'>>;
  readonly strategyOptions: ReadonlyMap<string, number>;
  readonly limits: Partial<AskOptions['limits']>;
  readonly gold: 'dataset' | 'kb' | undefined;
  readonly sample: number | undefined;
  readonly seed: number | undefined;
  readonly concurrency: number | undefined;
  readonly off: readonly Switch[] | undefined;
  readonly oracle: readonly Oracle[] | undefined;
  readonly replay: string | undefined;
  readonly askMissing: boolean;
  readonly progress: 'line' | 'json';
}

export function choicesOf({ options, valuesOf, operands }: ParsedArguments, usage: string): EvalChoices {
  const [dataset, ...others] = operands;
  if (others.length) throw new UsageError(`One dataset at a time; there are ${operands.length}.`);
  const replay = options.get('replay');
  if (dataset === undefined && replay === undefined) throw new UsageError(`No dataset is named.\n\n${usage}`);
  const out = options.get('out');
  if (!out) throw new UsageError('Name the folder for what comes of it by --out.');
  const askMissing = options.has('ask-missing');
  if (askMissing && replay === undefined)
    throw new UsageError('--ask-missing is for --replay: without it everything is asked.');
  if (replay !== undefined && !askMissing)
    for (const name of ['kb', 'model', 'model-url', 'budget'])
      if (options.has(name))
        throw new UsageError(
          `--replay asks nobody: --${name} cannot be given with it. With --ask-missing, what was not recorded is asked.`,
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

/** Names with commas between, each once. */
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
        `--${option} names "${part}"; it can be ${names.join(', ')}, with commas between.`,
      );
    return name;
  });
}

/** What CI asks for. */
export interface Gate {
  readonly thresholds: Thresholds | undefined;
  readonly baseline: Report | undefined;
}

export function gateOf(options: ReadonlyMap<string, string>): Gate {
  const under = options.get('fail-under');
  const read = under === undefined ? undefined : parseThresholds(under);
  if (read && 'problem' in read) throw new UsageError(`--fail-under: ${read.problem}`);
  const file = options.get('baseline');
  return { thresholds: read?.thresholds, baseline: file === undefined ? undefined : baselineIn(file) };
}

/** A report, or the folder of a run that has one. */
function baselineIn(given: string): Report {
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(given, RUN_FILES.report.json) : given;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `--baseline: ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const report = readReport(text);
  if ('problem' in report) throw new UsageError(`--baseline: ${file} cannot be used: ${report.problem}.`);
  return report;
}
