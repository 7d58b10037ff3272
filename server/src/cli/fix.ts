/** `funfusic check --fix`: makes the safe fixes in the files themselves, and tells each. */
import { readFileSync, writeFileSync } from 'node:fs';
import { checkDocument, type CheckOptions } from '../core/verify/check';
import { fixAll } from '../core/verify/fix-all';

export interface FixedFile {
  readonly text: string;
  /** One line for each thing that was done. */
  readonly done: readonly string[];
  /** Why the file was left as it is, though there was something to do. */
  readonly problem?: string;
}

/** A file that has nothing to fix is not touched. */
export function fixFile(name: string, text: string, options: CheckOptions): FixedFile {
  const fixed = fixAll(checkDocument(text, options), options);
  if (fixed.text === text) return { text, done: [] };
  try {
    // What was not UTF-8 has been read with gaps, and would be written with them.
    if (!readFileSync(name).equals(Buffer.from(text)))
      return { text, done: [], problem: `${name} is not UTF-8, so nothing is fixed in it.` };
    writeFileSync(name, fixed.text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { text, done: [], problem: `${name} cannot be written: ${reason}` };
  }
  return {
    text: fixed.text,
    done: fixed.applied.map(({ finding, fix }) => `${name}: fixed ${finding.code}: ${fix.title}`),
  };
}
