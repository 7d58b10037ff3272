/** Loads files into a store. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Store } from 'oxigraph';
import type { SkippedLines, TaskProgress } from '../../../core/kb/knowledge-base';
import { openDump } from './dump';
import {
  describeCapacity,
  describeDump,
  DUMP_LIMITS,
  DumpProblem,
  SERVE_ADVICE,
  type DumpLimits,
} from './dump-format';
import { estimateDump } from './estimate-dump';
import { isCrash } from './webassembly';

interface LoadedStore {
  readonly store: Store;
  readonly skipped: readonly SkippedLines[];
}

/** Lines that our filter accepts and the engine rejects; for each the files are read again. */
const MAX_REJECTED_LINES = 5;
const PROGRESS_INTERVAL_MS = 200;

/** Throws a `DumpProblem` if a file cannot be read. */
export function loadFiles(
  files: readonly string[],
  onProgress: (step: TaskProgress) => void,
  limits?: DumpLimits,
): LoadedStore {
  refuseLargeDump(files, limits?.facts);
  let store = new Store();
  const sizes = files.map((file) => describeDump(file).bytes);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0) || 1;
  const refused = files.map(() => new Set<number>());
  let skipped: SkippedLines[] = [];
  let lastProgress = -Infinity;
  for (let index = 0; index < files.length; index++) {
    const file = files[index] ?? '';
    const before = sizes.slice(0, index).reduce((sum, bytes) => sum + bytes, 0);
    const progress = (read: number, facts: number): void => {
      if (performance.now() - lastProgress < PROGRESS_INTERVAL_MS) return;
      lastProgress = performance.now();
      const progressText = facts ? `${facts.toLocaleString('en')} facts` : `${Math.round(read / 1e6)} MB`;
      onProgress({ message: `Reading ${basename(file)}, ${progressText}`, share: (before + read) / total });
    };
    const problem = loadFile(store, file, refused[index] ?? new Set(), progress, limits);
    if (Array.isArray(problem)) {
      skipped.push(...problem);
      continue;
    }
    const lines = refused[index];
    if (!('line' in problem) || !lines || lines.size >= MAX_REJECTED_LINES)
      throw new DumpProblem(problem.message);
    lines.add(problem.line);
    // The store may be half filled: start again.
    store = new Store();
    skipped = [];
    index = -1;
  }
  const [first] = skipped;
  if (first && store.size === 0)
    throw new DumpProblem(
      `${basename(first.file)} is not N-Triples: none of its lines can be read. Name a .nt or .ttl file.`,
    );
  return { store, skipped };
}

/** An estimate from the first part of a file may be too high by this factor. */
const ESTIMATE_MARGIN = 1.25;

/** Throws before anything is read, because a dump that is too large is read for minutes until the memory is full. */
function refuseLargeDump(files: readonly string[], maxFacts = DUMP_LIMITS.facts): void {
  // A file that cannot be estimated is read up to its limit.
  const facts = files.reduce((sum, file) => sum + (estimateDump(file)?.facts ?? 0), 0);
  if (facts <= maxFacts * ESTIMATE_MARGIN) return;
  const names = files.map((file) => basename(file)).join(', ');
  throw new DumpProblem(
    `${names} is too large for the embedded engine: ${files.length === 1 ? 'it has' : 'they have'} ${describeCapacity(facts)}, and the engine holds ${describeCapacity(maxFacts)}. ${SERVE_ADVICE}`,
  );
}

type LoadProblem = { readonly message: string } | { readonly message: string; readonly line: number };

function loadFile(
  store: Store,
  file: string,
  refused: ReadonlySet<number>,
  onProgress: (read: number, facts: number) => void,
  limits: DumpLimits | undefined,
): SkippedLines[] | LoadProblem {
  const { format, blocks, skipped } = openDump(file, refused, onProgress, limits);
  let readError: unknown;
  /** The engine wraps errors of the iterator, so the original is remembered. */
  function* rememberError(): Generator<Uint8Array> {
    try {
      yield* blocks;
    } catch (error) {
      readError = error;
      throw error;
    }
  }
  try {
    store.load(rememberError(), {
      format,
      lenient: true,
      ...(format === 'text/turtle' && { base_iri: pathToFileURL(file).href }),
    });
    return [...skipped()];
  } catch (error) {
    if (readError instanceof DumpProblem) throw readError;
    if (isCrash(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const [, line, rest] = /^Parser error at line (\d+) (.*)$/s.exec(reason) ?? [];
    if (line !== undefined && format === 'application/n-triples')
      return { message: reason, line: Number(line) };
    const where = line === undefined ? reason : `line ${line} is no Turtle (${rest ?? ''})`;
    return { message: `${basename(file)} cannot be read: ${where}. Fix it, and run the query again.` };
  }
}
