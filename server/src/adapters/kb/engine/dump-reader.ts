/** Reads and unpacks a dump in its own thread, because the engine accepts it only from a synchronous iterator. */
import { createReadStream } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import type { SkippedLines } from '../../../core/kb/knowledge-base';
import {
  describeCapacity,
  describeDump,
  DUMP_LIMITS,
  DumpProblem,
  SERVE_ADVICE,
  type DumpLimits,
  type DumpFormat,
} from './dump-format';
import { LineFilter, looksLikeNTriples, withoutByteOrderMark } from './n-triples-lines';

export interface ReaderData {
  readonly reads: string;
  readonly refused: ReadonlySet<number>;
  readonly limits?: DumpLimits | undefined;
  readonly port: MessagePort;
  /** The number of messages; waiting threads are notified when it changes. */
  readonly bell: SharedArrayBuffer;
}

export type ReaderMessage =
  | { readonly kind: 'format'; readonly format: DumpFormat }
  /** `read` is the number of bytes of the file so far, and `facts` that of valid lines, if they are counted. */
  | { readonly kind: 'block'; readonly block: Uint8Array; readonly read: number; readonly facts: number }
  | { readonly kind: 'end'; readonly skipped: readonly SkippedLines[] }
  | { readonly kind: 'problem'; readonly message: string };

/** Blocks that may be queued. */
const MAX_QUEUED = 6;
const BLOCK_BYTES = 1 << 20;

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
  let queued = 0;
  let onTaken = (): void => undefined;
  port.on('message', () => {
    queued--;
    onTaken();
  });
  const dump = describeDump(file);
  let read = 0;
  let unpacked = 0;
  try {
    const raw = createReadStream(file, { highWaterMark: BLOCK_BYTES });
    raw.on('data', (bytes) => (read += bytes.length));
    const stream = dump.gzipped ? raw.pipe(createGunzip({ chunkSize: BLOCK_BYTES })) : raw;
    raw.on('error', (error) => stream.destroy(error));
    let filter: LineFilter | undefined;
    let format = dump.format;
    const sendBlock = async (block: Buffer): Promise<void> => {
      if (!block.length) return;
      send({ kind: 'block', block, read, facts: filter?.facts ?? 0 });
      if (++queued >= MAX_QUEUED) await new Promise<void>((resolve) => (onTaken = resolve));
    };
    let hasBegun = false;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > limits.unpacked) throw tooLarge(dump.name, limits);
      const isFirst = !hasBegun;
      if (isFirst) {
        hasBegun = true;
        format ??= looksLikeNTriples(chunk) ? 'application/n-triples' : 'text/turtle';
        if (format === 'application/n-triples') filter = new LineFilter(file, refused, limits.line);
        send({ kind: 'format', format });
      }
      await sendBlock(filter ? filter.push(chunk) : isFirst ? withoutByteOrderMark(chunk) : chunk);
    }
    if (!hasBegun) send({ kind: 'format', format: format ?? 'text/turtle' });
    if (filter) await sendBlock(filter.flush());
    send({ kind: 'end', skipped: filter?.report ?? [] });
  } catch (error) {
    send({
      kind: 'problem',
      message: error instanceof DumpProblem ? error.message : describeReadError(error, dump.name),
    });
  }
  port.close();
}

function tooLarge(name: string, { unpacked }: DumpLimits): DumpProblem {
  return new DumpProblem(
    `${name} is larger than ${unpacked / 1e9} GB uncompressed. The embedded engine holds ${describeCapacity()}. ${SERVE_ADVICE}`,
  );
}

/** Why a file cannot be read to its end. */
export function describeReadError(error: unknown, name: string): string {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (code === 'Z_BUF_ERROR')
    return `${name} is incomplete: the download or copy was interrupted. Download it again.`;
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG')
    return `${name} is larger than 512 MB uncompressed, and Turtle can only be read as a whole. Convert it to N-Triples (.nt).`;
  if (code?.startsWith('Z_')) return `${name} cannot be unpacked: ${message}. Download it again.`;
  return `${name} cannot be read: ${message}.`;
}
