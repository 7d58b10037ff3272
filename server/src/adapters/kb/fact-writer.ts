/** Writes N-Triples into a gzipped file, which appears under its name when it is complete. */
import { realpathSync, writeFile } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { beginAtomicWrite } from '../files/atomic-write';

interface FactWriter {
  /** Resolves when more can be written. */
  readonly write: (lines: readonly string[]) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** Removes the unfinished file. */
  readonly discard: () => Promise<void>;
}

export function openFactWriter(path: string): FactWriter {
  // The path of the user may contain a link to a folder.
  const pending = beginAtomicWrite(join(realpathSync(dirname(path)), basename(path)));
  const gzip = createGzip();
  let lastWrite: Promise<void> = Promise.resolve();
  const file = new Writable({
    write: (part: Buffer, _, done) => {
      lastWrite = new Promise((resolve) => {
        writeFile(pending.descriptor, part, (error) => {
          resolve();
          done(error);
        });
      });
    },
  });
  const written = pipeline(gzip, file);
  // Reported by the next write, or at the end.
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
      await lastWrite;
      pending.discard();
    },
  };
}
