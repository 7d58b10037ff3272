/** Entry point of the language server. The client selects the transport: `--stdio`, `--node-ipc` or `--socket=PORT`. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { LanguageServer } from './lsp/server';

// Without a transport, the command was probably typed in a terminal.
if (!process.argv.some((argument) => /^--(stdio|node-ipc|socket|pipe)/.test(argument))) {
  process.stderr.write(
    'FUn-FuSIC language server. Start it with --stdio (any editor) or --node-ipc (VS Code).\n',
  );
  process.exit(2);
}
const connection = createConnection(ProposedFeatures.all);
new LanguageServer(connection);
connection.listen();
