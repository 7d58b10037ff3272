/** Runs the built command line, as a shell would. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CLI, ROOT } from '../lsp/build';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The binary of Node; the one that runs the tests by default. */
  readonly node?: string;
}

export async function funfusic(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { stdin = '', cwd = ROOT, env, node = process.execPath } = options;
  const child = spawn(node, [CLI, ...args], { cwd, env: { ...process.env, ...env } });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // A command that does not read its input may be gone before all is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

/** What it said, where it has gone well; otherwise why it has not. */
export function wentWell({ code, stdout, stderr }: Outcome): string {
  if (code !== 0) throw new Error(`Ended with ${code}: ${stderr}`);
  return stdout;
}
