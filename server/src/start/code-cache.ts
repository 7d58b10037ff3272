/**
 * Loads a bundle with V8's code cache, which saves most of the time to compile it. Node's own cache (`module.enableCompileCache`) is
 * written only when a process ends by itself, and V8 rejects it if the process has changed a flag. This file imports nothing large,
 * because it is loaded before everything.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** The hash of the bundle, which the build inserts. It is empty while the build is watching for changes. */
declare const BUNDLE_HASH: string;

interface LoadedBundle<Bundle> {
  readonly bundle: Bundle;
  /**
   * Writes the cache, if it is missing or was rejected. It contains the functions that have been used so far. V8 accepts it only if
   * its flags are now what they were when the process started.
   */
  readonly saveCache: () => void;
}

/** Loads the bundle for a program. Without a folder, nothing is cached. */
export function loadBundle<Bundle>(
  program: 'cli' | 'client' | 'server',
  file: string,
  folder: string | undefined,
): LoadedBundle<Bundle> {
  // V8 compares only the length of the source, so the name contains its hash.
  const name = `${program}-${BUNDLE_HASH}-${process.version}-${process.arch}.bin`;
  const cache = folder === undefined || !BUNDLE_HASH ? undefined : join(folder, 'code', name);
  const cachedData = cache === undefined ? undefined : readIfPossible(cache);
  // The build writes ASCII. The parts are joined before they become a string, which V8 would otherwise copy.
  const [head = '', tail = ''] = nodeModule.wrap('#').split('#');
  const source = Buffer.concat([Buffer.from(head), readFileSync(file), Buffer.from(tail)]).toString('latin1');
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const bundle = { exports: {} };
  const run = script.runInThisContext() as (...parts: readonly unknown[]) => void;
  const load = nodeModule.createRequire(file);
  // The extension host has loaded the modules of Node already.
  run(bundle.exports, program === 'client' ? load : lazyRequire(load), bundle, file, dirname(file));
  let isSaved = cache === undefined || (cachedData !== undefined && script.cachedDataRejected !== true);
  return {
    bundle: bundle.exports as Bundle,
    saveCache: () => {
      if (!isSaved && cache !== undefined) writeIfPossible(cache, script.createCachedData());
      isSaved = true;
    },
  };
}

/** The large modules of Node that a start does not need. */
const LAZY_MODULES: ReadonlySet<string> = new Set([
  'child_process',
  'crypto',
  'fs/promises',
  'net',
  'perf_hooks',
  'readline',
  'stream/promises',
  'stream/web',
  'tls',
  'worker_threads',
  'zlib',
]);

/** `require` that loads some modules when one of their exports is first used. */
function lazyRequire(load: NodeJS.Require): (request: string) => unknown {
  const exportOf = (request: string, name: string | symbol): unknown =>
    name === '__esModule' ? undefined : (load(request) as Record<string | symbol, unknown>)[name];
  return (request) => {
    if (!LAZY_MODULES.has(request.replace(/^node:/, ''))) return load(request) as unknown;
    // The bundle copies some modules to an object with the same prototype.
    return Object.create(new Proxy({}, { get: (_, name) => exportOf(request, name) })) as unknown;
  };
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

/** Other programs and versions of the bundle and of Node have their own files. */
const MAX_FILES = 8;

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.bin'))
    .map((name) => join(folder, name));
  if (files.length <= MAX_FILES) return;
  const age = new Map(files.map((file) => [file, statSync(file).mtimeMs]));
  const newestFirst = files.sort((left, right) => (age.get(right) ?? 0) - (age.get(left) ?? 0));
  for (const file of newestFirst.slice(MAX_FILES)) rmSync(file, { force: true });
}
