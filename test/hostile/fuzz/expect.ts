/** Stands in for vitest where the fuzzer runs the checks of the tests: what fails is thrown. */
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
