/** Loads files into a store. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Store } from 'oxigraph';
import type { SkippedLines, TaskProgress } from '../../../core/kb/knowledge-base';
import {
  describeCapacity,
  describeDump,
  DUMP_LIMITS,
  DumpProblem,
  SERVE_ADVICE,
  type DumpLimits,
  type DumpFormat,
} from './dump-format';
import { estimateDump } from './estimate-dump';
import { isCrash } from './webassembly';
import { readFileSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ReaderData, ReaderMessage } from './dump-reader';
import { LineFilter, looksLikeNTriples, withoutByteOrderMark } from './n-triples-lines';

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
    const where = line === undefined ? reason : `line ${line} is not valid Turtle (${rest ?? ''})`;
    return { message: `${basename(file)} cannot be read: ${where}. Fix it, and run the query again.` };
  }
}

interface Dump {
  readonly format: DumpFormat;
  readonly blocks: Iterable<Uint8Array>;
  /** Valid when all blocks were read. */
  readonly skipped: () => readonly SkippedLines[];
}

/** Files up to this size in bytes are read at once: starting a thread would take longer. */
const SMALL_FILE = 1 << 20;
/** The thread holds only a few blocks at a time. */
const READER_LIMITS = { maxOldGenerationSizeMb: 256 };

/** Opens a dump as a synchronous iterator of blocks, as the engine requires. */
function openDump(
  file: string,
  refused: ReadonlySet<number>,
  onProgress: (read: number, facts: number) => void,
  limits?: DumpLimits,
): Dump {
  const { gzipped, bytes, format } = describeDump(file);
  return gzipped || bytes > SMALL_FILE
    ? openLarge(file, refused, onProgress, limits)
    : openSmall(file, refused, readFileSync(file), format);
}

function openSmall(
  file: string,
  refused: ReadonlySet<number>,
  content: Buffer,
  named: DumpFormat | undefined,
): Dump {
  const format = named ?? (looksLikeNTriples(content) ? 'application/n-triples' : 'text/turtle');
  if (format === 'text/turtle') return { format, blocks: [withoutByteOrderMark(content)], skipped: () => [] };
  const filter = new LineFilter(file, refused);
  return { format, blocks: [filter.push(content), filter.flush()], skipped: () => filter.report };
}

function openLarge(
  file: string,
  refused: ReadonlySet<number>,
  onProgress: (read: number, facts: number) => void,
  limits: DumpLimits | undefined,
): Dump {
  const { port1: here, port2: there } = new MessageChannel();
  const bell = new SharedArrayBuffer(4);
  const count = new Int32Array(bell);
  const workerData: ReaderData = { reads: file, refused, limits, port: there, bell };
  const reader = new Worker(__filename, {
    workerData,
    transferList: [there],
    stderr: true,
    resourceLimits: READER_LIMITS,
  });
  reader.unref();
  const next = (): ReaderMessage => {
    for (;;) {
      const seen = Atomics.load(count, 0);
      const received: { readonly message: ReaderMessage } | undefined = receiveMessageOnPort(here);
      if (received) return throwProblem(received.message);
      Atomics.wait(count, 0, seen);
    }
  };
  const first = next();
  if (first.kind !== 'format') throw new Error('The reader of the dump does not begin with its format.');
  let skipped: readonly SkippedLines[] = [];
  function* blocks(): Generator<Uint8Array> {
    try {
      for (;;) {
        const message = next();
        if (message.kind === 'end') {
          skipped = message.skipped;
          return;
        }
        if (message.kind !== 'block') continue;
        here.postMessage('taken');
        onProgress(message.read, message.facts);
        yield message.block;
      }
    } finally {
      here.close();
      void reader.terminate();
    }
  }
  return { format: first.format, blocks: blocks(), skipped: () => skipped };
}

function throwProblem(message: ReaderMessage): ReaderMessage {
  if (message.kind === 'problem') throw new DumpProblem(message.message);
  return message;
}
