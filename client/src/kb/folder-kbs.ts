import { isAbsolute, join } from 'node:path';

/** Of a KB, what may name files. */
const PATHS: readonly string[] = ['file', 'schema'];

/**
 * The settings with the KBs that one of several folders names (`own`) looked for in that folder; all others start from the
 * first, as the server has it.
 */
export function kbsOfFolder(settings: unknown, own: unknown, folder: string): unknown {
  if (!isObject(settings) || !isObject(own)) return settings;
  const { knowledgeBases } = settings;
  if (!isObject(knowledgeBases)) return settings;
  const located = Object.entries(knowledgeBases).map(([name, kb]) => [
    name,
    Object.hasOwn(own, name) && isObject(kb) ? locate(kb, folder) : kb,
  ]);
  return { ...settings, knowledgeBases: Object.fromEntries(located) as unknown };
}

function locate(kb: Fields, folder: string): Fields {
  const whole = (path: unknown): unknown =>
    typeof path === 'string' && path !== '' && !isAbsolute(path) ? join(folder, path) : path;
  return Object.fromEntries(
    Object.entries(kb).map(([field, value]) => {
      if (!PATHS.includes(field)) return [field, value];
      return [field, Array.isArray(value) ? value.map(whole) : whole(value)];
    }),
  );
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
