/** Runs a process that writes, and disturbs it at one step after the other. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';
import { temporaryFolder } from '../../cli/temporary-folder';
import { ROOT } from '../../lsp/build';

export type Fault = 'kill' | 'pause';

export interface Disturbed {
  readonly folder: string;
  /** At which step. */
  readonly at: number;
  /** Lines of standard output: what was written for good. */
  readonly said: readonly string[];
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const HOOK = join(import.meta.dirname, 'faulty-fs.cjs');

let bundle: string | undefined;

function built(): string {
  if (bundle !== undefined) return bundle;
  const outfile = join(temporaryFolder({}), 'write-task.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'write-task.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    // Packages are found by NODE_PATH, which only `require` knows; and what one task needs is not loaded for the others.
    supported: { 'dynamic-import': false },
  });
  return (bundle = outfile);
}

/** Called outside of a test, so that what is built stays for all of them. */
export function buildTasks(): void {
  built();
}

/** A task of `write-task.ts`. */
export function startTask(
  task: string,
  folder: string,
  fault?: Fault,
  at = 0,
): ChildProcessWithoutNullStreams {
  return startDisturbed([built(), task, folder], { folder, ...(fault && { fault }), at });
}

/** Any program. */
export function startDisturbed(
  args: readonly string[],
  {
    folder,
    fault,
    at,
    cwd,
  }: { readonly folder: string; readonly fault?: Fault; readonly at: number; readonly cwd?: string },
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--require', HOOK, ...args], {
    cwd,
    env: {
      ...process.env,
      NODE_PATH: join(ROOT, 'node_modules'),
      FAULT_FOLDER: folder,
      ...(fault && { FAULT: fault, FAULT_AT: String(at) }),
    },
  });
}

export async function endOf(
  child: ChildProcessWithoutNullStreams,
): Promise<Omit<Disturbed, 'folder' | 'at'>> {
  const exited = new Promise<Pick<Disturbed, 'code' | 'signal'>>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const [stdout, stderr, ended] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { ...ended, stderr, said: stdout.split('\n').filter(Boolean) };
}

/** Kills a task at its first step, `stride` steps later, and so on until it comes to its end. Returns how many steps it has. */
export async function killAtSteps(
  task: string,
  stride: number,
  prepare: () => string,
  check: (disturbed: Disturbed) => Promise<void> | void,
): Promise<number> {
  for (let at = 1; at < MAX_STEPS; at += stride) {
    const folder = prepare();
    const disturbed = { folder, at, ...(await endOf(startTask(task, folder, 'kill', at))) };
    await check(disturbed);
    if (disturbed.code === 0) return at;
    if (disturbed.code === 2) throw new Error(`${task} failed: ${disturbed.stderr}`);
  }
  throw new Error(`${task} does not come to its end.`);
}

const MAX_STEPS = 200;

export interface Failed {
  readonly folder: string;
  readonly at: number;
  /** What was thrown. */
  readonly problem?: string;
  readonly said: readonly string[];
  /** Nothing was disturbed: there is no such step. */
  readonly isDone: boolean;
}

/** Lets each step of a task fail in turn, in one process. */
export async function failEveryStep(task: string, fault: 'ENOSPC' | 'EROFS'): Promise<readonly Failed[]> {
  const folder = temporaryFolder({});
  const child = startDisturbed([built(), task, folder, fault], { folder, at: 0 });
  const { said, code, stderr } = await endOf(child);
  if (code !== 0) throw new Error(stderr);
  return said.map((line) => {
    const failed = JSON.parse(line) as Omit<Failed, 'folder'>;
    return { ...failed, folder: join(folder, String(failed.at)) };
  });
}
