// Runs the WASM build of qlue-ls as a language server process on standard input and output.
//   node bench/qlue-host.mjs <folder of the qlue-ls package>
// The package is for a browser worker: it reads one JSON message per stream chunk, without headers. The framing is implemented here and
// not by a library, to keep the measured start-up time short.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// The WASM code logs to the console, but standard output is used by the protocol.
for (const level of ['log', 'info', 'debug', 'warn']) console[level] = console.error;

const folder = resolve(process.argv[2]);
const qlue = await import(pathToFileURL(join(folder, 'qlue_ls.js')).href);
// By default `init` fetches the file, which Node cannot do for file: URLs.
await qlue.default({ module_or_path: readFileSync(join(folder, 'qlue_ls_bg.wasm')) });

const output = new WritableStream({
  write(message) {
    process.stdout.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
  },
});
const input = new ReadableStream({
  start(controller) {
    process.stdin.on(
      'data',
      createUnframer((message) => controller.enqueue(message)),
    );
    process.stdin.on('end', () => process.exit(0));
  },
});

await qlue.listen(qlue.init_language_server(output.getWriter()), input.getReader());

/** Returns a function that receives chunks of framed messages, and calls `onMessage` with each body. */
function createUnframer(onMessage) {
  let pending = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const headerEnd = pending.indexOf('\r\n\r\n');
      if (headerEnd < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(pending.toString('latin1', 0, headerEnd))[1]);
      const bodyStart = headerEnd + 4;
      if (pending.length < bodyStart + length) return;
      onMessage(pending.toString('utf8', bodyStart, bodyStart + length));
      pending = pending.subarray(bodyStart + length);
    }
  };
}
