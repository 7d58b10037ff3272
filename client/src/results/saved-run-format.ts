/** Saved runs as the bytes of their files, and back. Nothing here knows the editor. */
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import * as z from 'zod/mini';
import { heldShape, keptShape } from './saved-run-shapes';
import { fitToKeep, type Held, type KeptRun } from './store-policy';

/** Files without a version are of the time before there was one, and look the same. */
export const SAVED_RUN_VERSION = 1;

/** A small file can unpack to any size. What is larger is not saved either. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

/** `newer`: of a later version of the extension, which may be installed again. */
export type Unusable = 'damaged' | 'newer';

export function keptBytes(kept: KeptRun): Buffer {
  return Buffer.from(JSON.stringify({ version: SAVED_RUN_VERSION, ...kept }));
}

export function readKeptBytes(bytes: Uint8Array): KeptRun | Unusable {
  return readValue(Buffer.from(bytes).toString('utf8'), keptShape) as KeptRun | Unusable;
}

/** Undefined for one that is too large. */
export async function packHeld(held: Held): Promise<Buffer | undefined> {
  const bytes = Buffer.from(JSON.stringify({ version: SAVED_RUN_VERSION, ...held }, fitToKeep));
  return bytes.length > MAX_UNPACKED_BYTES ? undefined : pack(bytes, {});
}

export async function unpackHeld(packed: Uint8Array): Promise<Held | Unusable> {
  let text: string;
  try {
    text = (await unpack(packed, { maxOutputLength: MAX_UNPACKED_BYTES })).toString('utf8');
  } catch {
    return 'damaged';
  }
  return readValue(text, heldShape) as Held | Unusable;
}

function readValue(text: string, shape: z.ZodMiniType): object | Unusable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  const version = z.safeParse(versioned, value);
  if (!version.success) return 'damaged';
  if ((version.data.version ?? SAVED_RUN_VERSION) > SAVED_RUN_VERSION) return 'newer';
  if (!z.safeParse(shape, value).success) return 'damaged';
  const { version: _, ...rest } = value as { readonly version?: number };
  return rest;
}

const versioned = z.object({ version: z.optional(z.number()) });

const pack = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const unpack = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
