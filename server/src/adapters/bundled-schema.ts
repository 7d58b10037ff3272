import { readFileSync } from 'node:fs';
import { decodeSchema } from '../core/schema/compact-schema';
import { KbSchema } from '../core/schema/schema';

/** The Freebase schema that ships with the extension. Throws where the file is missing or damaged. */
export function loadBundledSchema(file: string): KbSchema {
  return new KbSchema(decodeSchema(readFileSync(file, 'utf8')));
}
