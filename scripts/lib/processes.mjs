import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Every child runs in a process group of its own, so that its whole family can be ended, and nobody else's. */
const running = new Set();

/**
 * Starts a program that goes on running.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, echo?: boolean, gently?: boolean, onOutput?: (text: string) => void }} [options]
 *   `gently` gives others the right of way.
 */
export function start(command, args, options = {}) {
  const [program, ...rest] =
    options.gently && process.platform !== 'win32'
      ? ['nice', '-n', '5', command, ...args]
      : [command, ...args];
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    // npm and code are .cmd files on Windows, which only a shell can run.
    shell: process.platform === 'win32',
  });
  if (options.gently) giveWay(child.pid);
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
  }).finally(() => running.delete(child));
  return { exited, output: () => output, stop: () => stop(child, exited) };
}

/** Linux shares its time out among sessions first, whatever is nice in one of them. */
function giveWay(pid) {
  try {
    if (pid !== undefined) writeFileSync(`/proc/${pid}/autogroup`, '10');
  } catch {
    // Elsewhere it is enough to be nice.
  }
}

/**
 * Runs a program to its end, or to the end of its time.
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

/** Asks a process group to end, and after five seconds ends it. */
async function stop(child, exited) {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), 5000);
  await exited;
  clearTimeout(timer);
  // What the leader left behind in its group.
  signal(child, 'SIGKILL');
}

function signal(child, name) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The group is already gone.
  }
}

const cleanups = new Set();

/** Registers what must happen however the script ends; returns a function that does it now. */
export function onExit(cleanup) {
  cleanups.add(cleanup);
  return async () => {
    if (cleanups.delete(cleanup)) await cleanup();
  };
}

/** Ends all children and does all that was registered with `onExit`. */
export async function cleanUp() {
  await Promise.allSettled(
    [...running].map((child) => stop(child, new Promise((done) => child.once('close', done)))),
  );
  // The last first: what was made in a folder goes before the folder.
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

// npm does not always pass a signal on to the script it runs. When npm is gone, so is the reason to go on.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && end(143), 500).unref();
}
