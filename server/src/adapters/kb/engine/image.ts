/**
 * oxigraph keeps nothing on disk, and reading a dump takes many seconds. But all that a store is at rest lies in the memory of
 * its WebAssembly instance: with that memory another instance of the same code has the same store, in a fraction of the time.
 */
import './webassembly';
import { Store } from 'oxigraph';
import { oxigraphInstance, type Instance } from './webassembly';
import type { SkippedLines } from '../embedded-messages';

const PAGE = 65_536;

export interface ImageHead {
  /** Of the memory. */
  readonly bytes: number;
  /** Where the store lies in it. */
  readonly store: number;
  /** What JavaScript has lent: only what can be written down. */
  readonly lent: { readonly slots: number; readonly values: readonly (readonly [number, Lent])[] };
  readonly facts: number;
  readonly skipped: readonly SkippedLines[];
  /** Of samples of the memory, to notice what was damaged. */
  readonly guard: number;
}

type Lent = string | number | boolean | null;

export interface SharedImage {
  readonly head: ImageHead;
  readonly memory: SharedArrayBuffer;
}

interface Pointing {
  __wbg_ptr: number;
}

/** Of a store that no query is running on. Undefined where the instance holds what cannot be written down. */
export function headOf(store: Store, facts: number, skipped: readonly SkippedLines[]): ImageHead | undefined {
  const instance = oxigraphInstance();
  const lent = instance && lentBy(instance);
  if (!instance || !lent) return undefined;
  const { buffer } = instance.exports.memory;
  return {
    bytes: buffer.byteLength,
    store: (store as unknown as Pointing).__wbg_ptr,
    lent,
    facts,
    skipped,
    guard: guardOf(buffer),
  };
}

/** What the memory is now; a view that lasts until it grows. */
export function memoryNow(): Uint8Array {
  return new Uint8Array(oxigraphInstance()?.exports.memory.buffer ?? new ArrayBuffer(0));
}

export function sharedImageOf(head: ImageHead): SharedImage {
  const memory = new SharedArrayBuffer(head.bytes);
  new Uint8Array(memory).set(memoryNow());
  return { head, memory };
}

/** The store of an image, in the instance of this thread; undefined where it does not fit, and then the thread is spoilt. */
export function restoreImage(head: ImageHead, fill: (memory: Uint8Array) => void): Store | undefined {
  const instance = oxigraphInstance();
  if (!instance) return undefined;
  const { memory, __wbindgen_externrefs: table } = instance.exports;
  const missing = head.bytes - memory.buffer.byteLength;
  if (missing < 0 || head.lent.slots < table.length) return undefined;
  memory.grow(missing / PAGE);
  fill(new Uint8Array(memory.buffer));
  if (guardOf(memory.buffer) !== head.guard) return undefined;
  table.grow(head.lent.slots - table.length);
  for (const [index, value] of head.lent.values) table.set(index, value);
  const store = Object.create(Store.prototype) as Store & Pointing;
  store.__wbg_ptr = head.store;
  return store;
}

function lentBy({ exports: { __wbindgen_externrefs: table } }: Instance): ImageHead['lent'] | undefined {
  const values: [number, Lent][] = [];
  for (let index = 0; index < table.length; index++) {
    const value = table.get(index);
    if (value === undefined) continue;
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (!isPlain) return undefined;
    values.push([index, value as Lent]);
  }
  return { slots: table.length, values };
}

/** One word in 128: to look at all of them would take longer than to read them. */
function guardOf(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer);
  let guard = 0x811c9dc5;
  for (let index = 0; index < words.length; index += 128)
    guard = Math.imul(guard ^ (words[index] ?? 0), 0x01000193);
  return guard >>> 0;
}
