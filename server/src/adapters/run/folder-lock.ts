/** One process at a time writes into a folder. What a process that was killed has left behind is no lock. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const FILE = 'run.lock';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Who holds it, where somebody does. */
export function lockFolder(folder: string): { readonly release: () => void } | { readonly problem: string } {
  const file = join(folder, FILE);
  const own = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder);
  for (let left = 3; left > 0; left--) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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

/** Moved away before it is removed: another process may have put its own there just now. */
function removeStale(file: string, expected: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (contentOf(aside) === expected) rmSync(aside, { force: true });
    else renameSync(aside, file);
  } catch {
    // Somebody else was quicker.
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Nothing where it was cut off by a crash. */
function holderIn(text: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

/** On another machine nobody can tell. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
