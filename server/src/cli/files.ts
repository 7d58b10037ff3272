/** The texts that a command line names: files, folders of queries, and standard input. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const STDIN = '<stdin>';

export interface NamedText {
  readonly name: string;
  readonly text: string;
  /** The folder that it was found in; absent where the user has named the file itself. */
  readonly folder?: string;
}

/** In folders those are found whose names match. */
export function readFiles(
  operands: readonly string[],
  named = /\.(rq|sparql)$/,
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
      const names = isFolder ? queriesIn(operand, named) : [operand];
      if (!names.length) unreadable.push(`${operand} holds no .rq or .sparql files.`);
      for (const name of names)
        files.push({ name, text: readFileSync(name, 'utf8'), ...(isFolder && { folder: operand }) });
    } catch (error) {
      unreadable.push(`${operand} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { files, unreadable };
}

function queriesIn(folder: string, named: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => named.test(name) && !/(^|[\\/])(node_modules|\.git)[\\/]/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
