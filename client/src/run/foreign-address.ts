import * as vscode from 'vscode';
import type { RunTarget } from '../../../server/src/protocol';

const RUN = 'Run It There';
const allowed = new Set<string>();

/** A file may come from anybody: what it says about where its query goes is asked about, once for each address. */
export async function isAllowed({ kb, known, saidBy }: RunTarget): Promise<boolean> {
  if (known || saidBy === 'request' || !isAddress(kb) || allowed.has(kb)) return true;
  const choice = await vscode.window.showWarningMessage(
    `The query asks to be sent to ${kb}, which is none of your KBs. Send it there?`,
    {
      modal: true,
      detail:
        'The text of the query goes to that address, and no password or token does. To send queries there without being asked, add it as a KB.',
    },
    RUN,
  );
  if (choice !== RUN) return false;
  allowed.add(kb);
  return true;
}

function isAddress(kb: string): boolean {
  return /^https?:\/\//.test(kb);
}
