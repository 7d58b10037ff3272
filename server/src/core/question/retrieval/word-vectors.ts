/**
 * Reads and writes a file of word vectors: a header, the words, and four bits for each component. Only the direction of a vector
 * matters, so each is scaled to the range of four bits in the file, and to unit length when it is read.
 */
import { BoundedCache } from '../../language/text/cache';
import type { WordVectors } from './retrieval';

const MAGIC = 'FFWV';
const VERSION = 2;
/** Magic (4 bytes), version, dimensions (2 bytes each), number of words, length of the words, checksum (4 bytes each). */
const HEADER = 20;

/** Throws if the file is invalid or incomplete. Vectors are decoded on first use. */
export function readWordVectors(bytes: Uint8Array): WordVectors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (bytes.length < HEADER || magic !== MAGIC) throw new Error('it is not a file of word vectors');
  const version = view.getUint16(4, true);
  if (version !== VERSION)
    throw new Error(`it has version ${version}, but only version ${VERSION} is supported`);
  const dimensions = view.getUint16(6, true);
  const size = view.getUint32(8, true);
  const textLength = view.getUint32(12, true);
  const start = HEADER + textLength;
  const length = bytesOf(size * dimensions);
  if (dimensions < 1 || bytes.length !== start + length)
    throw new Error(`it has ${bytes.length} bytes instead of ${start + length}`);
  if (view.getUint32(16, true) !== checksum(bytes.subarray(HEADER))) throw new Error('it is damaged');
  const words = new TextDecoder().decode(bytes.subarray(HEADER, start)).split('\n');
  if (words.length !== size) throw new Error(`it has ${words.length} words instead of ${size}`);
  const packed = bytes.subarray(start);
  const indexes = new Map(words.map((word, index) => [word, index]));
  const decoded: Float32Array[] = [];
  const vectorOf = (word: string): Float32Array | undefined => {
    const index = indexes.get(word);
    if (index === undefined) return undefined;
    return (decoded[index] ??= normalize(unpack(packed, index * dimensions, dimensions)));
  };
  const compounds = new BoundedCache<Float32Array>(MAX_CACHED_COMPOUNDS);
  return {
    dimensions,
    size,
    vector(word) {
      const known = vectorOf(word);
      const parts = known ? undefined : partsOf(word, indexes);
      return parts
        ? compounds.getOrCompute(word, () => sumOf(vectorOf(parts[0]), vectorOf(parts[1])))
        : known;
    },
  };
}

/** The shortest part of a compound. Shorter ones are found in any word. */
const MIN_PART_LENGTH = 4;
const MAX_COMPOUND_LENGTH = 40;
const MAX_CACHED_COMPOUNDS = 200;

/** The two known words of a compound such as "timezone". */
function partsOf(word: string, known: ReadonlyMap<string, unknown>): readonly [string, string] | undefined {
  if (word.length > MAX_COMPOUND_LENGTH) return undefined;
  for (let at = MIN_PART_LENGTH; at <= word.length - MIN_PART_LENGTH; at++) {
    const parts = [word.slice(0, at), word.slice(at)] as const;
    if (parts.every((part) => known.has(part))) return parts;
  }
  return undefined;
}

/** Of unit length. */
function sumOf(
  left: Float32Array = new Float32Array(),
  right: Float32Array = new Float32Array(),
): Float32Array {
  return normalize(left.map((value, at) => value + (right[at] ?? 0)));
}

export function encodeWordVectors(
  dimensions: number,
  entries: readonly (readonly [word: string, vector: ArrayLike<number>])[],
): Uint8Array {
  const text = new TextEncoder().encode(entries.map(([word]) => word).join('\n'));
  const bytes = new Uint8Array(HEADER + text.length + bytesOf(entries.length * dimensions));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint16(4, VERSION, true);
  view.setUint16(6, dimensions, true);
  view.setUint32(8, entries.length, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, HEADER);
  const packed = bytes.subarray(HEADER + text.length);
  for (const [index, [, vector]] of entries.entries()) {
    const values = Array.from({ length: dimensions }, (_, at) => vector[at] ?? 0);
    const scale = bestScale(values);
    for (const [at, value] of values.entries()) pack(packed, index * dimensions + at, quantize(value, scale));
  }
  view.setUint32(16, checksum(bytes.subarray(HEADER)), true);
  return bytes;
}

const MAX_LEVEL = 7;

function quantize(value: number, scale: number): number {
  return Math.max(-MAX_LEVEL, Math.min(MAX_LEVEL, Math.round((MAX_LEVEL * value) / scale)));
}

/** The scale with the smallest error. Larger components are cut off, so that the many small ones are more exact. */
function bestScale(values: readonly number[]): number {
  const max = Math.max(...values.map(Math.abs)) || 1;
  let best = max;
  let bestCosine = -1;
  for (let share = 1; share >= 0.5; share -= 0.05) {
    const levels = values.map((value) => quantize(value, max * share));
    const similarity = cosine(unit(values), unit(levels));
    if (similarity > bestCosine) [best, bestCosine] = [max * share, similarity];
  }
  return best;
}

function bytesOf(components: number): number {
  return Math.ceil(components / 2);
}

/** Writes a number from -7 to 7 into four bits. */
function pack(packed: Uint8Array, at: number, level: number): void {
  const shift = (at & 1) * 4;
  packed[at >> 1] = (packed[at >> 1] ?? 0) | ((level + MAX_LEVEL + 1) << shift);
}

function unpack(packed: Uint8Array, start: number, length: number): Float32Array {
  const levels = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    const bits = ((packed[(start + at) >> 1] ?? 0) >> (((start + at) & 1) * 4)) & 15;
    levels[at] = bits - MAX_LEVEL - 1;
  }
  return levels;
}

/** The cosine of two vectors of unit length. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

export function unit(vector: ArrayLike<number>): Float32Array {
  return normalize(new Float32Array(vector));
}

/** Changes the vector itself. */
function normalize(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector)) || 1;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/** FNV-1a, which suffices to detect accidental damage. A loop by index is much faster for megabytes. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
