/** Reads a schema file of the user. Problems are returned as messages. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseUserSchema } from '../core/schema/user-schema';
import { KbSchema } from '../core/schema/schema';
import { describeReadError, fileSize } from './file-errors';

type SchemaFileResult = { readonly schema: KbSchema } | { readonly problem: string };

const MAX_BYTES = 256 * 1024 * 1024;

export function readSchemaFile(path: string): SchemaFileResult {
  const name = basename(path);
  let text: string;
  try {
    const size = fileSize(path);
    if (size > MAX_BYTES)
      return {
        problem: `The schema file ${name} is too large (${Math.round(size / 1024 / 1024)} MB; the limit is 256 MB).`,
      };
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { problem: `The schema file ${path} cannot be read: ${describeReadError(error)}.` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problem: `The schema file ${name} is not JSON: ${describeReadError(error)}.` };
  }
  const parsed = parseUserSchema(value, name.replace(/\.json$/, ''));
  return 'problem' in parsed
    ? { problem: `The schema file ${name} is invalid: ${parsed.problem}` }
    : { schema: new KbSchema(parsed.data) };
}
