/** An append-only file of lines. A line truncated by a crash or a full disk is removed. Links are refused. */
import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConcurrencyLimit } from '../../core/language/text/concurrency-limit';
import { checkFolder, checkExisting, NO_FOLLOW, UnsafeFileError, describeUnsafeEntry } from './regular-file';

export interface LineFile {
  /** The lines when the file was opened. */
  readonly lines: readonly string[];
  append(line: string): Promise<void>;
  /** Flushes appended lines to disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW;

export async function openLines(path: string): Promise<LineFile> {
  await checkFolder(dirname(path));
  await checkExisting(path);
  const file = await open(path, APPEND, 0o666);
  try {
    await checkOpened(path, file);
    const bytes = await file.readFile();
    const completeBytes = bytes.lastIndexOf('\n') + 1;
    if (completeBytes < bytes.length) await file.truncate(completeBytes);
    const lines = bytes.subarray(0, completeBytes).toString('utf8').split('\n');
    return {
      lines: lines.filter((line) => line.trim()),
      append: appendTo(file, completeBytes),
      sync: () => file.datasync(),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The file is changed in place, so it must have one name, and still be the one at that path. */
async function checkOpened(path: string, file: FileHandle): Promise<void> {
  const [opened, named] = [await file.stat({ bigint: true }), await lstat(path, { bigint: true })];
  const what = describeUnsafeEntry({
    isFile: () => opened.isFile(),
    isSymbolicLink: () => named.isSymbolicLink(),
  });
  if (what !== undefined) throw new UnsafeFileError(path, what);
  if (opened.nlink > 1n) throw new UnsafeFileError(path, 'has other hard links');
  if (opened.ino !== named.ino) throw new UnsafeFileError(path, 'was replaced while it was opened');
}

/** Appends one line after another. A line that does not fit on the disk is removed again. */
function appendTo(file: FileHandle, size: number): LineFile['append'] {
  let end = size;
  const mutex = new ConcurrencyLimit(1);
  const append = async (line: string): Promise<void> => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      await file.appendFile(bytes);
      end += bytes.length;
    } catch (error) {
      await file.truncate(end).catch(() => undefined);
      throw error;
    }
  };
  return (line) => mutex.run(() => append(line));
}
