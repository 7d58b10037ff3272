import { readFileSync } from 'node:fs';
import { readAssociations, type Associations } from '../core/question/retrieval/associations';

/** Those in a file; one that cannot be used says why. */
export function loadAssociations(file: string): Associations | { readonly problem: string } {
  try {
    return readAssociations(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: `The learned word associations in ${file} cannot be used: ${reason}. Relations are matched without them. Reinstall the extension.`,
    };
  }
}
