/** Command lines: options with and without a value, the rest are operands. */
import { parseStrategyOptions } from '../settings/ask-settings';

export interface OptionSpec {
  readonly value: boolean;
}

export class UsageError extends Error {}

/** The value; a problem becomes a usage error. */
export function required<Value extends object>(
  value: Value | { readonly problem: string },
): Exclude<Value, { readonly problem: string }> {
  if ('problem' in value) throw new UsageError(value.problem);
  return value as Exclude<Value, { readonly problem: string }>;
}

export interface ParsedArguments {
  /** The last value of each. */
  readonly options: ReadonlyMap<string, string>;
  /** All values of an option that may be given again and again. */
  readonly valuesOf: (name: string) => readonly string[];
  readonly operands: readonly string[];
}

export function parseArguments(
  args: readonly string[],
  specs: Readonly<Record<string, OptionSpec>>,
): ParsedArguments {
  const options = new Map<string, string>();
  const values: (readonly [name: string, value: string])[] = [];
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? '';
    if (argument === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (/^-[^-]/.test(argument))
      throw new UsageError(`Unknown option ${argument}. Options begin with two dashes.`);
    if (!argument.startsWith('--')) {
      operands.push(argument);
      continue;
    }
    const [name = '', inline] = argument.slice(2).split(/=(.*)/s);
    const spec = specs[name];
    if (!spec) throw new UsageError(`Unknown option --${name}.`);
    if (!spec.value) {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value.`);
      options.set(name, '');
      continue;
    }
    const value = inline ?? args[++at];
    if (value === undefined) throw new UsageError(`--${name} needs a value.`);
    options.set(name, value);
    values.push([name, value]);
  }
  const valuesOf = (name: string): readonly string[] =>
    values.flatMap(([given, value]) => (given === name ? [value] : []));
  return { options, valuesOf, operands };
}

/** The value of an option that has a fixed set of them. */
export function oneOf<Value extends string>(
  options: ReadonlyMap<string, string>,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const given = options.get(name);
  if (given === undefined) return fallback;
  const found = values.find((value) => value === given);
  if (found === undefined) throw new UsageError(`--${name} is "${given}"; it can be ${values.join(', ')}.`);
  return found;
}

/** The value of an option that is a number. */
export function numberOf(
  options: ReadonlyMap<string, string>,
  name: string,
  fallback: number,
  { from, to, whole = false }: { readonly from: number; readonly to: number; readonly whole?: boolean },
): number {
  const given = options.get(name);
  if (given === undefined) return fallback;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (!(value >= from && value <= to) || (whole && !Number.isInteger(value)))
    throw new UsageError(
      `--${name} is "${given}"; it must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}.`,
    );
  return value;
}

/** The values of --option. */
export function strategyOptionsIn(pairs: readonly string[]): ReadonlyMap<string, number> {
  const options = parseStrategyOptions(pairs);
  if ('problem' in options) throw new UsageError(`--option: ${options.problem}`);
  return options;
}
