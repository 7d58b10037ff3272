/**
 * Loads a bundle with V8's code cache, which saves most of the time to compile it. Node has such a cache of its own from 22.1 on;
 * before, this file keeps one. It imports nothing else, because it is loaded before everything.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** Node's own cache, if this version has it. */
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };

/** Returns what the bundle exports. Without a folder, nothing is cached. */
export function loadBundle(file: string, folder: string | undefined): unknown {
  const load = nodeModule.createRequire(file);
  if (folder === undefined) return load(file);
  if (enableCompileCache) {
    enableCompileCache(join(folder, 'code'));
    return load(file);
  }
  return loadWithCache(file, join(folder, 'code'));
}

function loadWithCache(file: string, folder: string): unknown {
  const source = readFileSync(file, 'utf8');
  // V8 compares only the length of the source, so the name contains its hash.
  const key = createHash('sha1').update(source).update(process.version).update(process.arch).digest('hex');
  const cache = join(folder, `${key}.bin`);
  const cachedData = readIfPossible(cache);
  const script = new Script(nodeModule.wrap(source), { filename: file, ...(cachedData && { cachedData }) });
  const bundle = { exports: {} };
  const run = script.runInThisContext() as (...parts: readonly unknown[]) => void;
  run(bundle.exports, nodeModule.createRequire(file), bundle, file, dirname(file));
  // When the process ends, the functions that were used are compiled, and are cached too.
  if (!cachedData || script.cachedDataRejected)
    process.once('exit', () => writeIfPossible(cache, script.createCachedData()));
  return bundle.exports;
}

function readIfPossible(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, because other processes may read it. */
function writeIfPossible(file: string, data: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, data, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
    removeOldest(dirname(file));
  } catch {
    // Without a cache, the bundle is compiled again.
    rmSync(temporary, { force: true });
  }
}

/** Other versions of the bundle and of Node have their own files. */
const MAX_FILES = 6;

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.bin'))
    .map((name) => join(folder, name));
  if (files.length <= MAX_FILES) return;
  const age = new Map(files.map((file) => [file, statSync(file).mtimeMs]));
  const newestFirst = files.sort((left, right) => (age.get(right) ?? 0) - (age.get(left) ?? 0));
  for (const file of newestFirst.slice(MAX_FILES)) rmSync(file, { force: true });
}
