/** Images on disk, in a folder that does not grow without end. One that cannot be used is as good as none. */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Store } from 'oxigraph';
import { version } from 'oxigraph/package.json';
import { memoryNow, restoreImage, type ImageHead } from './image';

const MAGIC = `funfusic kb image 1, oxigraph ${version}`;
/** Of the file, before the memory. */
const HEAD_BYTES = 1 << 16;
const BLOCK = 1 << 26;
const ENDING = '.kbimage';
/** Of all images together. */
const MOST_BYTES = 6e9;
const DAY = 86_400_000;

/** The place of the image of some files as they are now: another one when they change. */
export function imagePath(folder: string, files: readonly string[]): string {
  const states = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [file, size, mtimeMs];
  });
  const key = createHash('sha256')
    .update(JSON.stringify([MAGIC, states]))
    .digest('hex');
  return join(folder, `${key.slice(0, 40)}${ENDING}`);
}

export type FromFile =
  | { readonly store: Store; readonly head: ImageHead }
  | 'absent'
  /** It is gone now; but this thread cannot go on, for it has half of it. */
  | 'spoilt';

export function readImageFile(path: string): FromFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return 'absent';
  }
  let head: ImageHead | undefined;
  try {
    head = readHead(descriptor, statSync(path).size);
    const store = head && restoreImage(head, (memory) => fill(memory, descriptor));
    if (head && store && store.query('ASK { ?s ?p ?o }') === head.facts > 0) {
      // The oldest are removed first.
      utimesSync(path, new Date(), new Date());
      return { store, head };
    }
  } catch {
    // Removed below.
  } finally {
    closeSync(descriptor);
  }
  removeImage(path);
  return head ? 'spoilt' : 'absent';
}

/** Whether it was written. A disk that is full, or may not be written on, is no reason not to answer. */
export function writeImageFile(path: string, head: ImageHead): boolean {
  const folder = join(path, '..');
  const beginning = Buffer.alloc(HEAD_BYTES);
  const text = `${MAGIC}\n${JSON.stringify(head)}\n`;
  if (Buffer.byteLength(text) > HEAD_BYTES) return false;
  beginning.write(text);
  const temporary = join(folder, `${randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < 2 * head.bytes) return false;
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, beginning);
      const memory = memoryNow();
      for (let at = 0; at < memory.length;) at += writeSync(descriptor, memory.subarray(at, at + BLOCK));
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    removeOldest(folder, path);
    return true;
  } catch {
    removeImage(temporary);
    return false;
  }
}

export function removeImage(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process may have it open; it will be noticed again.
  }
}

function readHead(descriptor: number, size: number): ImageHead | undefined {
  const beginning = Buffer.alloc(HEAD_BYTES);
  readSync(descriptor, beginning, 0, HEAD_BYTES, 0);
  const [magic, json] = beginning.toString('utf8').split('\n', 2);
  if (magic !== MAGIC || json === undefined) return undefined;
  const head = JSON.parse(json) as ImageHead;
  return size === HEAD_BYTES + head.bytes ? head : undefined;
}

function fill(memory: Uint8Array, descriptor: number): void {
  for (let at = 0; at < memory.length;) {
    const read = readSync(descriptor, memory.subarray(at, at + BLOCK), { position: HEAD_BYTES + at });
    if (read === 0) throw new Error('The image ends too early.');
    at += read;
  }
}

function removeOldest(folder: string, keep: string): void {
  const images = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) || name.endsWith('.tmp'))
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = statSync(path);
      return { path, size, mtimeMs };
    })
    .sort((left, right) => right.mtimeMs - left.mtimeMs);
  let bytes = 0;
  for (const { path, size, mtimeMs } of images) {
    const abandoned = path.endsWith('.tmp') && Date.now() - mtimeMs > DAY;
    bytes += size;
    if (path !== keep && (abandoned || (bytes > MOST_BYTES && path.endsWith(ENDING)))) removeImage(path);
  }
}
