// Serves the clients that connect to it with the built language server, all in this process (client.ts).
const { createServer } = require('node:net');
const { PassThrough } = require('node:stream');
const { StreamMessageReader, StreamMessageWriter } = require('vscode-jsonrpc/node');
const { loadLanguageServer } = require(process.argv[2]);

// A server would exit with its client. Here it may still do something, but nobody hears of it.
const server = createServer({ noDelay: true }, async (socket) => {
  socket.on('error', () => undefined);
  const input = socket.pipe(new PassThrough(), { end: false });
  const output = new PassThrough();
  output.pipe(socket);
  const { serve } = await loadLanguageServer();
  serve(new StreamMessageReader(input), new StreamMessageWriter(output));
  socket.on('close', () => output.resume());
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
