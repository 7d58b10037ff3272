/** The engine of an embedded KB, in a thread of its own: its queries cannot be interrupted, but a thread can be ended. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Store } from 'oxigraph';
import type { WorkerData, WorkerReply, WorkerRequest } from './embedded-messages';

const port = parentPort;
if (!port) throw new Error('This file is run as a worker.');
const reply = (message: WorkerReply): void => port.postMessage(message);

const store = new Store();
const { files } = workerData as WorkerData;
for (const file of files)
  store.load(readFileSync(file, 'utf8'), { format: 'text/turtle', no_transaction: true });
reply({ kind: 'ready', triples: store.size });

port.on('message', ({ id, query, kind }: WorkerRequest) => {
  try {
    reply({ kind: 'answered', id, text: run(query, kind) });
  } catch (error) {
    reply({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
});

function run(query: string, kind: WorkerRequest['kind']): string {
  if (kind !== 'update')
    return store.query(query, { results_format: kind === 'rows' ? 'json' : 'nt' }) as string;
  store.update(query);
  return '';
}
