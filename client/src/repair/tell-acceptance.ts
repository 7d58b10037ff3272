import * as vscode from 'vscode';
import { acceptanceMessage, type Acceptance } from './acceptance';

const actionTitles = () => ({ copy: vscode.l10n.t('Copy Proposal'), again: vscode.l10n.t('Repair Again') });

/** Shows why nothing was written, with actions. */
export async function showAcceptance(
  acceptance: Acceptance,
  proposed: string,
  repairAgain: () => Promise<unknown>,
): Promise<void> {
  const told = acceptanceMessage(acceptance);
  if (!told) return;
  const titles = told.actions.map((action) => actionTitles()[action]);
  const chosen =
    told.level === 'warning'
      ? await vscode.window.showWarningMessage(told.message, ...titles)
      : await vscode.window.showInformationMessage(told.message, ...titles);
  if (chosen === actionTitles().copy) await vscode.env.clipboard.writeText(proposed);
  if (chosen === actionTitles().again) await repairAgain();
}
