/** Reads and writes the files that a command names: files, folders of queries, and standard input. */
import { readFileSync, readdirSync, statSync, realpathSync, type Stats } from 'node:fs';
import { join, isAbsolute, relative, sep } from 'node:path';
import { joinWithOr } from '../core/language/english/lists';
import { describeReadError, describeWriteError, writeNamedFile } from '../compose/files';
import { printError } from './terminal';

export const STDIN = '<stdin>';

export interface NamedText {
  readonly name: string;
  readonly text: string;
  /** The folder that contains the file; absent if the file itself was named. */
  readonly folder?: string;
}

/**
 * Reads the files that are named, and all files of named folders with one of the extensions. Prints what is unreadable, and a warning for
 * links that lead nowhere or to a folder that is included already.
 */
export function readFiles(
  operands: readonly string[],
  extensions: readonly string[] = ['.rq', '.sparql'],
): {
  readonly files: readonly NamedText[];
  readonly unreadable: readonly string[];
} {
  const files: NamedText[] = [];
  const unreadable: string[] = [];
  const read = (name: string, readText: () => NamedText): void => {
    try {
      const file = readText();
      const problem = problemOf(file, extensions);
      if (problem === undefined) files.push(file);
      else unreadable.push(problem);
    } catch (error) {
      unreadable.push(`${name} cannot be read: ${describeReadError(error)}.`);
    }
  };
  for (const operand of operands) {
    if (operand === '-') read(STDIN, () => ({ name: STDIN, text: readFileSync(0, 'utf8') }));
    else if (targetOf(operand)?.isDirectory() !== true)
      read(operand, () => ({ name: operand, text: readFileSync(operand, 'utf8') }));
    else {
      const listed = listFiles(operand, extensions);
      for (const warning of listed.warnings) printError(warning);
      unreadable.push(...listed.unreadable);
      if (!listed.names.length && !listed.unreadable.length)
        unreadable.push(`${operand} contains no ${joinWithOr(extensions)} files.`);
      for (const name of listed.names)
        read(name, () => ({ name, text: readFileSync(name, 'utf8'), folder: operand }));
    }
  }
  for (const problem of unreadable) printError(problem);
  return { files, unreadable };
}

function problemOf({ name, text }: NamedText, extensions: readonly string[]): string | undefined {
  if (text.includes('\0') && text.includes('\ufffd')) return `${name} is not a text file in UTF-8.`;
  if (name.endsWith('.sexpr') && !extensions.includes('.sexpr'))
    return `${name} contains logical forms. Convert them to SPARQL first: funfusic convert ${name}`;
  return undefined;
}

interface FolderFiles {
  readonly names: readonly string[];
  readonly unreadable: readonly string[];
  /** Links that were skipped. */
  readonly warnings: readonly string[];
}

/** Lists the files below a folder. Each folder is read once, whether it is reached directly or by a link. */
function listFiles(root: string, extensions: readonly string[]): FolderFiles {
  const isListed = (name: string): boolean => extensions.some((extension) => name.endsWith(extension));
  const names: string[] = [];
  const unreadable: string[] = [];
  const warnings: string[] = [];
  const folders = [root];
  const links: string[] = [];
  const visited = new Set<string>();
  const top = realpathSync(root);
  const readFolder = (folder: string): void => {
    visited.add(realpathSync(folder));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== '.git') folders.push(path);
      } else if (entry.isSymbolicLink()) links.push(path);
      else if (entry.isFile() && isListed(entry.name)) names.push(path);
    }
  };
  const followLink = (link: string): void => {
    const target = targetOf(link);
    if (target?.isDirectory() === true) {
      const path = realpathSync(link);
      if (visited.has(path) || !isOutside(path, top))
        warnings.push(`${link} is a link to a folder that is already included, and was skipped.`);
      else folders.push(link);
    } else if (isListed(link)) {
      if (target?.isFile() === true) names.push(link);
      else warnings.push(`${link} is a link to a file that does not exist, and was skipped.`);
    }
  };
  const attempt = (path: string, act: (path: string) => void): void => {
    try {
      act(path);
    } catch (error) {
      unreadable.push(`${path} cannot be read: ${describeReadError(error)}.`);
    }
  };
  // Links are followed last, so that a folder is listed under its own name.
  while (folders.length || links.length) {
    const folder = folders.pop();
    if (folder === undefined) attempt(links.shift() ?? '', followLink);
    else attempt(folder, readFolder);
  }
  return { names: names.sort(), unreadable, warnings };
}

/** Undefined if there is no such file, or links lead in a circle. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
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
    return `${name} cannot be written: ${describeWriteError(error)}.`;
  }
}

/** Whether a file or folder is not inside `folder`. */
function isOutside(folder: string, name: string): boolean {
  const path = relative(realpathSync(folder), realpathSync(name));
  return isAbsolute(path) || path.split(sep)[0] === '..';
}
