/** A command of our command line, run beside us: what takes long there holds up nobody here. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';

interface CommandOptions {
  /** Where it is called. */
  readonly folder: string;
  /** Besides that of this process. Secrets go this way, for arguments are to be seen by everybody. */
  readonly environment: Readonly<Record<string, string>>;
  /** Told of every line of standard error that is JSON. */
  readonly onLine?: (value: unknown) => void;
}

export interface EndedCommand {
  /** Null where it was killed. */
  readonly status: number | null;
  readonly output: string;
  /** What it said to people, the last lines of it. */
  readonly words: string;
}

/** Ends when `signal` is aborted: it is told to, and after a while made to. It also ends when this process does. */
export async function runCommand(
  args: readonly string[],
  { folder, environment, onLine }: CommandOptions,
  signal: AbortSignal,
): Promise<EndedCommand> {
  const child = fork(join(__dirname, 'cli.js'), [...args], {
    cwd: folder,
    env: { ...process.env, ...asNode(), ...environment },
    // A debugger of ours is not one of the child's.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  yieldToOthers(child);
  const output: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (part: string) => output.push(part));
  const words: string[] = [];
  const lines = child.stderr && createInterface({ input: child.stderr });
  lines?.on('line', (line) => {
    const value = jsonIn(line);
    if (value !== undefined) onLine?.(value);
    else if (words.push(line) > MAX_WORDS) words.shift();
  });
  // Not 'close', which never comes where we have disconnected.
  const all = Promise.all([
    once(child, 'exit'),
    child.stdout && finished(child.stdout),
    lines && once(lines, 'close'),
  ]);
  let patience: NodeJS.Timeout | undefined;
  const stop = (): void => {
    // Without us, it stops in good order. On Windows there are no signals that it could take so.
    if (child.connected) child.disconnect();
    patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [[status]] = (await all) as [[number | null], unknown, unknown];
    return { status, output: output.join(''), words: words.join('\n').trim() };
  } finally {
    clearTimeout(patience);
    signal.removeEventListener('abort', stop);
  }
}

const MAX_WORDS = 20;
const PATIENCE_MS = 10_000;

/** In an editor, this process is Electron's. */
const asNode = (): Readonly<Record<string, string>> =>
  'electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {};

/** Whoever types goes first; but a run is not to stand still where something else is always busy. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it runs like all others.
  }
}

function jsonIn(line: string): unknown {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
