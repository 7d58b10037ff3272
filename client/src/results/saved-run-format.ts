/** Serializes and parses saved runs. This file does not import the editor. */
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import * as z from 'zod/mini';
import { askTrace, lineRange, repairTrace, run } from '../../../server/src/protocol/values';
import { hidePasswordsReplacer, type SavedResult, type HistoryEntry } from './saved-results';

/** Files of the first releases have no version; their format is the same. */
export const SAVED_RUN_VERSION = 1;

/** Larger runs are not saved. The limit also protects against small files that decompress to a huge size. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

/** `newer`: written by a later version of the extension, which may be installed again. */
export type UnusableReason = 'damaged' | 'newer';

/** The content of a run, a repair or a question. */
const savedResult = z.union([
  z.object({
    kind: z.literal('trace'),
    id: z.string(),
    trace: repairTrace,
    uri: z.string(),
    range: lineRange,
  }),
  z.object({
    kind: z.literal('asked'),
    id: z.string(),
    trace: askTrace,
    document: z.exactOptional(z.string()),
  }),
  run,
]);

/** The summary of an entry, for the list. */
const historyEntry = z.object({
  id: z.string(),
  title: z.string(),
  kb: z.string(),
  began: z.string(),
  milliseconds: z.number(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rows'), rows: z.number(), incomplete: z.boolean() }),
    z.object({ kind: z.enum(['yes', 'no', 'done', 'refused', 'timed-out', 'unreachable']) }),
    z.object({ kind: z.enum(['repaired', 'unchanged', 'unanswerable', 'failed']) }),
    z.object({
      kind: z.literal('asked'),
      verdict: z.enum(['answer', 'unanswerable', 'failed']),
      answer: z.string(),
      confidence: z.exactOptional(z.number()),
    }),
  ]),
  pinned: z.boolean(),
  name: z.exactOptional(z.string()),
  bytes: z.number(),
});

export function serializeEntry(run: HistoryEntry): Buffer {
  return Buffer.from(JSON.stringify({ version: SAVED_RUN_VERSION, ...run }));
}

export function parseEntry(bytes: Uint8Array): HistoryEntry | UnusableReason {
  return readValue(Buffer.from(bytes).toString('utf8'), historyEntry);
}

/** Returns undefined for a run that is too large. */
export async function packResult(result: SavedResult): Promise<Buffer | undefined> {
  const bytes = Buffer.from(JSON.stringify({ version: SAVED_RUN_VERSION, ...result }, hidePasswordsReplacer));
  return bytes.length > MAX_UNPACKED_BYTES ? undefined : pack(bytes, {});
}

export async function unpackResult(packed: Uint8Array): Promise<SavedResult | UnusableReason> {
  let text: string;
  try {
    text = (await unpack(packed, { maxOutputLength: MAX_UNPACKED_BYTES })).toString('utf8');
  } catch {
    return 'damaged';
  }
  return readValue(text, savedResult);
}

function readValue<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
): z.infer<Schema> | UnusableReason {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  const versioned = version.safeParse(value);
  if (!versioned.success) return 'damaged';
  if ((versioned.data.version ?? SAVED_RUN_VERSION) > SAVED_RUN_VERSION) return 'newer';
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : 'damaged';
}

const version = z.object({ version: z.optional(z.number()) });

const pack = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const unpack = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
