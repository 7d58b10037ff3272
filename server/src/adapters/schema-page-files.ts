/** Schema pages as files, for editors that open only files. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The longest file name that all systems accept, without the extension. */
const MAX_NAME_LENGTH = 200;

/** The folder of the pages of a schema, in the cache folder. `key` tells schemas apart. */
export function schemaPageFolder(cacheFolder: string, key: string): string {
  const name = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return join(cacheFolder, 'funfusic-schema', name);
}

/** Returns the path of the page, or undefined if it cannot be written. */
export function writeSchemaPage(folder: string, id: string, text: string): string | undefined {
  const name = encodeURIComponent(id || 'schema');
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const path = join(folder, `${name}.txt`);
  try {
    if (readText(path) === text) return path;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
