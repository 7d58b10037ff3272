/** The language server. The client selects the transport: `--stdio`, `--node-ipc` or `--socket=PORT`. */
import {
  createConnection,
  ProposedFeatures,
  type Connection,
  type MessageReader,
  type MessageWriter,
} from 'vscode-languageserver/node';
import { joinHeaders } from './lsp/join-headers';
import { LanguageServer } from './lsp/server';

/** Serves the client that started this process. `saveCodeCache` is called when the server is idle after its first check. */
export function startServer(saveCodeCache: () => void): void {
  // Without a transport, the command was probably typed in a terminal.
  if (!process.argv.some((argument) => /^--(stdio|node-ipc|socket|pipe)/.test(argument))) {
    process.stderr.write(
      'FUn-FuSIC language server. Start it with --stdio (any editor) or --node-ipc (VS Code).\n',
    );
    process.exit(2);
  }
  if (process.argv.includes('--stdio')) joinHeaders(process.stdout);
  listen(createConnection(ProposedFeatures.all), saveCodeCache);
}

/** Serves a client. */
export function serve(reader: MessageReader, writer: MessageWriter): Connection {
  return listen(createConnection(ProposedFeatures.all, reader, writer));
}

function listen(connection: Connection, saveCodeCache?: () => void): Connection {
  new LanguageServer(connection, saveCodeCache);
  connection.listen();
  return connection;
}
