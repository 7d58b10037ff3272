'use strict';
// A web worker as a thread: its code sees the globals of a browser, and nothing of Node (browser.ts).
const { resolveObjectURL } = require('node:buffer');
const vm = require('node:vm');
const { parentPort, workerData, Worker: Thread } = require('node:worker_threads');

const listeners = new Set();

/** `new Worker(address)` with an address of a blob. */
class Worker {
  constructor(address) {
    this.started = resolveObjectURL(address)
      .text()
      .then((code) => (this.thread = new Thread(__filename, { workerData: { code } })));
  }

  addEventListener(type, listen) {
    void this.started.then((thread) =>
      thread.on(type, (value) => listen(type === 'message' ? { data: value } : value)),
    );
  }

  postMessage(message) {
    void this.started.then((thread) => thread.postMessage(message));
  }

  terminate() {
    void this.started.then((thread) => thread.terminate());
  }
}

/** As in a browser, it must not be called as a method. */
function clearTimer(timer) {
  if (this !== undefined && this !== context) throw new TypeError('Illegal invocation');
  clearTimeout(timer);
}

const scope = {
  ...{ AbortController, AbortSignal, Blob, DOMException, Event, EventTarget, Headers, MessageChannel },
  ...{ Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams, WebAssembly, Worker },
  ...{ atob, btoa, console, crypto, fetch, performance, queueMicrotask, structuredClone },
  // Timers are numbers.
  setTimeout: (...args) => Number(setTimeout(...args)),
  setInterval: (...args) => Number(setInterval(...args)),
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  addEventListener: (type, listen) => type === 'message' && listeners.add(listen),
  removeEventListener: (_, listen) => listeners.delete(listen),
  postMessage: (message) => parentPort.postMessage(message),
  close: () => process.exit(),
};
const context = vm.createContext(scope);
vm.runInContext('globalThis.self = globalThis', context);

/** Loads asynchronously; messages wait until all is loaded. */
const loading = [];
scope.importScripts = (address) =>
  loading.push(
    fetch(address)
      .then((reply) => reply.text())
      .then((code) => vm.runInContext(code, context, { filename: address })),
  );

vm.runInContext(workerData.code, context);
void Promise.all(loading).then(() =>
  parentPort.on('message', (data) => {
    for (const listen of [...listeners, ...(scope.onmessage ? [scope.onmessage] : [])]) listen({ data });
  }),
);
