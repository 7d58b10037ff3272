/** An append-only file of lines. A line truncated by a crash or a full disk is removed. Links are refused. */
import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConcurrencyLimit } from '../../core/language/text/concurrency-limit';
import { checkFolder, checkExisting, NO_FOLLOW, UnsafeFileError, describeUnsafeEntry } from './regular-file';

export interface LineFile {
  /** Returns where the line is in the file. */
  append(line: string): Promise<LinePlace>;
  /** Flushes appended lines to disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Where a line is in a file, in bytes and without the line break. */
export interface LinePlace {
  readonly start: number;
  readonly length: number;
}

type OnLine = (line: string, place: LinePlace) => void;

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW;

/** Calls `onLine` for each line that the file has already. */
export async function openLines(path: string, onLine: OnLine): Promise<LineFile> {
  await checkFolder(dirname(path));
  await checkExisting(path);
  const file = await open(path, APPEND, 0o666);
  try {
    await checkOpened(path, file);
    const { completeBytes } = await scanLines(file, onLine);
    if (completeBytes < (await file.stat()).size) await file.truncate(completeBytes);
    return {
      append: appendTo(file, completeBytes),
      sync: () => file.datasync(),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads complete lines without holding the whole file in memory. Returns their size and the text after the last line break. */
export async function scanLines(
  file: FileHandle,
  onLine: OnLine,
): Promise<{ readonly completeBytes: number; readonly rest: string }> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  /** Where `rest` begins. */
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position + rest.length);
    if (!bytesRead) return { completeBytes: position, rest: rest.toString('utf8') };
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
      const line = bytes.toString('utf8', start, end);
      if (line.trim()) onLine(line, { start: position + start, length: end - start });
      start = end + 1;
    }
    rest = bytes.subarray(start);
    position += start;
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
  const append = async (line: string): Promise<LinePlace> => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      await file.appendFile(bytes);
      const start = end;
      end += bytes.length;
      return { start, length: bytes.length - 1 };
    } catch (error) {
      await file.truncate(end).catch(() => undefined);
      throw error;
    }
  };
  return (line) => mutex.run(() => append(line));
}
