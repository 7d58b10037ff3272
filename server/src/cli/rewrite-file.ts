/** Writes a file of queries back in the place where it was read. */
import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { writeNamedFile } from '../compose/index';
import type { NamedText } from './files';

/** Returns why the file was left as it is, where it was. */
export function rewriteFile({ name, text, folder }: NamedText, after: string): string | undefined {
  try {
    if (folder !== undefined && isOutside(folder, name))
      return `${name} is outside ${folder} (symbolic link) and was not changed. Name the file itself to change it.`;
    // Letters of another encoding were not read as what they are, and would be lost.
    if (!readFileSync(name).equals(Buffer.from(text)))
      return `${name} is not UTF-8, or was changed in the meantime, and was not written.`;
    writeNamedFile(name, after);
    return undefined;
  } catch (error) {
    return `${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isOutside(folder: string, name: string): boolean {
  const path = relative(realpathSync(folder), realpathSync(name));
  return isAbsolute(path) || path.split(sep)[0] === '..';
}
