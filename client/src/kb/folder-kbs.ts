import { isAbsolute, join } from 'node:path';

/** The fields of a KB that contain paths. */
const PATH_FIELDS: readonly string[] = ['file', 'schema'];

/**
 * Resolves the paths of the KBs in the settings of a workspace folder (`own`) relative to that folder. The server resolves all other
 * paths relative to the first folder.
 */
export function resolveFolderKbs(settings: unknown, own: unknown, folder: string): unknown {
  if (!isObject(settings) || !isObject(own)) return settings;
  const { knowledgeBases } = settings;
  if (!isObject(knowledgeBases)) return settings;
  const resolved = Object.entries(knowledgeBases).map(([name, kb]) => [
    name,
    Object.hasOwn(own, name) && isObject(kb) ? resolvePaths(kb, folder) : kb,
  ]);
  return { ...settings, knowledgeBases: Object.fromEntries(resolved) as unknown };
}

function resolvePaths(kb: Fields, folder: string): Fields {
  const resolve = (path: unknown): unknown =>
    typeof path === 'string' && path !== '' && !isAbsolute(path) ? join(folder, path) : path;
  return Object.fromEntries(
    Object.entries(kb).map(([field, value]) => {
      if (!PATH_FIELDS.includes(field)) return [field, value];
      return [field, Array.isArray(value) ? value.map(resolve) : resolve(value)];
    }),
  );
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
