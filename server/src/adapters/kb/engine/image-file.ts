/** Images in a cache folder of limited size. An unusable image is ignored. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Store } from 'oxigraph';
import { version } from 'oxigraph/package.json';
import {
  writeCacheFile,
  openCacheFile,
  removeFile,
  fileStates,
  touchFile,
  type CacheKind,
} from '../../cache-files';
import { currentMemory, restoreImage, type ImageHead } from './image';

const MAGIC = `funfusic kb image 1, oxigraph ${version}`;
/** The length of the header before the memory. */
const HEAD_BYTES = 1 << 16;
const BLOCK_BYTES = 1 << 26;
const KIND: CacheKind = { extension: '.kbimage', maxBytes: 6e9 };

/** The path of the image for the current state of the files. */
export function imagePath(folder: string, files: readonly string[]): string {
  const key = createHash('sha256')
    .update(JSON.stringify([MAGIC, fileStates(files)]))
    .digest('hex');
  return join(folder, `${key.slice(0, 40)}${KIND.extension}`);
}

type ImageReadResult =
  | { readonly store: Store; readonly head: ImageHead }
  | 'absent'
  /** The file was removed, but this thread has loaded a part of it and cannot be used. */
  | 'spoilt';

export function readImageFile(path: string): ImageReadResult {
  const descriptor = openCacheFile(path);
  if (descriptor === undefined) return 'absent';
  let head: ImageHead | undefined;
  try {
    head = readHead(descriptor, fstatSync(descriptor).size);
    const store = head && restoreImage(head, (memory) => fill(memory, descriptor));
    if (head && store && store.query('ASK { ?s ?p ?o }') === head.facts > 0) {
      touchFile(path);
      return { store, head };
    }
  } catch {
    // Removed below.
  } finally {
    closeSync(descriptor);
  }
  removeFile(path);
  return head ? 'spoilt' : 'absent';
}

/** Whether it was written. */
export function writeImageFile(path: string, head: ImageHead, unfinishedId?: string): boolean {
  const beginning = Buffer.alloc(HEAD_BYTES);
  const text = `${MAGIC}\n${JSON.stringify(head)}\n`;
  if (Buffer.byteLength(text) > HEAD_BYTES) return false;
  beginning.write(text);
  return writeCacheFile(
    path,
    KIND,
    (descriptor) => {
      const { bavail, bsize } = statfsSync(dirname(path));
      if (bavail * bsize < 2 * head.bytes) return false;
      writeFileSync(descriptor, beginning);
      const memory = currentMemory();
      for (let at = 0; at < memory.length;)
        at += writeSync(descriptor, memory.subarray(at, at + BLOCK_BYTES));
      return true;
    },
    unfinishedId,
  );
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
    const read = readSync(descriptor, memory.subarray(at, at + BLOCK_BYTES), { position: HEAD_BYTES + at });
    if (read === 0) throw new Error('The image ends too early.');
    at += read;
  }
}
