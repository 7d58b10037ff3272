/** Lines of N-Triples → a gzipped file, which has its name only when it is whole. */
import { realpathSync, writeFile } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { beginAtomicWrite } from '../files/atomic-write';

interface FactWriter {
  /** Waits where the disk is slower. */
  readonly write: (lines: readonly string[]) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>;
}

export function openFactWriter(path: string): FactWriter {
  // The user may have named a folder by a link.
  const pending = beginAtomicWrite(join(realpathSync(dirname(path)), basename(path)));
  const gzip = createGzip();
  let onDisk: Promise<void> = Promise.resolve();
  const file = new Writable({
    write: (part: Buffer, _, done) => {
      onDisk = new Promise((resolve) => {
        writeFile(pending.descriptor, part, (error) => {
          resolve();
          done(error);
        });
      });
    },
  });
  const written = pipeline(gzip, file);
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
      await onDisk;
      pending.discard();
    },
  };
}
