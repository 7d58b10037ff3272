/** A file of lines that grows. Of a line that a crash has cut off nothing is left when it is opened again. */
import { open, readFile, type FileHandle } from 'node:fs/promises';

export interface LineFile {
  /** Those that were there. */
  readonly lines: readonly string[];
  append(line: string): Promise<void>;
  /** What was appended is on the disk then, whatever becomes of the machine. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openLines(path: string): Promise<LineFile> {
  const file: FileHandle = await open(path, 'a+');
  try {
    const bytes = await readFile(path);
    const whole = bytes.lastIndexOf('\n') + 1;
    if (whole < bytes.length) await file.truncate(whole);
    return {
      lines: bytes
        .subarray(0, whole)
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim()),
      append: async (line) => {
        await file.appendFile(`${line}\n`);
      },
      settle: () => file.datasync(),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
