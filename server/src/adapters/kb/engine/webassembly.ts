/** Captures the WebAssembly instance of oxigraph, whose memory contains its stores. Must be imported before oxigraph. */

export interface WasmInstance {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
    /** JavaScript values that the instance references. */
    readonly __wbindgen_externrefs: {
      readonly length: number;
      get(index: number): unknown;
      set(index: number, value: unknown): void;
      grow(by: number): number;
    };
  };
}

interface Namespace {
  Instance: new (...args: readonly unknown[]) => WasmInstance;
}

const webAssembly = (globalThis as unknown as { readonly WebAssembly: Namespace }).WebAssembly;
const { Instance: Original } = webAssembly;
let captured: WasmInstance | undefined;

webAssembly.Instance = new Proxy(Original, {
  construct(target, args: readonly unknown[]) {
    webAssembly.Instance = Original;
    captured = new target(...args);
    return captured;
  },
});

export function oxigraphInstance(): WasmInstance | undefined {
  return captured;
}

/**
 * Whether an error leaves the instance unusable. oxigraph reports plain errors; any other, such as a trap, a stack overflow or a
 * string that is too long, has unwound its frames.
 */
export function isCrash(error: unknown): boolean {
  const isEngineError =
    error instanceof Error && [Error, SyntaxError, URIError].some((kind) => error.constructor === kind);
  return !isEngineError || 'code' in error;
}
