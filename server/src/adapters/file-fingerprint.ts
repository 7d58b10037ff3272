import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that are read at each end of a large file. */
const END_BYTES = 4_000_000;

interface FileFingerprint {
  readonly bytes: number;
  /** SHA-256 of its beginning and end; of a small file, of the whole. */
  readonly sha256: string;
}

/** Distinguishes a file from another of the same name; undefined if it cannot be read. */
export function fileFingerprint(file: string): FileFingerprint | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    const hash = createHash('sha256');
    const read = (from: number, to: number): void => {
      if (descriptor === undefined || from >= to) return;
      const part = Buffer.alloc(to - from);
      hash.update(part.subarray(0, readSync(descriptor, part, 0, part.length, from)));
    };
    const first = Math.min(size, END_BYTES);
    read(0, first);
    read(Math.max(first, size - END_BYTES), size);
    return { bytes: size, sha256: hash.digest('hex') };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
