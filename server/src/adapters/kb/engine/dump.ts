/** A dump as the engine wants it: blocks, one after the other, without waiting. */
import { readFileSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { SkippedLines } from '../embedded-messages';
import { describeDump, DumpProblem, type DumpLimits, type Format } from './dump-format';
import type { ReaderData, ReaderMessage } from './dump-reader';
import { LineFilter, looksLikeNTriples } from './n-triples-lines';

export interface Dump {
  readonly format: Format;
  readonly blocks: Iterable<Uint8Array>;
  /** To be asked when all blocks are taken. */
  readonly skipped: () => readonly SkippedLines[];
}

/** Such as are read at once: a thread would take longer to start. */
const SMALL = 1 << 20;
/** A few blocks at a time, as text, are all that it holds. */
const READER_LIMITS = { maxOldGenerationSizeMb: 256 };

export function openDump(
  file: string,
  refused: ReadonlySet<number>,
  onProgress: (read: number, facts: number) => void,
  limits?: DumpLimits,
): Dump {
  const { gzipped, bytes, format } = describeDump(file);
  return gzipped || bytes > SMALL
    ? openLarge(file, refused, onProgress, limits)
    : openSmall(file, refused, readFileSync(file), format);
}

function openSmall(
  file: string,
  refused: ReadonlySet<number>,
  content: Buffer,
  named: Format | undefined,
): Dump {
  const format = named ?? (looksLikeNTriples(content) ? 'application/n-triples' : 'text/turtle');
  if (format === 'text/turtle') return { format, blocks: [content], skipped: () => [] };
  const sieve = new LineFilter(file, refused);
  return { format, blocks: [sieve.push(content), sieve.flush()], skipped: () => sieve.report };
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
      const heard = Atomics.load(count, 0);
      const received: { readonly message: ReaderMessage } | undefined = receiveMessageOnPort(here);
      if (received) return problemFree(received.message);
      Atomics.wait(count, 0, heard);
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

function problemFree(message: ReaderMessage): ReaderMessage {
  if (message.kind === 'problem') throw new DumpProblem(message.message);
  return message;
}
