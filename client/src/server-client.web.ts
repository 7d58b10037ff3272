import * as vscode from 'vscode';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
} from 'vscode-languageclient/browser';
import type { WebServerReply, WebServerStart } from '../../server/src/protocol/web-server';

/** The project is compiled without DOM types. */
interface ServerWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** Creates a client that starts the language server as a web worker. `extension` is the address of the extension. */
export function createServerClient(extension: vscode.Uri, options: LanguageClientOptions): LanguageClient {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  let worker: ServerWorker | undefined;
  const start = async (): Promise<MessageTransports> => {
    // After a crash, the client starts another one.
    worker?.terminate();
    worker = await startServer(dist);
    return {
      reader: new BrowserMessageReader(worker),
      writer: new BrowserMessageWriter(worker),
    };
  };
  return new QuietClient('funfusic', 'FUn-FuSIC', start, options);
}

/** Resolves when the server can receive messages. */
function startServer(dist: vscode.Uri): Promise<ServerWorker> {
  const { Worker } = globalThis as unknown as { readonly Worker: new (address: string) => ServerWorker };
  const worker = new Worker(vscode.Uri.joinPath(dist, 'web-server.js').toString(true));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      const reply = data as WebServerReply;
      worker.onmessage = null;
      if ('ready' in reply) resolve(worker);
      else reject(new Error(reply.problem));
    };
    worker.onerror = ({ message }) => reject(new Error(message ?? 'its worker could not be started'));
    worker.postMessage({ dist: `${dist.toString(true)}/` } satisfies WebServerStart);
  });
}

/** The messages of the base class suggest no action, so they only go to the log. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
