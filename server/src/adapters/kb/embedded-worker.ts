/** The engine of an embedded KB in a worker thread: queries cannot be interrupted, but a thread can be terminated. */
import './engine/webassembly';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Store } from 'oxigraph';
import type { ReadyReply, WorkerData, WorkerReply, WorkerRequest } from './embedded-messages';
import { describeCapacity, DumpProblem, SERVE_ADVICE } from './engine/dump-format';
import { readDump, type ReaderData } from './engine/dump-reader';
import { headOf, currentMemory, restoreImage, sharedImageOf } from './engine/image';
import { imagePath, readImageFile, writeImageFile } from './engine/image-file';
import { loadFiles } from './engine/load-files';
import { answerRequest, runQuery } from './engine/run-query';

/** Bytes; nearly all that WebAssembly can address. */
const FULL_MEMORY = 3.9e9;
/** Reading fewer facts takes about as long as reading their image. */
const FEW_FACTS = 5000;

const data = workerData as WorkerData | ReaderData;
if ('reads' in data) void readDump(data);
else if (parentPort) serve(data, parentPort);

function serve(data: WorkerData, port: MessagePort): void {
  const reply = (message: WorkerReply): void => port.postMessage(message);
  let store: Store;
  try {
    const opened = open(data, reply);
    if (opened === 'again') {
      reply({ kind: 'again' });
      return;
    }
    store = opened.store;
    // The engine is compiled on first use, so a query warms it up.
    if (opened.ready.from === 'image') runQuery(store, 'SELECT * { ?s ?p ?o } LIMIT 1', 'rows', 1);
    reply(opened.ready);
  } catch (error) {
    reply(
      error instanceof DumpProblem
        ? { kind: 'unusable', message: error.message }
        : { kind: 'broken', message: describeCrash(error, 'the facts') },
    );
    return;
  }
  port.on('message', (request: WorkerRequest) => reply(answerRequest(store, request, describeCrash)));
}

function open(
  { files, imageFolder, unfinishedId, image, smallImage, limits }: WorkerData,
  reply: (message: WorkerReply) => void,
): { readonly store: Store; readonly ready: ReadyReply } | 'again' {
  if (image) {
    const { head, memory } = image;
    const store = restoreImage(head, (into) => into.set(new Uint8Array(memory)));
    if (!store) throw new Error('The copy of the KB in memory is damaged.');
    return {
      store,
      ready: { kind: 'ready', from: 'image', image, facts: head.facts, skipped: head.skipped },
    };
  }
  const path = imageFolder === undefined ? undefined : imagePath(imageFolder, files);
  const cached = path === undefined ? 'absent' : readImageFile(path);
  if (cached === 'spoilt') return 'again';
  if (path !== undefined && cached !== 'absent') {
    const { facts, skipped, bytes } = cached.head;
    // The query that tests the image has changed the memory.
    const head = bytes <= smallImage ? headOf(cached.store, facts, skipped) : undefined;
    const image = head ? sharedImageOf(head) : { file: path };
    return { store: cached.store, ready: { kind: 'ready', from: 'image', image, facts, skipped } };
  }
  const { store, skipped } = loadFiles(files, (step) => reply({ kind: 'step', ...step }), limits);
  const facts = store.size;
  const ready = { kind: 'ready', from: 'files', facts, skipped } as const;
  const head = headOf(store, facts, skipped);
  if (!head) return { store, ready: { ...ready, image: undefined } };
  const isSmall = head.bytes <= smallImage;
  if (path === undefined || (isSmall && facts < FEW_FACTS))
    return { store, ready: { ...ready, image: isSmall ? sharedImageOf(head) : undefined } };
  reply({ kind: 'step', message: `Caching ${facts.toLocaleString('en')} facts`, share: 1 });
  const written = writeImageFile(path, head, unfinishedId) ? { file: path } : undefined;
  return { store, ready: { ...ready, image: isSmall ? sharedImageOf(head) : written } };
}

function describeCrash(error: unknown, what: string): string {
  const { message = String(error), code } = error as { readonly message?: string; readonly code?: string };
  if (code === 'ERR_STRING_TOO_LONG') return 'The answer is too large. Ask for less, for example with LIMIT.';
  const full = currentMemory().length > FULL_MEMORY;
  // A stack overflow corrupts the memory beside the stack.
  if (!full && /call stack|out of bounds|unreachable/i.test(message))
    return `The embedded engine crashed on ${what}: it is nested too deeply, or too long. Use fewer nested groups and fewer alternatives.`;
  return full
    ? `The embedded engine ran out of memory on ${what}. It can use 4 GB, which hold ${describeCapacity()}. Ask for less. If the dump is too large: ${SERVE_ADVICE}`
    : `The embedded engine crashed on ${what} (${message}).`;
}
