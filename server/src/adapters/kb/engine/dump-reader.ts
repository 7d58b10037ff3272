/**
 * Reads a dump in a thread of its own, so that it can be unpacked as it comes: the engine takes it only from a loop that does
 * not wait for anybody.
 */
import { createReadStream } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import type { SkippedLines } from '../embedded-messages';
import { describeDump, DUMP_LIMITS, DumpProblem, type DumpLimits, type Format } from './dump-format';
import { LineFilter, looksLikeNTriples } from './n-triples-lines';

export interface ReaderData {
  readonly reads: string;
  readonly refused: ReadonlySet<number>;
  readonly limits?: DumpLimits | undefined;
  readonly port: MessagePort;
  /** Counts the messages, to wake up who waits for one. */
  readonly bell: SharedArrayBuffer;
}

export type ReaderMessage =
  | { readonly kind: 'format'; readonly format: Format }
  /** `read` is how much of the file that took, and `facts` how many lines so far, where they are counted. */
  | { readonly kind: 'block'; readonly block: Uint8Array; readonly read: number; readonly facts: number }
  | { readonly kind: 'end'; readonly skipped: readonly SkippedLines[] }
  | { readonly kind: 'problem'; readonly message: string };

/** How many blocks may wait to be taken. */
const AHEAD = 6;
const BLOCK = 1 << 20;

export async function readDump({
  reads: file,
  refused,
  limits = DUMP_LIMITS,
  port,
  bell,
}: ReaderData): Promise<void> {
  const count = new Int32Array(bell);
  const send = (message: ReaderMessage): void => {
    port.postMessage(message);
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  };
  let waiting = 0;
  let taken = (): void => undefined;
  port.on('message', () => {
    waiting--;
    taken();
  });
  const dump = describeDump(file);
  let read = 0;
  let unpacked = 0;
  try {
    const raw = createReadStream(file, { highWaterMark: BLOCK });
    raw.on('data', (bytes) => (read += bytes.length));
    const stream = dump.gzipped ? raw.pipe(createGunzip({ chunkSize: BLOCK })) : raw;
    raw.on('error', (error) => stream.destroy(error));
    let sieve: LineFilter | undefined;
    let format = dump.format;
    const sendBlock = async (block: Buffer): Promise<void> => {
      if (!block.length) return;
      send({ kind: 'block', block, read, facts: sieve?.facts ?? 0 });
      if (++waiting >= AHEAD) await new Promise<void>((resolve) => (taken = resolve));
    };
    let begun = false;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > limits.unpacked) throw tooLarge(dump.name, limits);
      if (!begun) {
        begun = true;
        format ??= looksLikeNTriples(chunk) ? 'application/n-triples' : 'text/turtle';
        if (format === 'application/n-triples') sieve = new LineFilter(file, refused, limits.line);
        send({ kind: 'format', format });
      }
      await sendBlock(sieve ? sieve.push(chunk) : chunk);
    }
    if (!begun) send({ kind: 'format', format: format ?? 'text/turtle' });
    if (sieve) await sendBlock(sieve.flush());
    send({ kind: 'end', skipped: sieve?.report ?? [] });
  } catch (error) {
    send({
      kind: 'problem',
      message: error instanceof DumpProblem ? error.message : wordsOf(error, dump.name),
    });
  }
  port.close();
}

function tooLarge(name: string, { unpacked }: DumpLimits): DumpProblem {
  return new DumpProblem(
    `${name} is larger than ${unpacked / 1e9} GB uncompressed. The embedded engine can hold about 10 million facts. Use a part of the file, or load it into an endpoint.`,
  );
}

/** What keeps a file from being read to its end. */
export function wordsOf(error: unknown, name: string): string {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (code === 'Z_BUF_ERROR')
    return `${name} is incomplete: the download or copy was interrupted. Download it again.`;
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG')
    return `${name} is larger than 512 MB uncompressed, and Turtle can only be read as a whole. Convert it to N-Triples (.nt).`;
  if (code?.startsWith('Z_')) return `${name} cannot be unpacked: ${message}. Download it again.`;
  return `${name} cannot be read: ${message}.`;
}
