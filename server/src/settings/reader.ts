/** Reads single settings from an unknown value, and collects a message for each invalid one. */
import * as z from 'zod/mini';

export class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly section: unknown) {}

  /** Reads a setting under `funfusic`. If it is not set, its former name is read. */
  value<Type>(name: string, schema: z.ZodMiniType<Type>, fallback: Type, formerName?: string): Type {
    const raw = this.raw(name);
    if (raw === undefined && formerName !== undefined) return this.value(formerName, schema, fallback);
    if (raw === undefined) return fallback;
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    this.problems.push(
      `funfusic.${name} is ${quote(raw)}, but must be ${describeExpected(schema)}. The default, ${quote(fallback)}, is used.`,
    );
    return fallback;
  }

  /** Reports the unknown keys of a setting that is an object. */
  checkKeys(name: string, keys: readonly string[]): void {
    const raw = this.raw(name);
    if (raw === undefined) return;
    if (!isRecord(raw) || Array.isArray(raw)) {
      this.problems.push(`funfusic.${name} is ${quote(raw)}, but must be an object. It is ignored.`);
      return;
    }
    const isKnown = (key: string): boolean =>
      keys.some((known) => known === key || known.startsWith(`${key}.`));
    for (const key of Object.keys(raw).filter((key) => !isKnown(key)))
      this.problems.push(`funfusic.${name} has no key ${quote(key)}. Use one of ${keys.join(', ')}.`);
  }

  /** Returns undefined if it is not set. The parts of a name may be nested objects, joined by dots, or both. */
  raw(name: string): unknown {
    return lookUp(this.section, name.split('.'));
  }
}

function lookUp(value: unknown, path: readonly string[]): unknown {
  if (!path.length) return value ?? undefined;
  if (!isRecord(value)) return undefined;
  for (let parts = 1; parts <= path.length; parts++) {
    const key = path.slice(0, parts).join('.');
    const found = Object.hasOwn(value, key) ? lookUp(value[key], path.slice(parts)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const MAX_LENGTH = 60;

function quote(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Describes the values that a schema accepts. */
export function describeExpected(schema: z.ZodMiniType): string {
  const { type, enum: choices, minLength, pattern, ...range } = z.toJSONSchema(schema);
  if (choices) return `one of ${choices.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'integer' || type === 'number')
    return [
      type === 'integer' ? 'a whole number' : 'a number',
      range.exclusiveMinimum === undefined
        ? `from ${range.minimum}`
        : `above ${range.exclusiveMinimum} and up`,
      range.maximum === undefined ? 'upwards' : `to ${range.maximum}`,
    ].join(' ');
  if (pattern !== undefined) return 'a language tag such as en or zh-Hant';
  return minLength === undefined ? 'a string' : 'a non-empty string';
}
