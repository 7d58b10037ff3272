/** `funfusic check --fix`: makes the safe fixes in the files themselves, and tells each. */
import { checkDocument, type CheckOptions } from '../core/check/check';
import { fixAll } from '../core/check/fix-all';
import type { NamedText } from './files';
import { rewriteFile } from './rewrite-file';

export interface FixedFile {
  readonly text: string;
  /** One line for each thing that was done. */
  readonly done: readonly string[];
  /** Why the file was left as it is, though there was something to do. */
  readonly problem?: string;
}

/** A file that has nothing to fix is not touched. */
export function fixFile(file: NamedText, options: CheckOptions): FixedFile {
  const { name, text } = file;
  const fixed = fixAll(checkDocument(text, options), options);
  if (fixed.text === text) return { text, done: [] };
  const problem = rewriteFile(file, fixed.text);
  if (problem !== undefined) return { text, done: [], problem };
  return {
    text: fixed.text,
    done: fixed.applied.map(({ finding, fix }) => `${name}: fixed ${finding.code}: ${fix.title}`),
  };
}
