/** Parses arguments and formats help from the specification of a command. */
import { parseArgs } from 'node:util';
import { findNearest } from '../core/language/text/distance';
import { VOTES } from '../core/ask/ask-ports';
import { parseStrategyOptions, type StrategyOption } from '../settings/ask-settings';

export interface OptionSpec {
  /** The placeholder for the value in the help. A flag has none. */
  readonly value?: string;
  readonly help: string;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The ways to call it, without "funfusic NAME". */
  readonly synopsis: readonly string[];
  readonly about?: string;
  readonly positionals?: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Paragraphs below the options. */
  readonly notes: readonly string[];
  readonly run: (parsed: ParsedArguments) => number | Promise<number>;
}

/** The user made a mistake. The exit status is 2, and no stack is printed. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly options: { readonly showHelp: boolean } = { showHelp: false },
  ) {
    super(message);
  }
}

/** Returns the value, or throws its problem as a usage error. */
export function unwrap<Value extends object>(
  value: Value | { readonly problem: string },
): Exclude<Value, { readonly problem: string }> {
  if ('problem' in value) throw new UsageError(value.problem);
  return value as Exclude<Value, { readonly problem: string }>;
}

export interface ParsedArguments {
  /** The original arguments. */
  readonly args: readonly string[];
  /** The last value of each option; empty for a flag. */
  readonly options: ReadonlyMap<string, string>;
  /** All values of an option that may be repeated. */
  readonly valuesOf: (name: string) => readonly string[];
  readonly positionals: readonly string[];
}

export function parseArguments(
  args: readonly string[],
  { options: specs }: Pick<Command, 'options'>,
): ParsedArguments {
  const types = Object.entries(specs).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: (readonly [name: string, value: string])[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, index } = token;
    if (!rawName.startsWith('--'))
      throw new UsageError(`Unknown option ${args[index] ?? rawName}. Options begin with two dashes.`);
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!spec)
      throw new UsageError(`Unknown option --${name}.${suggestName('--', name, Object.keys(specs))}`);
    if (spec.value === undefined && value !== undefined) throw new UsageError(`--${name} takes no value.`);
    if (spec.value !== undefined && value === undefined) throw new UsageError(`--${name} needs a value.`);
    given.push([name, value ?? '']);
  }
  return {
    args,
    options: new Map(given),
    valuesOf: (name) => given.flatMap(([one, value]) => (one === name ? [value] : [])),
    positionals,
  };
}

/** Returns a sentence after a space, or an empty string if no name is similar. */
export function suggestName(prefix: string, typed: string, names: readonly string[]): string {
  const within = Math.max(1, Math.floor(typed.length / 3));
  const [name] = findNearest(typed, names, { limit: 1, within });
  return name === undefined ? '' : ` Did you mean ${prefix}${name}?`;
}

const WIDTH = 120;
const INDENT = 23;

export const formatSynopsis = ({ name, synopsis }: Command): string =>
  synopsis.map((line) => `funfusic ${name} ${line}`).join('\n');

export function formatHelp(command: Command): string {
  const { about, positionals = {}, options, notes } = command;
  const rows = [
    ...Object.entries(positionals),
    ...Object.entries(options).map(([option, { value, help }]) => [
      `--${option}${value === undefined ? '' : ` ${value}`}`,
      help,
    ]),
  ];
  return [
    formatSynopsis(command),
    ...(about === undefined ? [] : [wrap(about, 0)]),
    rows.map(([term = '', help = '']) => `  ${term}`.padEnd(INDENT) + wrap(help, INDENT)).join('\n'),
    ...notes.map((note) => (note.includes('\n') ? note : wrap(note, 0))),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

function wrap(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** Whether to read lines from standard input (--jsonl). Throws if no files are named otherwise. */
export function isLineInput({ options, positionals }: ParsedArguments): boolean {
  const jsonl = options.has('jsonl');
  if (jsonl && positionals.length)
    throw new UsageError('--jsonl reads from standard input. Do not name files with it.');
  if (!jsonl && !positionals.length) throw new UsageError('No files named.', { showHelp: true });
  return jsonl;
}

/** The value of an option with a fixed set of values. */
export function choiceOption<Value extends string>(
  options: ReadonlyMap<string, string>,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = options.get(name);
  if (text === undefined) return fallback;
  const value = values.find((one) => one === text);
  if (value === undefined) throw new UsageError(`--${name} is "${text}"; it can be ${values.join(', ')}.`);
  return value;
}

export function numberOption(
  options: ReadonlyMap<string, string>,
  name: string,
  fallback: number,
  { from, to, integer = false }: { readonly from: number; readonly to: number; readonly integer?: boolean },
): number {
  const text = options.get(name);
  if (text === undefined) return fallback;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= from && value <= to) || (integer && !Number.isInteger(value)))
    throw new UsageError(
      `--${name} is "${text}"; it must be a ${integer ? 'whole ' : ''}number from ${from} to ${to}.`,
    );
  return value;
}

export function positiveOption(options: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = options.get(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value))
    throw new UsageError(`--${name} is "${text}"; it must be a number above 0.`);
  return value;
}

/** Checks a date such as 2015-08-10. */
export function parseDate(option: string, text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw new UsageError(`--${option} ${text} is not a date. Write it like 2015-08-10.`);
  return text;
}

/** The options of `ask`, `eval` and `ablate` that configure a strategy. */
export const STRATEGY_VALUES_OPTIONS = {
  option: {
    value: 'NAME=VALUE',
    help: 'an option of a strategy, such as rngKbqa.keep=20 (see docs/asking.md); may be repeated',
  },
  votes: {
    value: 'VOTES',
    help: `how fun-fusic decides: ${VOTES.join(' or ')}. published: the attempts vote as in the published code, weighted: all evidence is weighed (default: funFusic.votes of funfusic.ask.advanced)`,
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The values of --option and --votes. */
export function strategyOptions({
  options,
  valuesOf,
}: Pick<ParsedArguments, 'options' | 'valuesOf'>): ReadonlyMap<string, StrategyOption> {
  const values = parseStrategyOptions(valuesOf('option'));
  if ('problem' in values) throw new UsageError(`--option: ${values.problem}`);
  if (!options.has('votes')) return values;
  return new Map([...values, ['funFusic.votes', choiceOption(options, 'votes', VOTES, 'weighted')]]);
}
