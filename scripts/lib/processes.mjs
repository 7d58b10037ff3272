import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Every child has its own process group, so that it can be stopped with all its children. */
const running = new Set();
/** The process IDs of those with a lower priority. */
const lowered = new Set();
let mayLower = true;
const onWindows = process.platform === 'win32';

/**
 * Starts a program and returns while it runs.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, echo?: boolean, gently?: boolean, onOutput?: (text: string) => void }} [options]
 *   `gently` gives it a lower priority, until `useNormalPriority` is called.
 */
export function start(command, args, options = {}) {
  const gently = options.gently && mayLower;
  const [program, ...rest] =
    gently && !onWindows ? ['nice', '-n', '5', command, ...args] : [command, ...args];
  // npm and code are .cmd files on Windows. Only a shell can run them, and it needs quotes.
  const shell = onWindows && !/\.exe$/i.test(program);
  const child = spawn(program, shell ? rest.map((part) => `"${part}"`) : rest, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !onWindows,
    shell,
  });
  if (gently) {
    setGroupPriority(child.pid, LOWER_PRIORITY);
    lowered.add(child.pid);
  }
  running.add(child);
  let output = '';
  const hear = (stream) => (chunk) => {
    output = (output + chunk).slice(-200_000);
    if (options.echo) stream.write(chunk);
    options.onOutput?.(String(chunk));
  };
  child.stdout.on('data', hear(process.stdout));
  child.stderr.on('data', hear(process.stderr));
  const exited = new Promise((resolve) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
      resolve(127);
    });
    child.once('close', (code) => resolve(code ?? 1));
  }).finally(() => {
    running.delete(child);
    lowered.delete(child.pid);
  });
  return { exited, output: () => output, stop: () => stop(child, exited) };
}

/** Gives all programs the normal priority from now on: with a lower one, they would hardly run beside other work of the machine. */
export function useNormalPriority() {
  mayLower = false;
  for (const pid of lowered) setGroupPriority(pid, 0);
}

const LOWER_PRIORITY = 10;

/** Linux schedules sessions before processes: within its own session, `nice` has no effect on others. */
function setGroupPriority(pid, priority) {
  try {
    if (pid !== undefined) writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // Other systems have no such file, and `nice` is enough. Only root can raise a priority.
  }
}

/**
 * Runs a program to its end, or until its time limit.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof start>[2] & { seconds?: number }} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export async function run(command, args, options = {}) {
  const program = start(command, args, options);
  const seconds = options.seconds ?? 300;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    void program.stop();
  }, seconds * 1000);
  const code = await program.exited;
  clearTimeout(timer);
  if (!timedOut) return { code, output: program.output(), timedOut };
  return { code: 124, output: `${program.output()}\nStopped after ${seconds} seconds.\n`, timedOut };
}

/** Asks a process group to end, and kills it after five seconds. */
async function stop(child, exited) {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), 5000);
  await exited;
  clearTimeout(timer);
  // Kills the remaining processes of the group.
  signal(child, 'SIGKILL');
}

function signal(child, name) {
  if (child.pid === undefined) return;
  try {
    if (onWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    else process.kill(-child.pid, name);
  } catch {
    // The group is already gone.
  }
}

const cleanups = new Set();

/** Registers a cleanup for every way the script may end. The returned function does it now. */
export function onExit(cleanup) {
  cleanups.add(cleanup);
  return async () => {
    if (cleanups.delete(cleanup)) await cleanup();
  };
}

/** Ends all children and runs what was registered with `onExit`. */
export async function cleanUp() {
  await Promise.allSettled(
    [...running].map((child) => stop(child, new Promise((done) => child.once('close', done)))),
  );
  // In reverse order: the content of a folder before the folder.
  for (const cleanup of [...cleanups].reverse()) {
    cleanups.delete(cleanup);
    await Promise.resolve()
      .then(cleanup)
      .catch(() => undefined);
  }
}

let ending = false;
function end(code) {
  if (ending) return;
  ending = true;
  void cleanUp().finally(() => process.exit(code));
}

process.on('SIGINT', () => end(130));
process.on('SIGTERM', () => end(143));
process.on('SIGHUP', () => end(129));

// npm does not always pass signals on to its script. Without npm, end as well.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && end(143), 500).unref();
}
