import * as vscode from 'vscode';
import { showMessage } from '../dialogs';
import { acceptanceMessage, type Acceptance } from './acceptance';

const actionTitles = () => ({ copy: vscode.l10n.t('Copy Proposal'), again: vscode.l10n.t('Repair Again') });

/** Shows why nothing was written, with actions. */
export async function showAcceptance(
  acceptance: Acceptance,
  proposed: string,
  repairAgain: () => Promise<unknown>,
): Promise<void> {
  const shown = acceptanceMessage(acceptance);
  if (!shown) return;
  const titles = shown.actions.map((action) => actionTitles()[action]);
  const chosen = await showMessage(shown.level, shown.message, titles);
  if (chosen === actionTitles().copy) await vscode.env.clipboard.writeText(proposed);
  if (chosen === actionTitles().again) await repairAgain();
}
