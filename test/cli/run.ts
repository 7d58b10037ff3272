/** Runs the built command line. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI, MAIN, ROOT } from '../lsp/build';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The Node binary; by default the one that runs the tests. */
  readonly node?: string;
}

/** Runs a command in a new process. */
export async function funfusicProcess(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { stdin = '', cwd = ROOT, env, node = process.execPath } = options;
  const child = spawn(node, [CLI, ...args], { cwd, env: { ...process.env, ...env } });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // A command that does not read its input may exit before everything is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

/**
 * Runs a command in a process that is reused, which is much faster; `process.test.ts` checks that the results are the same.
 */
export async function funfusic(
  args: readonly string[],
  options: Omit<RunOptions, 'node'> = {},
): Promise<Outcome> {
  const { stdin = '', cwd = ROOT, env = {} } = options;
  const host = idleHosts.pop() ?? startHost();
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const failed = (code: number | null): void =>
      reject(new Error(`The process of the command line ended with ${code ?? 'a signal'}.`));
    host.once('exit', failed);
    host.once('message', (message) => {
      host.off('exit', failed);
      resolve(message as Outcome);
    });
    host.send({ args, cwd, env, stdin });
  });
  idleHosts.push(host);
  return outcome;
}

/** Idle processes. A process that is still busy when its test fails is not reused. */
const idleHosts: ChildProcess[] = [];

function startHost(): ChildProcess {
  const host = fork(join(import.meta.dirname, 'host.cjs'), [MAIN], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  host.unref();
  host.channel?.unref();
  return host;
}

/** Returns the output of a successful command, or throws. */
export function expectSuccess({ code, stdout, stderr }: Outcome): string {
  if (code !== 0) throw new Error(`Ended with ${code}: ${stderr}`);
  return stdout;
}
