/** Entry of the language server: `--stdio`, `--node-ipc` or `--socket=PORT`, as the client asks. */
import { setMaxListeners } from 'node:events';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { LanguageServer } from './lsp/server';

// A connection without an argument is a person who typed the command: tell what it wants.
if (!process.argv.some((argument) => /^--(stdio|node-ipc|socket|pipe)/.test(argument))) {
  process.stderr.write(
    'FUn-FuSIC language server. Start it with --stdio (any editor) or --node-ipc (VS Code).\n',
  );
  process.exit(2);
}
// Many queries may wait for one signal; at eleven Node would warn of a leak.
setMaxListeners(500);
const connection = createConnection(ProposedFeatures.all);
new LanguageServer(connection);
connection.listen();
