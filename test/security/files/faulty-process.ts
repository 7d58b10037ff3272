/** Runs processes that write files, and injects a fault at each step. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';
import { temporaryFolder } from '../../cli/temporary-folder';
import { ROOT } from '../../lsp/build';

export type Fault = 'kill' | 'pause';

export interface FaultyRun {
  readonly folder: string;
  /** The number of the step with the fault. */
  readonly at: number;
  /** Lines of standard output: what was written completely. */
  readonly output: readonly string[];
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const HOOK = join(import.meta.dirname, 'faulty-fs.cjs');

let bundle: string | undefined;

function buildBundle(): string {
  // The folder is removed after each test file.
  if (bundle !== undefined && existsSync(bundle)) return bundle;
  const outfile = join(temporaryFolder({}), 'write-task.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'write-task.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Packages in the bundle load much faster than from their folders; only that with WebAssembly cannot be bundled.
    external: ['oxigraph'],
    // NODE_PATH works with `require` only, and a task must not load the imports of the others.
    supported: { 'dynamic-import': false },
  });
  return (bundle = outfile);
}

/** Call it outside of tests, so that the temporary folder of the bundle is not deleted after the first one. */
export function buildTasks(): void {
  buildBundle();
}

/** Starts a task of `write-task.ts`. */
export function startTask(
  task: string,
  folder: string,
  fault?: Fault,
  at = 0,
): ChildProcessWithoutNullStreams {
  return startFaulty([buildBundle(), task, folder], { folder, ...(fault && { fault }), at });
}

/** Starts any Node program with faults. */
export function startFaulty(
  args: readonly string[],
  {
    folder,
    fault,
    at,
    cwd,
  }: { readonly folder: string; readonly fault?: Fault; readonly at: number; readonly cwd?: string },
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--require', HOOK, ...args], {
    cwd,
    env: {
      ...process.env,
      NODE_PATH: join(ROOT, 'node_modules'),
      FAULT_FOLDER: folder,
      ...(fault && { FAULT: fault, FAULT_AT: String(at) }),
    },
  });
  // A process that has ended does not read its input.
  child.stdin.on('error', () => undefined);
  return child;
}

export async function waitForEnd(
  child: ChildProcessWithoutNullStreams,
): Promise<Omit<FaultyRun, 'folder' | 'at'>> {
  const exited = new Promise<Pick<FaultyRun, 'code' | 'signal'>>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const [stdout, stderr, ended] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { ...ended, stderr, output: stdout.split('\n').filter(Boolean) };
}

/** Kills a task at its first step, then `stride` steps later, and so on until it finishes. Returns the number of its steps. */
export async function killAtSteps(
  task: string,
  stride: number,
  prepare: () => string,
  check: (run: FaultyRun) => Promise<void> | void,
): Promise<number> {
  for (let at = 1; at < MAX_STEPS; at += stride) {
    const folder = prepare();
    const run = { folder, at, ...(await waitForEnd(startTask(task, folder, 'kill', at))) };
    await check(run);
    if (run.code === 0) return at;
    if (run.code === 2) throw new Error(`${task} failed: ${run.stderr}`);
  }
  throw new Error(`${task} does not finish.`);
}

const MAX_STEPS = 200;

export interface FailedStep {
  readonly folder: string;
  readonly at: number;
  /** The error that the task threw. */
  readonly problem?: string;
  readonly output: readonly string[];
  /** The task finished before the step of the fault. */
  readonly isDone: boolean;
}

/** Runs a task in one process, once for each of its steps, with that step failing. */
export async function failEveryStep(task: string, fault: 'ENOSPC' | 'EROFS'): Promise<readonly FailedStep[]> {
  const folder = temporaryFolder({});
  const child = startFaulty([buildBundle(), task, folder, fault], { folder, at: 0 });
  const { output, code, stderr } = await waitForEnd(child);
  if (code !== 0) throw new Error(stderr);
  return output.map((line) => {
    const failed = JSON.parse(line) as Omit<FailedStep, 'folder'>;
    return { ...failed, folder: join(folder, String(failed.at)) };
  });
}
