import * as vscode from 'vscode';
import type { ServerSession } from '../language-client';

/** Restarts the server. The session itself reports a failed start. */
export async function restartServer(server: ServerSession): Promise<void> {
  const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Restarting FUn-FuSIC') };
  await vscode.window.withProgress(options, () => server.restart().catch(() => undefined));
}
