/** A lock file, so that only one process writes into a folder. Locks of killed processes are removed. */
import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { temporaryName } from '../files/atomic-write';
import { readRegularFileSync } from '../files/regular-file';
import { isRecord, parseJson } from '../../core/language/text/json';
import { isRunning } from '../cache-files';

const FILE = 'run.lock';

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes locks of processes with the same ID. */
  readonly token?: string;
}

/** Tokens of the locks of this process. */
const ownTokens = new Set<string>();

export function lockFolder(folder: string): { readonly release: () => void } | { readonly problem: string } {
  const file = join(folder, FILE);
  const token = randomUUID();
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token } satisfies LockHolder);
  for (let left = 3; left > 0; left--) {
    if (create(file, content)) {
      ownTokens.add(token);
      return { release: () => release(file, content, token) };
    }
    const found = readLock(file);
    const holder = found === undefined ? undefined : parseHolder(found);
    if (holder && isAlive(holder))
      return {
        problem: `Another process (${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}) is writing into ${folder}. Wait for it, or name another folder. If that process no longer exists, delete ${file}.`,
      };
    if (found !== undefined) removeStale(file, found);
  }
  return { problem: `${folder} is being opened by several processes. Try again.` };
}

/** Whether a process is writing into a folder. */
export function isLocked(folder: string): boolean {
  const found = readLock(join(folder, FILE));
  const holder = found === undefined ? undefined : parseHolder(found);
  return holder !== undefined && isAlive(holder);
}

/** False if there is a lock. It appears with its content, because an empty lock looks like that of a crash. */
function create(file: string, content: string): boolean {
  const temporary = temporaryName(file);
  writeFileSync(temporary, content, { flag: 'wx' });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    return !alreadyExists(error) && createWithoutLinks(file, content);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** For file systems without hard links. */
function createWithoutLinks(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (alreadyExists(error)) return false;
    throw error;
  }
}

const alreadyExists = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

function release(file: string, content: string, token: string): void {
  ownTokens.delete(token);
  // Another process may have locked the folder meanwhile.
  if (readLock(file) === content) rmSync(file, { force: true });
}

/** Moves it away first, because another process may have replaced it. */
function removeStale(file: string, expected: string): void {
  const aside = temporaryName(file);
  try {
    renameSync(file, aside);
  } catch {
    return; // Another process was faster.
  }
  if (readLock(aside) !== expected) putBack(aside, file);
  rmSync(aside, { force: true });
}

/** Does not overwrite a new lock. */
function putBack(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    if (!alreadyExists(error)) renameSync(aside, file);
  }
}

function readLock(file: string): string | undefined {
  try {
    return readRegularFileSync(file).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Undefined if it was cut off by a crash. */
function parseHolder(text: string): LockHolder | undefined {
  const holder = parseJson(text);
  if (!isRecord(holder)) return undefined;
  const { pid, host, token } = holder;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { pid, host, ...(typeof token === 'string' && { token }) };
}

/** Assumed on another machine. */
function isAlive({ pid, host, token = '' }: LockHolder): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return ownTokens.has(token);
  return isRunning(pid);
}
