/**
 * Vectors of words in one file, a byte a number: the version, how many, the words, the vectors. The length of a vector says nothing
 * here, so that none is kept: each is stretched as far as a byte goes, and has the length 1 when it is asked for.
 */
import type { WordVectors } from './retrieval';

const MARK = 'FFWV';
const VERSION = 1;
/** Mark, version, dimensions (2 bytes each), number of words, bytes of their text, sum of all behind (4 bytes each). */
const HEADER = 20;

/** Throws where the bytes are not such a file, or not all of it. Vectors are made of it when they are asked for. */
export function readWordVectors(bytes: Uint8Array): WordVectors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || markOf(bytes) !== MARK) throw new Error('it is no file of word vectors');
  const version = view.getUint16(4, true);
  if (version !== VERSION) throw new Error(`it has the version ${version}, and only ${VERSION} can be read`);
  const dimensions = view.getUint16(6, true);
  const size = view.getUint32(8, true);
  const textLength = view.getUint32(12, true);
  const start = HEADER + textLength;
  if (dimensions < 1 || bytes.length !== start + size * dimensions)
    throw new Error(`it has ${bytes.length} bytes where ${start + size * dimensions} belong`);
  if (view.getUint32(16, true) !== sumOf(bytes.subarray(HEADER))) throw new Error('it is damaged');
  const words = new TextDecoder().decode(bytes.subarray(HEADER, start)).split('\n');
  if (words.length !== size) throw new Error(`it has ${words.length} words where ${size} belong`);
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset + start, size * dimensions);
  const places = new Map(words.map((word, place) => [word, place]));
  const made = new Map<number, Float32Array>();
  return {
    dimensions,
    size,
    vector(word) {
      const place = places.get(word);
      if (place === undefined) return undefined;
      let vector = made.get(place);
      if (!vector) {
        vector = unit(numbers.subarray(place * dimensions, (place + 1) * dimensions));
        made.set(place, vector);
      }
      return vector;
    },
  };
}

export function encodeWordVectors(
  dimensions: number,
  entries: readonly (readonly [word: string, vector: ArrayLike<number>])[],
): Uint8Array {
  const text = new TextEncoder().encode(entries.map(([word]) => word).join('\n'));
  const bytes = new Uint8Array(HEADER + text.length + entries.length * dimensions);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MARK));
  view.setUint16(4, VERSION, true);
  view.setUint16(6, dimensions, true);
  view.setUint32(8, entries.length, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, HEADER);
  const numbers = new Int8Array(bytes.buffer, HEADER + text.length);
  for (const [place, [, vector]] of entries.entries()) {
    const values = Array.from({ length: dimensions }, (_, at) => vector[at] ?? 0);
    const most = Math.max(...values.map(Math.abs)) || 1;
    for (const [at, value] of values.entries())
      numbers[place * dimensions + at] = Math.round((127 * value) / most);
  }
  view.setUint32(16, sumOf(bytes.subarray(HEADER)), true);
  return bytes;
}

/** How alike two vectors of length 1 are: the cosine. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

export function unit(vector: ArrayLike<number>): Float32Array {
  const result = Float32Array.from(vector);
  const length = Math.sqrt(cosine(result, result)) || 1;
  for (let at = 0; at < result.length; at++) result[at] = (result[at] ?? 0) / length;
  return result;
}

function markOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, MARK.length));
}

/** FNV-1a: enough to notice what a download or an editor did to a file. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}
