import { setFlagsFromString } from 'node:v8';

/**
 * How much of a function of WebAssembly runs before V8 compiles it again, with its optimizing compiler. By default, V8 does so for
 * hundreds of functions while the engine loads a small KB, which takes more processor time than all else for one question. With this
 * budget, loading a large dump and many queries take as long as before.
 */
export const TIERING_BUDGET = '--wasm-tiering-budget=100000000';

/** Must precede what creates or reads a code cache, because V8 accepts one only if all flags are the same. */
export function compileOnlyHotFunctions(): void {
  setFlagsFromString(TIERING_BUDGET);
}
