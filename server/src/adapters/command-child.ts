/** Runs a command of our command line as a child process, so that long work does not block this one. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { parseJson } from '../core/language/text/json';

interface CommandOptions {
  /** The working directory. */
  readonly folder: string;
  /** Additional environment variables. Secrets are passed here, because arguments are visible to other users. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called with every line of standard error that is JSON. */
  readonly onLine?: (value: unknown) => void;
}

export interface CommandResult {
  /** Null if it was killed. */
  readonly status: number | null;
  readonly output: string;
  /** The last lines of its messages. */
  readonly messages: string;
}

/** When `signal` is aborted, the child is asked to stop, and killed after a while. It also ends with this process. */
export async function runCommand(
  args: readonly string[],
  { folder, environment, onLine }: CommandOptions,
  signal: AbortSignal,
): Promise<CommandResult> {
  const child = fork(join(__dirname, 'cli.js'), [...args], {
    cwd: folder,
    env: { ...process.env, ...nodeEnvironment(), ...environment },
    // Debugger options of this process do not apply to the child.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  lowerPriority(child);
  const output: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (part: string) => output.push(part));
  const words: string[] = [];
  const lines = child.stderr && createInterface({ input: child.stderr });
  lines?.on('line', (line) => {
    const value = line.startsWith('{') ? parseJson(line) : undefined;
    if (value !== undefined) onLine?.(value);
    else if (words.push(line) > MAX_MESSAGE_LINES) words.shift();
  });
  // Not 'close', which is not emitted after a disconnect.
  const all = Promise.all([
    once(child, 'exit'),
    child.stdout && finished(child.stdout),
    lines && once(lines, 'close'),
  ]);
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    // The child stops in an orderly way when it is disconnected; Windows has no signals for that.
    if (child.connected) child.disconnect();
    killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [[status]] = (await all) as [[number | null], unknown, unknown];
    return { status, output: output.join(''), messages: words.join('\n').trim() };
  } finally {
    clearTimeout(killTimer);
    signal.removeEventListener('abort', stop);
  }
}

const MAX_MESSAGE_LINES = 20;
const KILL_AFTER_MS = 10_000;

/** In an editor, this process is Electron. */
const nodeEnvironment = (): Readonly<Record<string, string>> =>
  'electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {};

/** Typing has priority, but a run must progress even if another process is always busy. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It runs with normal priority.
  }
}
