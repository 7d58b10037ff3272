/** Reads and writes the files that a command names: files, folders of queries, and standard input. */
import { readFileSync, readdirSync, statSync, realpathSync } from 'node:fs';
import { join, isAbsolute, relative, sep } from 'node:path';
import { writeNamedFile } from '../compose/index';
import { errorMessage } from './terminal';

export const STDIN = '<stdin>';

export interface NamedText {
  readonly name: string;
  readonly text: string;
  /** The folder that contains the file; absent if the file itself was named. */
  readonly folder?: string;
}

/** Reads all files of a folder that match `pattern`. */
export function readFiles(
  operands: readonly string[],
  pattern = /\.(rq|sparql)$/,
): {
  readonly files: readonly NamedText[];
  readonly unreadable: readonly string[];
} {
  const files: NamedText[] = [];
  const unreadable: string[] = [];
  for (const operand of operands) {
    try {
      if (operand === '-') {
        files.push({ name: STDIN, text: readFileSync(0, 'utf8') });
        continue;
      }
      const isFolder = statSync(operand).isDirectory();
      const names = isFolder ? listFiles(operand, pattern) : [operand];
      if (!names.length) unreadable.push(`${operand} contains no .rq or .sparql files.`);
      for (const name of names)
        files.push({ name, text: readFileSync(name, 'utf8'), ...(isFolder && { folder: operand }) });
    } catch (error) {
      unreadable.push(`${operand} cannot be read: ${errorMessage(error)}`);
    }
  }
  return { files, unreadable };
}

function listFiles(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !/(^|[\\/])(node_modules|\.git)[\\/]/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Returns why the file was not written; undefined if it was. */
export function rewriteFile({ name, text, folder }: NamedText, after: string): string | undefined {
  try {
    if (folder !== undefined && isOutside(folder, name))
      return `${name} is outside ${folder} (symbolic link) and was not changed. Name the file itself to change it.`;
    // Characters of another encoding were decoded wrongly and would be lost.
    if (!readFileSync(name).equals(Buffer.from(text)))
      return `${name} is not UTF-8, or was changed in the meantime, and was not written.`;
    writeNamedFile(name, after);
    return undefined;
  } catch (error) {
    return `${name} cannot be written: ${errorMessage(error)}`;
  }
}

function isOutside(folder: string, name: string): boolean {
  const path = relative(realpathSync(folder), realpathSync(name));
  return isAbsolute(path) || path.split(sep)[0] === '..';
}
