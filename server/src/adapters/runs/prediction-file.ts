/** The predictions of a run. Only their places in `predictions.jsonl` are in memory; each is read when it is needed. */
import { closeSync, readSync } from 'node:fs';
import type { Prediction, Predictions } from '../../evaluation/prediction';
import { RunStorageError } from '../../evaluation/storage';
import type { LinePlace } from '../files/line-file';
import { openRegularFileSync } from '../files/regular-file';
import { parseJson } from '../../core/language/text/json';

const BLOCK_BYTES = 1024 * 1024;
const EMPTY_BLOCK = { start: 0, bytes: Buffer.alloc(0) };

export class PredictionFile implements Predictions {
  private places = new Map<string, LinePlace>();
  /** The part of the file that was read last. Predictions are mostly read in the order of the file. */
  private block: { readonly start: number; readonly bytes: Buffer } = EMPTY_BLOCK;

  constructor(readonly path: string) {}

  get size(): number {
    return this.places.size;
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  keys(): Iterable<string> {
    return this.places.keys();
  }

  add(id: string, place: LinePlace): void {
    this.places.set(id, place);
  }

  get(id: string): Prediction | undefined {
    const place = this.places.get(id);
    if (!place) return undefined;
    // The line was validated when its place was stored.
    const prediction = parseJson(this.read(place)) as Prediction | undefined;
    if (prediction?.id === id) return prediction;
    throw new RunStorageError(`${this.path} was changed while it was read. Run the same command again.`);
  }

  *values(): Iterable<Prediction> {
    for (const id of this.places.keys()) {
      const prediction = this.get(id);
      if (prediction) yield prediction;
    }
  }

  /** The lines of these questions, with line breaks. */
  *linesOf(ids: Iterable<string>): Iterable<string> {
    for (const id of ids) {
      const place = this.places.get(id);
      if (place) yield `${this.read(place)}\n`;
    }
  }

  /** Call this when the file was replaced by the lines of these questions. */
  reorder(ids: Iterable<string>): void {
    const places = new Map<string, LinePlace>();
    let start = 0;
    for (const id of ids) {
      const place = this.places.get(id);
      if (!place) continue;
      places.set(id, { start, length: place.length });
      start += place.length + 1;
    }
    this.places = places;
    this.block = EMPTY_BLOCK;
  }

  private read({ start, length }: LinePlace): string {
    if (start < this.block.start || start + length > this.block.start + this.block.bytes.length)
      this.block = { start, bytes: this.readBytes(start, Math.max(BLOCK_BYTES, length)) };
    const from = start - this.block.start;
    return this.block.bytes.toString('utf8', from, from + length);
  }

  private readBytes(start: number, length: number): Buffer {
    const descriptor = openRegularFileSync(this.path);
    try {
      const bytes = Buffer.alloc(length);
      let read = 0;
      while (read < length) {
        const count = readSync(descriptor, bytes, read, length - read, start + read);
        if (!count) break;
        read += count;
      }
      return bytes.subarray(0, read);
    } finally {
      closeSync(descriptor);
    }
  }
}
