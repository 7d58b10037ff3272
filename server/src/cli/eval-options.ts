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
import {
  numberOf,
  oneOf,
  STRATEGY_VALUES_OPTION,
  strategyOptionsIn,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { KB_SCHEMA_OPTION, kbOptions, TIMEOUT_OPTION } from './knowledge-base';
import { EVAL_MODEL_OPTIONS, ROUNDS_OPTION, STRATEGY_OPTION } from './model';

/** The options of `eval` and `ablate`. */
export const EVAL_OPTIONS = {
  out: {
    value: 'FOLDER',
    help: 'for predictions.jsonl, times.jsonl, report.json, report.md, report.html, and the record and the trace of each question. If the folder holds the same run already, it is resumed',
  },
  ...kbOptions(),
  schema: KB_SCHEMA_OPTION,
  strategy: STRATEGY_OPTION,
  ...EVAL_MODEL_OPTIONS,
  rounds: ROUNDS_OPTION,
  option: STRATEGY_VALUES_OPTION,
  threshold: {
    value: 'SHARE',
    help: 'without a model, give no answer below this confidence (default: funfusic.ask.threshold)',
  },
  timeout: TIMEOUT_OPTION,
  'max-rows': { value: 'COUNT', help: 'read up to this many rows of each query' },
  gold: {
    value: 'dataset|kb',
    help: 'take gold answers from the dataset (default), or run the gold queries on the KB; answers that the dataset lacks are always looked up',
  },
  sample: { value: 'COUNT', help: 'only this many questions, drawn with --seed' },
  seed: { value: 'NUMBER', help: 'the seed of --sample, 1 by default' },
  concurrency: { value: 'COUNT', help: 'questions at the same time (default: 4 with a model, 2 without)' },
  progress: { value: 'line|json', help: 'json: report progress as lines of JSON on standard error' },
} as const satisfies Command['options'];

/** The options that make a low score an exit status. */
export const GATE_OPTIONS = {
  'fail-under': { value: 'LIST', help: 'exit with status 1 if a score is lower: f1R=0.6,hits1=0.7' },
  baseline: {
    value: 'RUN',
    help: 'exit with status 1 if a score is significantly worse than in this report.json (or in the one of this folder), or if questions of it are missing',
  },
} as const satisfies Command['options'];

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

export function choicesOf({ options, valuesOf, positionals }: ParsedArguments): EvalChoices {
  const [dataset, ...others] = positionals;
  if (others.length) throw new UsageError(`One dataset at a time; there are ${positionals.length}.`);
  const replay = options.get('replay');
  if (dataset === undefined && replay === undefined)
    throw new UsageError('Name a dataset.', { showHelp: true });
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
