/** Entry of the language server: `--stdio`, `--node-ipc` or `--socket=PORT`, as the client asks. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { LanguageServer } from './lsp/server';

// A connection without an argument is a person who typed the command: tell what it wants.
if (!process.argv.some((argument) => /^--(stdio|node-ipc|socket|pipe)/.test(argument))) {
  process.stderr.write(
    'FUn-FuSIC language server. Start it with --stdio (any editor) or --node-ipc (VS Code).\n',
  );
  process.exit(2);
}
const connection = createConnection(ProposedFeatures.all);
new LanguageServer(connection);
connection.listen();
