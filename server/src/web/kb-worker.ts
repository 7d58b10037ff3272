/** The engine of the sample KB in a web worker (`dist/web-kb-worker.js`). */
import '../adapters/kb/engine/webassembly';
import { initSync, Store } from 'oxigraph/web';
import type { WorkerReply, WorkerRequest } from '../adapters/kb/embedded-messages';
import { answerRequest } from '../adapters/kb/engine/run-query';
import { fetchFile } from './files';
import type { EngineStart } from './thread';
import { workerScope } from './worker';

let store: Store | undefined;

workerScope.addEventListener('message', ({ data }) => {
  if (store) reply(answerRequest(store, data as WorkerRequest, describeCrash));
  else void open(data as EngineStart);
});

async function open({ engine, files }: EngineStart): Promise<void> {
  try {
    const [module, ...texts] = await Promise.all([engine, ...files].map(fetchFile));
    initSync({ module: module as Uint8Array<ArrayBuffer> });
    const loading = new Store();
    for (const [index, text] of texts.entries())
      loading.load(text, { format: 'text/turtle', lenient: true, base_iri: files[index] ?? '' });
    store = loading;
    reply({ kind: 'ready', facts: store.size, skipped: [], image: undefined, from: 'files' });
  } catch (error) {
    reply({ kind: 'broken', message: describeCrash(error, 'the facts') });
  }
}

function reply(message: WorkerReply): void {
  workerScope.postMessage(message);
}

function describeCrash(error: unknown, what: string): string {
  return `The engine crashed on ${what} (${error instanceof Error ? error.message : String(error)}).`;
}
