import * as vscode from 'vscode';
import type { RunTargetResult } from '../../../server/src/protocol/index';
import { commandItem, separator, type MenuItem } from '../menu';
import type { Runs } from '../run/runs';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { kbItem, type KbItem } from './pick-kb';

/** The menu of the KB item in the status bar: the KBs, and the commands for them. */
export async function chooseKb(
  requests: KbRequests,
  runs: Runs,
  target: () => Promise<RunTargetResult | undefined>,
): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const chosen = kbSettings.chosen(document);
  const [kbs, runTarget] = await Promise.all([requests.list(), target()]);
  const overriddenByQuery =
    runTarget && 'kb' in runTarget && runTarget.kbSource === 'query'
      ? vscode.l10n.t('This query has "# endpoint: {0}", which overrides the selection.', runTarget.kb)
      : undefined;
  const items: readonly (KbItem | MenuItem)[] = [
    ...(runs.all.length > 0
      ? [commandItem(vscode.l10n.t('$(debug-stop) Stop running queries'), 'funfusic.cancelRun')]
      : []),
    separator(vscode.l10n.t('Run queries on')),
    ...kbs.map((kb) => kbItem(kb, chosen)),
    separator(vscode.l10n.t('Manage')),
    commandItem(vscode.l10n.t('$(add) Add Knowledge Base…'), 'funfusic.addKnowledgeBase'),
    commandItem(vscode.l10n.t('$(gear) Manage Knowledge Bases…'), 'funfusic.manageKnowledgeBases'),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Select the KB for queries'),
    placeHolder:
      overriddenByQuery ??
      vscode.l10n.t('Current: {0}. A query with "# endpoint: NAME" runs on that KB instead.', chosen),
    matchOnDetail: true,
  });
  if (!picked) return;
  if ('kb' in picked) await kbSettings.choose(picked.kb.name, document);
  else await picked.run?.();
}
