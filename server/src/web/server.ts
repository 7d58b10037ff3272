/**
 * Starts the language server in a web worker (`dist/web-server.js`). It is the same bundle as on the desktop (`dist/main.js`), with
 * replacements for the modules of Node. The first message names the address of the folder `dist`, from which all files are loaded. The
 * reply says whether that succeeded; then the protocol begins.
 */
import { BrowserMessageReader, BrowserMessageWriter } from 'vscode-jsonrpc/browser';
import type { WebServerReply, WebServerStart } from '../protocol/web-server';
import type * as Bundle from '../start/bundle';
import { addressOf, fetchFile, loadBundledFiles } from './files';
import { NODE_SCOPE } from './node-modules';
import { workerScope } from './worker';

let isStarted = false;

workerScope.addEventListener('message', ({ data }) => {
  if (isStarted) return;
  isStarted = true;
  void start(data as WebServerStart);
});

async function start({ dist }: WebServerStart): Promise<void> {
  try {
    const files = loadBundledFiles(dist);
    const { loadLanguageServer } = evaluate(await fetchFile(addressOf('main.js')));
    const { serve } = await loadLanguageServer();
    await files;
    // The project is compiled without DOM types.
    const scope = globalThis as never;
    const connection = serve(new BrowserMessageReader(scope), new BrowserMessageWriter(scope));
    connection.onExit(() => workerScope.close());
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error) });
    return;
  }
  reply({ ready: true });
}

/** Runs the bundle as Node would, and returns its exports. */
function evaluate(source: Uint8Array): typeof Bundle {
  const module = { exports: {} };
  const scope = { ...NODE_SCOPE, module, exports: module.exports };
  // VS Code loads extensions in the same way.
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function(...Object.keys(scope), new TextDecoder().decode(source)) as (
    ...values: readonly unknown[]
  ) => void;
  run(...Object.values(scope));
  return module.exports as typeof Bundle;
}

function reply(message: WebServerReply): void {
  workerScope.postMessage(message);
}
