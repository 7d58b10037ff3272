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
      ? `This query says "# endpoint: ${runsOn.kb}", and that holds for it whatever is chosen here.`
      : undefined;
  const items: readonly (KbItem | ActionItem)[] = [
    ...(runs.all.length > 0 ? [action('$(debug-stop) Stop what is running', 'funfusic.cancelRun')] : []),
    { label: 'Run queries on', kind: vscode.QuickPickItemKind.Separator },
    ...kbs.map((kb) => kbItem(kb, chosen)),
    { label: 'Manage', kind: vscode.QuickPickItemKind.Separator },
    action('$(add) Add a KB…', 'funfusic.addKnowledgeBase'),
    action('$(gear) Manage Knowledge Bases…', 'funfusic.manageKnowledgeBases'),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: 'The KB that queries are run on',
    placeHolder:
      saidByQuery ?? `Now: ${chosen}. A query that says "# endpoint: NAME" is run on that one instead.`,
    matchOnDetail: true,
  });
  if (!picked) return;
  if ('kb' in picked) await kbSettings.choose(picked.kb.name, document);
  else if (picked.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

function action(label: string, command: string): ActionItem {
  return { label, command };
}
