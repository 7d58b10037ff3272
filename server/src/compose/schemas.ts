/** Loads a schema: from a file of the user, or the bundled one. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadBundledSchema } from '../adapters/bundled-schema';
import { readSchemaFile } from '../adapters/schema-file';
import { watchFile } from '../adapters/watch-file';
import type { KbSchema } from '../core/schema/schema';
import type { SchemaStatus } from '../protocol/index';
import { dataFile, resolvePath } from './paths';

export interface LoadedSchema {
  /** Undefined if none can be loaded; then only the syntax of a query is checked. */
  readonly schema: KbSchema | undefined;
  readonly status: SchemaStatus;
  readonly file?: string;
}

let bundled: KbSchema | Error | undefined;

/** The bundled schema if `file` is empty or cannot be used. */
export function loadSchema(file: string, folder: string | undefined): LoadedSchema {
  if (!file) return fromBundle(undefined);
  const path = resolvePath(file, folder);
  const result = readSchemaFile(path);
  if ('problem' in result) return fromBundle(result.problem);
  const { schema } = result;
  return { schema, status: { state: 'file', ...factsOf(schema) }, file: path };
}

/** To recognize a changed schema file. */
export function fingerprintOfSchema(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}

/** Calls back when the schema at `file` changes, until closed. */
export function watchSchema(
  file: string,
  folder: string | undefined,
  onChange: () => void,
): { close(): void } {
  return watchFile(resolvePath(file, folder), onChange);
}

function fromBundle(problem: string | undefined): LoadedSchema {
  bundled ??= readBundle();
  if (bundled instanceof Error) {
    const missing = `The bundled schema cannot be used: ${bundled.message}. Reinstall the extension, or set funfusic.schema.file.`;
    return {
      schema: undefined,
      status: { state: 'none', problem: problem === undefined ? missing : `${problem} ${missing}` },
    };
  }
  return {
    schema: bundled,
    status: {
      state: 'bundled',
      ...factsOf(bundled),
      ...(problem === undefined
        ? {}
        : { problem: `${problem} The bundled schema of ${bundled.name} stays active.` }),
    },
  };
}

function factsOf({ name, namespace, relationCount, typeCount }: KbSchema): {
  readonly name: string;
  readonly namespace: string;
  readonly relations: number;
  readonly types: number;
} {
  return { name, namespace, relations: relationCount, types: typeCount };
}

function readBundle(): KbSchema | Error {
  try {
    return loadBundledSchema(dataFile('freebase.schema'));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
