import * as vscode from 'vscode';
import { toldOf, type Acceptance } from './acceptance';

const TITLES = () => ({ copy: vscode.l10n.t('Copy Proposal'), again: vscode.l10n.t('Repair Again') });

/** Says why nothing was written, where nothing was, and what can be done instead. */
export async function tellAcceptance(
  acceptance: Acceptance,
  proposed: string,
  repairAgain: () => Promise<unknown>,
): Promise<void> {
  const told = toldOf(acceptance);
  if (!told) return;
  const titles = told.actions.map((action) => TITLES()[action]);
  const chosen =
    told.level === 'warning'
      ? await vscode.window.showWarningMessage(told.message, ...titles)
      : await vscode.window.showInformationMessage(told.message, ...titles);
  if (chosen === TITLES().copy) await vscode.env.clipboard.writeText(proposed);
  if (chosen === TITLES().again) await repairAgain();
}
