/** JSON in gzipped files. */
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { writeAtomic } from './atomic-write';
import { readRegularFile } from './regular-file';

/** A small file can unpack to any size. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

export async function writePacked(path: string, value: unknown): Promise<void> {
  const pack = promisify<string, ZlibOptions, Buffer>(gzip);
  await writeAtomic(path, await pack(JSON.stringify(value), { level: 5 }));
}

/** Undefined if it does not exist; rejects if it is damaged or too large. */
export async function readPacked(path: string): Promise<unknown> {
  let bytes: Buffer;
  try {
    bytes = await readRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const unpack = promisify<Buffer, ZlibOptions, Buffer>(gunzip);
  return JSON.parse(
    (await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })).toString('utf8'),
  ) as unknown;
}
