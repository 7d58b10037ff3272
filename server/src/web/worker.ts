/** Web workers. The project is compiled without DOM types. */

interface MessageEvents {
  addEventListener(type: 'message', listen: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listen: (event: { readonly message?: string }) => void): void;
  postMessage(message: unknown): void;
}

export interface WebWorker extends MessageEvents {
  terminate(): void;
}

/** The worker that this code runs in. */
export const workerScope = globalThis as unknown as MessageEvents & { close(): void };

const { Worker } = globalThis as unknown as { readonly Worker: new (address: string) => WebWorker };

/** A browser starts workers only from the page's own origin, and the extension may be on another. */
export function startWorker(script: string): WebWorker {
  const start = new Blob([`importScripts(${JSON.stringify(script)})`], { type: 'text/javascript' });
  const address = URL.createObjectURL(start);
  return new Worker(address);
}
