/** Lines of N-Triples → a gzipped file, which has its name only when it is whole. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { beginAtomicWrite } from '../files/atomic-write';

export interface FactWriter {
  /** Waits where the disk is slower. */
  readonly write: (lines: readonly string[]) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>;
}

export function openFactWriter(path: string): FactWriter {
  const pending = beginAtomicWrite(path);
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream('', { fd: pending.descriptor, autoClose: false }));
  // Told by the next write, or at the end.
  written.catch(() => undefined);
  return {
    write: async (lines) => {
      if (!lines.length) return;
      if (gzip.destroyed) await written;
      if (!gzip.write(`${lines.join('\n')}\n`))
        await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), written]);
    },
    finish: async () => {
      gzip.end();
      await written;
      pending.commit();
    },
    discard: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
      pending.discard();
    },
  };
}
