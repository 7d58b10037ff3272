/** Writes the traces of a command, one line of JSON per query. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { describeWriteError } from '../compose/files';
import { hidePasswords } from '../core/language/text/passwords';
import { UsageError } from './arguments';

/** Hides passwords, because a query may contain the address of its KB with a password. */
const withoutPasswords = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? hidePasswords(value) : value;

export function openTraceFile(path: string | undefined): {
  readonly write: (id: unknown, trace: object) => void;
  readonly close: () => void;
} {
  if (path === undefined) return { write: () => undefined, close: () => undefined };
  try {
    const file = openSync(path, 'w');
    return {
      write: (id, trace) => void writeSync(file, `${JSON.stringify({ id, ...trace }, withoutPasswords)}\n`),
      close: () => closeSync(file),
    };
  } catch (error) {
    throw new UsageError(`--trace: ${path} cannot be written: ${describeWriteError(error)}.`);
  }
}
