/** The options of the evaluation commands. */
import { resolve } from 'node:path';
import { runStorage } from '../compose/index';
import { STRATEGY_CHOICES } from '../settings/ask-settings';
import type { Shard } from '../evaluation/choose-questions';
import { parseThresholds, type Thresholds } from '../evaluation/gate';
import type { EvaluationRequest } from '../evaluation/plan';
import { readSavedReport } from '../evaluation/report-runs';
import type { Report } from '../evaluation/report';
import { ORACLES, SWITCHES } from '../evaluation/switches';
import {
  numberOption,
  choiceOption,
  parseDate,
  STRATEGY_VALUES_OPTIONS,
  strategyOptions,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { KB_SCHEMA_OPTION, kbOptions, TIMEOUT_OPTION } from './knowledge-base';
import { EVAL_MODEL_OPTIONS, ROUNDS_OPTION, STRATEGY_OPTION } from './model';
import { parseRate, PROMPT_OPTIONS } from './model-options';

/** The options of `eval` and `ablate`. */
export const EVAL_OPTIONS = {
  out: {
    value: 'FOLDER',
    help: 'for predictions.jsonl, times.jsonl, report.json, report.md, report.html, and the record and the trace of each question. If the folder already contains the same run, it is resumed',
  },
  ...kbOptions(
    'If it is repeated, these KBs must hold the same facts, and the questions are spread over them',
  ),
  schema: KB_SCHEMA_OPTION,
  strategy: STRATEGY_OPTION,
  ...EVAL_MODEL_OPTIONS,
  ...PROMPT_OPTIONS,
  rounds: ROUNDS_OPTION,
  ...STRATEGY_VALUES_OPTIONS,
  threshold: {
    value: 'SHARE',
    help: 'give no answer below this confidence, without a model and with fun-fusic (default: funfusic.ask.threshold)',
  },
  timeout: TIMEOUT_OPTION,
  'max-rows': { value: 'COUNT', help: 'read up to this many rows of each query' },
  gold: {
    value: 'dataset|kb',
    help: 'take gold answers from the dataset (default), or run the gold queries on the KB; answers that the dataset lacks are always looked up',
  },
  sample: { value: 'COUNT', help: 'only this many questions, drawn with --seed' },
  seed: { value: 'NUMBER', help: 'the seed of --sample, 1 by default' },
  shard: {
    value: 'I/N',
    help: 'only part I of N of the questions, for several machines; funfusic report joins the runs',
  },
  concurrency: {
    value: 'COUNT',
    help: 'questions at the same time (default: 4 with a model, 2 without, for each KB; fewer if --rate is low)',
  },
  now: {
    value: 'DATE',
    help: 'the date that questions and logical forms mean by "now" or "today", such as 2015-08-10 (default: today)',
  },
  progress: {
    value: 'FORMAT',
    help: 'line (default), or json: report progress as lines of JSON on standard error',
  },
} as const satisfies Command['options'];

/** Options that make the exit status depend on scores. */
export const GATE_OPTIONS = {
  'fail-under': { value: 'LIST', help: 'exit with status 1 if a score is lower: f1R=0.6,hits1=0.7' },
  baseline: {
    value: 'RUN',
    help: 'exit with status 1 if a score is significantly worse than in this report.json (or in that of this folder), or if questions of the baseline are missing',
  },
} as const satisfies Command['options'];

/** The options that select a model, its prompts and its exemplars. */
const MODEL_OPTION_NAMES: readonly string[] = [
  'model',
  'model-url',
  'budget',
  'rate',
  'exemplars',
  'prompts',
];

export interface EvalArguments extends Omit<EvaluationRequest, 'started' | 'program' | 'date'> {
  /** Absent if the questions are those of the run that is replayed. */
  readonly dataset: string | undefined;
  /** Empty for the KB of the settings. Further ones hold the same facts as the first and share the questions. */
  readonly kbs: readonly string[];
  /** The path of a custom schema. */
  readonly schema: string | undefined;
  /** The options that choose a model. */
  readonly model: ReadonlyMap<string, string>;
  readonly replay: string | undefined;
  readonly progress: 'line' | 'json';
}

export function parseEvalOptions({ options, valuesOf, positionals }: ParsedArguments): EvalArguments {
  const replay = options.get('replay');
  const dataset = replay !== undefined && !positionals.length ? undefined : datasetArgument(positionals);
  const out = options.get('out');
  if (!out) throw new UsageError('Name the folder for the results with --out.');
  const askMissing = options.has('ask-missing');
  if (askMissing && replay === undefined)
    throw new UsageError('--ask-missing needs --replay; without a replay, all requests are sent.');
  if (replay !== undefined && !askMissing)
    for (const name of ['kb', 'model', 'model-url', 'budget', 'rate'])
      if (options.has(name))
        throw new UsageError(
          `--${name} cannot be combined with --replay, which sends no requests. Add --ask-missing to send those that were not recorded.`,
        );
  if (replay !== undefined && options.has('now'))
    throw new UsageError('--now cannot be combined with --replay, which takes the date from the record.');
  const now = options.get('now');
  const number = (name: string, bounds: Parameters<typeof numberOption>[3]): number | undefined =>
    options.has(name) ? numberOption(options, name, 0, bounds) : undefined;
  const count = { from: 1, to: 1e9, integer: true };
  const rounds = number('rounds', { from: 0, to: 10, integer: true });
  const threshold = number('threshold', { from: 0, to: 1 });
  const timeout = number('timeout', { from: 0.001, to: 86_400 });
  const maxRows = number('max-rows', count);
  return {
    dataset,
    out,
    kbs: [...new Set(valuesOf('kb'))],
    schema: options.has('schema') ? resolve(options.get('schema') ?? '') : undefined,
    model: new Map([...options].filter(([name]) => MODEL_OPTION_NAMES.includes(name))),
    ask: {
      ...(options.has('strategy') && {
        strategy: choiceOption(options, 'strategy', STRATEGY_CHOICES, 'auto'),
      }),
      ...(rounds !== undefined && { rounds }),
      ...(threshold !== undefined && { threshold }),
    },
    strategyOptions: strategyOptions({ options, valuesOf }),
    limits: {
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
      ...(maxRows !== undefined && { maxRows }),
    },
    gold: options.has('gold')
      ? choiceOption<'dataset' | 'kb'>(options, 'gold', ['dataset', 'kb'], 'dataset')
      : undefined,
    sample: number('sample', count),
    seed: number('seed', { from: 0, to: 2 ** 31, integer: true }),
    shard: parseShard(options.get('shard')),
    concurrency: number('concurrency', { from: 1, to: 64, integer: true }),
    rate: parseRate(options.get('rate')),
    off: listOption(options, 'off', SWITCHES),
    oracle: listOption(options, 'oracle', ORACLES),
    now: now === undefined ? undefined : parseDate('now', now),
    replay,
    askMissing,
    progress: choiceOption(options, 'progress', ['line', 'json'], 'line'),
  };
}

function parseShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(`--shard must be a part and the number of parts, such as 2/8, not "${text}".`);
}

/** Parses comma-separated names and removes duplicates. */
export function listOption<Name extends string>(
  options: ReadonlyMap<string, string>,
  option: string,
  names: readonly Name[],
): readonly Name[] | undefined {
  const text = options.get(option);
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))].map((part) => {
    const name = names.find((one) => one === part);
    if (name === undefined)
      throw new UsageError(
        `--${option} has the unknown name "${part}". Valid names, separated by commas: ${names.join(', ')}.`,
      );
    return name;
  });
}

/** Returns the only positional argument. Throws if there is none or several. */
export function datasetArgument(positionals: readonly string[]): string {
  const [dataset, ...others] = positionals;
  if (dataset === undefined) throw new UsageError('Name a dataset.', { showHelp: true });
  if (others.length) throw new UsageError(`Name one dataset, not ${positionals.length}.`);
  return dataset;
}

/** The scores that CI requires. */
export interface Gate {
  readonly thresholds: Thresholds | undefined;
  readonly baseline: Report | undefined;
}

export async function openGate(options: ReadonlyMap<string, string>): Promise<Gate> {
  const under = options.get('fail-under');
  const parsed = under === undefined ? undefined : parseThresholds(under);
  if (parsed && 'problem' in parsed) throw new UsageError(`--fail-under: ${parsed.problem}`);
  const path = options.get('baseline');
  if (path === undefined) return { thresholds: parsed?.thresholds, baseline: undefined };
  const baseline = await readSavedReport(path, runStorage);
  if ('problem' in baseline) throw new UsageError(`--baseline: ${baseline.problem}`);
  return { thresholds: parsed?.thresholds, baseline };
}
