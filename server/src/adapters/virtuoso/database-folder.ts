/** The folder of a served database, and the file in it that states which dump the database holds. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeNamedFile } from '../files/atomic-write';
import { fileFingerprint } from '../file-fingerprint';

export interface DatabaseState {
  readonly dump: readonly DumpIdentity[];
  readonly graph: string;
  /** `loading`: the load has not finished, so the database is useless. */
  readonly state: 'loading' | 'loaded' | 'compose';
  readonly facts?: number;
  /** The process that serves it, or did so last. */
  readonly pid?: number;
  readonly address?: string;
}

/** A copy of a dump, or one with another name, is the same dump. */
interface DumpIdentity {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const STATE_FILE = 'funfusic-serve.json';
/** The files for a container, which are written again. */
const COMPOSE_FILES = /^(?:initdb\.d|compose\.yaml|passwords\.env|database)$/;
const DATABASE_FILES = /^(?:virtuoso[\w.-]*|dump|schema\.json|funfusic-serve\.json)$/;

export function identifyDump(
  files: readonly string[],
): readonly DumpIdentity[] | { readonly problem: string } {
  const identities: DumpIdentity[] = [];
  for (const file of files) {
    const fingerprint = fileFingerprint(file);
    if (!fingerprint) return { problem: `${file} cannot be read.` };
    identities.push({ name: basename(file), ...fingerprint });
  }
  return identities;
}

export function readState(folder: string): DatabaseState | undefined {
  try {
    const state = JSON.parse(readFileSync(join(folder, STATE_FILE), 'utf8')) as Partial<DatabaseState>;
    return Array.isArray(state.dump) && typeof state.graph === 'string'
      ? (state as DatabaseState)
      : undefined;
  } catch {
    return undefined;
  }
}

export function writeState(folder: string, state: DatabaseState): void {
  writeNamedFile(join(folder, STATE_FILE), `${JSON.stringify(state, null, 1)}\n`);
}

export function isSameDump(left: readonly DumpIdentity[], right: readonly DumpIdentity[]): boolean {
  const key = (dump: readonly DumpIdentity[]): string =>
    JSON.stringify(dump.map(({ bytes, sha256 }) => [bytes, sha256]));
  return key(left) === key(right);
}

/**
 * Creates the folder, readable for this user only. Returns why it cannot be used. A database without our state file is not
 * ours and must not be touched.
 */
export function makeFolder(folder: string, state: DatabaseState | undefined): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const other = readdirSync(folder).find(
      (name) => !COMPOSE_FILES.test(name) && !(state && DATABASE_FILES.test(name)),
    );
    return other === undefined
      ? undefined
      : `${folder} contains other files, such as ${other}. Choose an empty folder (--folder).`;
  } catch (error) {
    return `The folder ${folder} cannot be created: ${(error as Error).message}. Choose another one (--folder).`;
  }
}

/** Removes the database, so that the dump is loaded again. */
export function clearFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (DATABASE_FILES.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Writes a file that only this user can read. */
export function writePrivateFile(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}

/** Free bytes on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
