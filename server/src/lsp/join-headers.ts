import type { Writable } from 'node:stream';

type Callback = (error?: Error | null) => void;

/**
 * Sends the header of a message together with its content. The LSP package writes one after the other, and each write is a system call
 * that wakes the client.
 */
export function joinHeaders(output: Writable): void {
  const write = output.write.bind(output) as (chunk: unknown, ...rest: readonly unknown[]) => boolean;
  let header: string | undefined;
  const writeJoined = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
    const callback = rest.at(-1);
    if (header === undefined && typeof chunk === 'string' && /^Content-Length: \d+\r\n\r\n$/.test(chunk)) {
      header = chunk;
      if (typeof callback === 'function') (callback as Callback)();
      return true;
    }
    if (header === undefined || !(chunk instanceof Uint8Array)) return write(chunk, ...rest);
    const message = Buffer.concat([Buffer.from(header, 'ascii'), chunk]);
    header = undefined;
    return write(message, ...rest);
  };
  output.write = writeJoined as Writable['write'];
}
