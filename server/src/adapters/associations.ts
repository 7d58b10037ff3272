import { readFileSync } from 'node:fs';
import { readAssociations, type Associations } from '../core/question/retrieval/associations';

/** Loads word associations, or returns why the file cannot be used. */
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
