/** Replaces vitest when the fuzzer uses checks of the tests: a failure is thrown. */
import { deepStrictEqual, strictEqual } from 'node:assert';

export function expect(actual: unknown): {
  toBe: (expected: unknown) => void;
  toEqual: (expected: unknown) => void;
} {
  return {
    toBe: (expected) => strictEqual(actual, expected),
    toEqual: (expected) => deepStrictEqual(actual, expected),
  };
}

expect.fail = (message: string): never => {
  throw new Error(message);
};
