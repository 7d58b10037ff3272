/** A running Virtuoso that this process has started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withTimeLimit } from '../../core/query/time-limit';

export interface VirtuosoProcess {
  readonly pid: number;
  /** Resolves with the last lines of its output when it has ended. */
  readonly ended: Promise<string>;
  /** Asks it to save and end. It is killed if it takes too long, or at once if nothing has to be saved. */
  stop(how: 'save' | 'kill'): Promise<void>;
}

const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const ANSWER_TIMEOUT_MS = 5000;
const OUTPUT_LINES = 5;

export function startVirtuoso(server: string, folder: string, configuration: string): VirtuosoProcess {
  // In its own process group: Ctrl+C in a terminal reaches all processes of a group, and Virtuoso must end in order.
  const child = spawn(server, ['+foreground', '+configfile', configuration], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const output = lastLines(child);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(output()));
  });
  const killOnExit = (): void => void child.kill('SIGTERM');
  process.once('exit', killOnExit);
  void ended.then(() => process.off('exit', killOnExit));
  return {
    pid: child.pid ?? 0,
    ended,
    async stop(how) {
      child.kill(how === 'save' ? 'SIGTERM' : 'SIGKILL');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Waits until the endpoint answers. Returns why the server ended before that. */
export async function waitForEndpoint(
  address: string,
  server: VirtuosoProcess,
  signal: AbortSignal,
): Promise<string | undefined> {
  let failure: string | undefined;
  void server.ended.then((output) => (failure = output || 'It wrote no message.'));
  for (;;) {
    signal.throwIfAborted();
    if (failure !== undefined) return failure;
    if (await answers(address, signal)) return undefined;
    await delay(POLL_MS);
  }
}

export async function answers(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await withTimeLimit(signal, ANSWER_TIMEOUT_MS, async (limit) => {
      const response = await fetch(`${address}?query=ASK%7B%7D`, { signal: limit.signal });
      await response.arrayBuffer();
      return response.ok;
    });
  } catch {
    return false;
  }
}

/** A free port of this machine; with a port, returns it or why it cannot be used. */
export function reservePort(port = 0): Promise<number | { readonly problem: string }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      resolve({
        problem:
          code === 'EADDRINUSE'
            ? `Port ${port} is in use by another program. Choose another port (--port).`
            : `Port ${port} cannot be used: ${message}. Choose another port (--port).`,
      }),
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

function lastLines(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: string): void => {
    text = (text + chunk).slice(-10_000);
  };
  child.stdout?.setEncoding('utf8').on('data', add);
  child.stderr?.setEncoding('utf8').on('data', add);
  return () => text.trim().split('\n').slice(-OUTPUT_LINES).join('\n');
}
