import { setFlagsFromString } from 'node:v8';

/**
 * How much of a function of WebAssembly runs before V8 compiles it again, with its optimizing compiler. By default, V8 does so for
 * hundreds of functions while the engine loads a small KB, which takes more processor time than all else for one question. With this
 * budget, loading a large dump and many queries take as long as before.
 */
export const TIERING_BUDGET = '--wasm-tiering-budget=100000000';

let prepare = (): void => {};

/** Does work that needs the flags that V8 was started with, such as writing a code cache, before an engine changes them. */
export function beforeFirstEngine(work: () => void): void {
  prepare = work;
}

/** V8 accepts a code cache, also those of Node's own modules, only if all flags are the same as when it was created. */
export function compileOnlyHotFunctions(): void {
  prepare();
  prepare = () => {};
  setFlagsFromString(TIERING_BUDGET);
}
