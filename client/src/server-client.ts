import * as vscode from 'vscode';
import { LanguageClient, TransportKind, type LanguageClientOptions } from 'vscode-languageclient/node';

/** Creates a client that starts the language server as a process. `extension` is the folder of the extension. */
export function createServerClient(extension: vscode.Uri, options: LanguageClientOptions): LanguageClient {
  const module = vscode.Uri.joinPath(extension, 'dist', 'server.js').fsPath;
  return new QuietClient(
    'funfusic',
    'FUn-FuSIC',
    {
      run: { module, transport: TransportKind.ipc },
      debug: {
        module,
        transport: TransportKind.ipc,
        options: { execArgv: ['--nolazy', '--inspect=6009'] },
      },
    },
    options,
  );
}

/** The messages of the base class suggest no action, so they only go to the log. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
