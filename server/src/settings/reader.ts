/** Reads single settings out of an unknown value, and collects a message for each that has an invalid value. */
import * as z from 'zod/mini';

export class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly given: unknown) {}

  /** The value of a setting under `funfusic`. A former name is read where the setting itself is not set. */
  value<Type>(name: string, schema: z.ZodMiniType<Type>, fallback: Type, formerName?: string): Type {
    const raw = this.raw(name);
    if (raw === undefined && formerName !== undefined) return this.value(formerName, schema, fallback);
    if (raw === undefined) return fallback;
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    this.problems.push(
      `funfusic.${name} is ${shown(raw)}, but must be ${expectedBy(schema)}. The default, ${shown(fallback)}, is used.`,
    );
    return fallback;
  }

  /** A setting that is an object: reports keys that it does not have. */
  checkKeys(name: string, keys: readonly string[]): void {
    const raw = this.raw(name);
    if (raw === undefined) return;
    if (!isRecord(raw) || Array.isArray(raw)) {
      this.problems.push(`funfusic.${name} is ${shown(raw)}, but must be an object. It is ignored.`);
      return;
    }
    const isKnown = (key: string): boolean =>
      keys.some((known) => known === key || known.startsWith(`${key}.`));
    for (const key of Object.keys(raw).filter((key) => !isKnown(key)))
      this.problems.push(`funfusic.${name} has no key ${shown(key)}. Use one of ${keys.join(', ')}.`);
  }

  /** Undefined where it is not set. Names may be nested objects, joined by dots, or both. */
  raw(name: string): unknown {
    return lookUp(this.given, name.split('.'));
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

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** What a value must be, for messages. */
export function expectedBy(schema: z.ZodMiniType): string {
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
  return minLength === undefined ? 'a text' : 'a text that is not empty';
}
