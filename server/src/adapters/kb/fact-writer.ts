/** Lines of N-Triples → a gzipped file, which has its name only when it is whole. */
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface FactWriter {
  /** Waits where the disk is slower. */
  readonly write: (lines: readonly string[]) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>;
}

export function openFactWriter(path: string): FactWriter {
  const part = `${path}.part`;
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(part));
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
      renameSync(part, path);
    },
    discard: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
      if (existsSync(part)) rmSync(part);
    },
  };
}
