/** The file of questions that a command line names. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readDataset } from '../../evaluation/datasets/read-dataset';
import type { Dataset } from '../../evaluation/eval-question';
import { UsageError } from '../../cli/arguments';

export interface DatasetFile {
  readonly name: string;
  readonly dataset: Dataset;
  /** Of which the dataset was made, unpacked. */
  readonly bytes: Buffer;
}

/** About the longest text that there can be. */
const MAX_UNPACKED = 512 * 1024 * 1024;

/** May be gzipped. Throws where no question can be read. */
export function readDatasetFile(operands: readonly string[], usage: string): DatasetFile {
  const [file, another] = operands;
  if (file === undefined) throw new UsageError(`No dataset is named.\n\n${usage}`);
  if (another !== undefined)
    throw new UsageError(
      `There are ${operands.length} datasets. Name one; run the command again for others.`,
    );
  const name = file === '-' ? 'standard input' : basename(file);
  const bytes = bytesOf(file, name);
  const dataset = readDataset(textOf(bytes, name), name);
  if ('problem' in dataset) throw new UsageError(dataset.problem);
  return { name, dataset, bytes };
}

function bytesOf(file: string, name: string): Buffer {
  if (file !== '-' && statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${file} is a folder. Name the file of questions in it.`);
  try {
    const bytes = readFileSync(file === '-' ? 0 : file);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }) : bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new UsageError(`${name} is more than 512 MB when it is unpacked. Split it into smaller files.`);
    throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** UTF-8; some shells of Windows write UTF-16, with a mark at the beginning. */
function textOf(bytes: Buffer, name: string): string {
  try {
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    return bytes.toString(isUtf16 ? 'utf16le' : 'utf8');
  } catch {
    throw new UsageError(
      `${name} is too large to be read at once: split it into files of half a gigabyte at most.`,
    );
  }
}
