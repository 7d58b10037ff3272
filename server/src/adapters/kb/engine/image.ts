/**
 * Images of stores. oxigraph stores nothing on disk, and reading a dump takes many seconds. But an idle store is entirely in the
 * memory of its WebAssembly instance, so another instance with a copy of that memory has the same store, in a fraction of the time.
 */
import './webassembly';
import { Store } from 'oxigraph';
import { oxigraphInstance, type WasmInstance } from './webassembly';
import type { SkippedLines } from '../../../core/kb/knowledge-base';

const PAGE_BYTES = 65_536;

export interface ImageHead {
  readonly bytes: number;
  /** The address of the store in the memory. */
  readonly store: number;
  /** The JavaScript values that the instance references; only serializable ones. */
  readonly lent: { readonly slots: number; readonly values: readonly (readonly [number, ExternalValue])[] };
  readonly facts: number;
  readonly skipped: readonly SkippedLines[];
  /** A checksum of samples of the memory, to detect damage. */
  readonly guard: number;
}

type ExternalValue = string | number | boolean | null;

export interface SharedImage {
  readonly head: ImageHead;
  readonly memory: SharedArrayBuffer;
}

interface WasmObject {
  __wbg_ptr: number;
}

/** The header for an idle store. Undefined if the instance references values that cannot be serialized. */
export function headOf(store: Store, facts: number, skipped: readonly SkippedLines[]): ImageHead | undefined {
  const instance = oxigraphInstance();
  const lent = instance && readExternalValues(instance);
  if (!instance || !lent) return undefined;
  const { buffer } = instance.exports.memory;
  return {
    bytes: buffer.byteLength,
    store: (store as unknown as WasmObject).__wbg_ptr,
    lent,
    facts,
    skipped,
    guard: checksum(buffer),
  };
}

/** A view of the memory, which is valid until the memory grows. */
export function currentMemory(): Uint8Array {
  return new Uint8Array(oxigraphInstance()?.exports.memory.buffer ?? new ArrayBuffer(0));
}

export function sharedImageOf(head: ImageHead): SharedImage {
  const memory = new SharedArrayBuffer(head.bytes);
  new Uint8Array(memory).set(currentMemory());
  return { head, memory };
}

/** Restores a store in the instance of this thread. If it returns undefined, the thread cannot be used any more. */
export function restoreImage(head: ImageHead, fill: (memory: Uint8Array) => void): Store | undefined {
  const instance = oxigraphInstance();
  if (!instance) return undefined;
  const { memory, __wbindgen_externrefs: table } = instance.exports;
  const missing = head.bytes - memory.buffer.byteLength;
  if (missing < 0 || head.lent.slots < table.length) return undefined;
  memory.grow(missing / PAGE_BYTES);
  fill(new Uint8Array(memory.buffer));
  if (checksum(memory.buffer) !== head.guard) return undefined;
  table.grow(head.lent.slots - table.length);
  for (const [index, value] of head.lent.values) table.set(index, value);
  const store = Object.create(Store.prototype) as Store & WasmObject;
  store.__wbg_ptr = head.store;
  return store;
}

function readExternalValues({
  exports: { __wbindgen_externrefs: table },
}: WasmInstance): ImageHead['lent'] | undefined {
  const values: [number, ExternalValue][] = [];
  for (let index = 0; index < table.length; index++) {
    const value = table.get(index);
    if (value === undefined) continue;
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (!isPlain) return undefined;
    values.push([index, value as ExternalValue]);
  }
  return { slots: table.length, values };
}

/** Samples one word in 128: a full checksum would take longer than reading the file. */
function checksum(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer);
  let guard = 0x811c9dc5;
  for (let index = 0; index < words.length; index += 128)
    guard = Math.imul(guard ^ (words[index] ?? 0), 0x01000193);
  return guard >>> 0;
}
