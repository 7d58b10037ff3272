/** One process at a time writes into a folder. A lock that a killed process has left does not count. */
import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { temporaryName } from '../files/atomic-write';
import { readRegularFileSync } from '../files/regular-file';

const FILE = 'run.lock';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells this lock from others of a process with the same number. */
  readonly token?: string;
}

/** The tokens of the locks that this process holds. */
const own = new Set<string>();

/** Who holds it, where somebody does. */
export function lockFolder(folder: string): { readonly release: () => void } | { readonly problem: string } {
  const file = join(folder, FILE);
  const token = randomUUID();
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token } satisfies Holder);
  for (let left = 3; left > 0; left--) {
    if (create(file, content)) {
      own.add(token);
      return { release: () => release(file, content, token) };
    }
    const found = contentOf(file);
    const holder = found === undefined ? undefined : holderIn(found);
    if (holder && isAlive(holder))
      return {
        problem: `Another process (${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}) is writing into ${folder}. Wait for it, or name another folder. If there is none any more, delete ${file}.`,
      };
    if (found !== undefined) removeStale(file, found);
  }
  return { problem: `${folder} is wanted by several processes at once. Start again.` };
}

/** Whether a process is writing into a folder just now. */
export function isHeld(folder: string): boolean {
  const found = contentOf(join(folder, FILE));
  const holder = found === undefined ? undefined : holderIn(found);
  return holder !== undefined && isAlive(holder);
}

/** False where there is one. With its content from the first moment: an empty lock looks like one that a crash has cut off. */
function create(file: string, content: string): boolean {
  const temporary = temporaryName(file);
  writeFileSync(temporary, content, { flag: 'wx' });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    return !isThere(error) && createWithoutLinks(file, content);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Some disks and network folders have no hard links. */
function createWithoutLinks(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

function release(file: string, content: string, token: string): void {
  own.delete(token);
  // Another process may have locked the folder again meanwhile.
  if (contentOf(file) === content) rmSync(file, { force: true });
}

/** Moved away before it is removed: another process may have put its own there just now. */
function removeStale(file: string, expected: string): void {
  const aside = temporaryName(file);
  try {
    renameSync(file, aside);
  } catch {
    return; // Another process was faster.
  }
  if (contentOf(aside) !== expected) putBack(aside, file);
  rmSync(aside, { force: true });
}

/** Not over one that is there again. */
function putBack(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    if (!isThere(error)) renameSync(aside, file);
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readRegularFileSync(file).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Nothing where it was cut off by a crash. */
function holderIn(text: string): Holder | undefined {
  try {
    const { pid, host, token } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, ...(typeof token === 'string' && { token }) };
  } catch {
    return undefined;
  }
}

/** On another machine nobody can tell. */
function isAlive({ pid, host, token = '' }: Holder): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return own.has(token);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
