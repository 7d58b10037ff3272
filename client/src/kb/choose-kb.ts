import * as vscode from 'vscode';
import type { RunTargetResult } from '../../../server/src/protocol/index';
import type { Runs } from '../run/runs';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { kbItem, type KbItem } from './pick-kb';

interface ActionItem extends vscode.QuickPickItem {
  readonly command?: string;
}

/** The menu behind the KB in the status bar: the KBs, and all that can be done about them. */
export async function chooseKb(
  requests: KbRequests,
  runs: Runs,
  target: () => Promise<RunTargetResult | undefined>,
): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const chosen = kbSettings.chosen(document);
  const [kbs, runsOn] = await Promise.all([requests.list(), target()]);
  const saidByQuery =
    runsOn && 'kb' in runsOn && runsOn.saidBy === 'query'
      ? vscode.l10n.t('This query has "# endpoint: {0}", which overrides the selection.', runsOn.kb)
      : undefined;
  const items: readonly (KbItem | ActionItem)[] = [
    ...(runs.all.length > 0
      ? [action(vscode.l10n.t('$(debug-stop) Stop running queries'), 'funfusic.cancelRun')]
      : []),
    { label: vscode.l10n.t('Run queries on'), kind: vscode.QuickPickItemKind.Separator },
    ...kbs.map((kb) => kbItem(kb, chosen)),
    { label: vscode.l10n.t('Manage'), kind: vscode.QuickPickItemKind.Separator },
    action(vscode.l10n.t('$(add) Add Knowledge Base…'), 'funfusic.addKnowledgeBase'),
    action(vscode.l10n.t('$(gear) Manage Knowledge Bases…'), 'funfusic.manageKnowledgeBases'),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Select the KB for queries'),
    placeHolder:
      saidByQuery ??
      vscode.l10n.t('Current: {0}. A query with "# endpoint: NAME" runs on that KB instead.', chosen),
    matchOnDetail: true,
  });
  if (!picked) return;
  if ('kb' in picked) await kbSettings.choose(picked.kb.name, document);
  else if (picked.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

function action(label: string, command: string): ActionItem {
  return { label, command };
}
