/** Reads a dataset from a file or from standard input, gzipped or not. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DatasetFile } from '../../evaluation/choose-questions';
import { detectShape } from '../../evaluation/datasets/detect-shape';
import type { DatasetShape } from '../../evaluation/eval-question';
import { readDataset } from '../../evaluation/datasets/read-dataset';
import { describeReadError } from '../file-errors';

/** About the longest string that JavaScript allows. */
const MAX_UNCOMPRESSED_BYTES = 512 * 1024 * 1024;

/** `-` is standard input. */
export function readDatasetFile(file: string): DatasetFile | { readonly problem: string } {
  if (file !== '-' && statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return { problem: `${file} is a folder. Name a dataset file in it.` };
  const name = file === '-' ? 'standard input' : basename(file);
  try {
    const bytes = decompress(readFileSync(file === '-' ? 0 : file));
    const dataset = readDataset(decodeText(bytes), name);
    if ('problem' in dataset) return dataset;
    return { name, dataset, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG')
      return { problem: `${name} is larger than 512 MB uncompressed. Split it into smaller files.` };
    return { problem: `${name} cannot be read: ${describeReadError(error)}.` };
  }
}

/** Enough for the first row of every format. */
const HEAD_BYTES = 256 * 1024;

/** The format of a dataset by its first row; undefined if it is not a dataset or cannot be read. */
export async function detectDatasetFile(file: string): Promise<DatasetShape | undefined> {
  try {
    return detectShape(decodeText(await readHead(file)));
  } catch {
    return undefined;
  }
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function decompress(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_UNCOMPRESSED_BYTES }) : bytes;
}

/** UTF-8, or the UTF-16 with a byte order mark that some Windows shells write. */
function decodeText(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8');
}
