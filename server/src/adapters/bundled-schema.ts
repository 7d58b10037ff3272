import { readFileSync } from 'node:fs';
import { decodeSchema } from '../core/schema/compact-schema';
import { KbSchema } from '../core/schema/schema';

/** Loads the bundled Freebase schema. Throws if the file is missing or damaged. */
export function loadBundledSchema(file: string): KbSchema {
  return new KbSchema(decodeSchema(readFileSync(file, 'utf8')));
}
