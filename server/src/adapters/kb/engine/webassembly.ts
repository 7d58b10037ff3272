/** Catches the instance that oxigraph makes of its WebAssembly, whose memory is all that its stores are. Imported before it. */

export interface Instance {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
    /** What JavaScript has lent to it. */
    readonly __wbindgen_externrefs: {
      readonly length: number;
      get(index: number): unknown;
      set(index: number, value: unknown): void;
      grow(by: number): number;
    };
  };
}

interface Namespace {
  Instance: new (...args: readonly unknown[]) => Instance;
}

const webAssembly = (globalThis as unknown as { readonly WebAssembly: Namespace }).WebAssembly;
const { Instance: Original } = webAssembly;
let caught: Instance | undefined;

webAssembly.Instance = new Proxy(Original, {
  construct(target, args: readonly unknown[]) {
    webAssembly.Instance = Original;
    caught = new target(...args);
    return caught;
  },
});

export function oxigraphInstance(): Instance | undefined {
  return caught;
}

/**
 * What oxigraph has to say comes as a plain error. Any other broke through its frames, be it a trap, a stack that is full or an
 * answer too long for a text: after this an instance is not to be used any more.
 */
export function isBreak(error: unknown): boolean {
  const said =
    error instanceof Error && [Error, SyntaxError, URIError].some((kind) => error.constructor === kind);
  return !said || 'code' in error;
}
