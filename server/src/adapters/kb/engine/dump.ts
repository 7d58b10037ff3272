/** Opens a dump as a synchronous iterator of blocks, as the engine requires. */
import { readFileSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { SkippedLines } from '../../../core/kb/knowledge-base';
import { describeDump, DumpProblem, type DumpLimits, type DumpFormat } from './dump-format';
import type { ReaderData, ReaderMessage } from './dump-reader';
import { LineFilter, looksLikeNTriples, withoutByteOrderMark } from './n-triples-lines';

export interface Dump {
  readonly format: DumpFormat;
  readonly blocks: Iterable<Uint8Array>;
  /** Valid when all blocks were read. */
  readonly skipped: () => readonly SkippedLines[];
}

/** Files up to this size in bytes are read at once: starting a thread would take longer. */
const SMALL_FILE = 1 << 20;
/** The thread holds only a few blocks at a time. */
const READER_LIMITS = { maxOldGenerationSizeMb: 256 };

export function openDump(
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
