import * as vscode from 'vscode';
import type { KbInfo } from '../../../server/src/protocol/index';
import { askText, showAdded } from '../dialogs';
import { nameProblem, suggestedName } from './kb-name';
import { KB_ICONS } from './kb-row';
import { kbSettings } from './kb-settings';

export interface KbItem extends vscode.QuickPickItem {
  readonly kb: KbInfo;
}

export function kbItem(kb: KbInfo, chosen: string): KbItem {
  const remarks = [
    kb.name === chosen ? vscode.l10n.t('in use') : '',
    kb.writable ? vscode.l10n.t('writable') : '',
  ];
  return {
    kb,
    label: `$(${KB_ICONS[kb.kind]}) ${kb.name}`,
    description: remarks.filter((remark) => remark !== '').join(', '),
    detail: kb.where,
  };
}

/** Lets the user select a KB. */
export async function pickKb(
  kbs: readonly KbInfo[],
  { title, chosen }: { readonly title: string; readonly chosen: string },
): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(
    kbs.map((kb) => kbItem(kb, chosen)),
    { title, matchOnDetail: true, ignoreFocusOut: true },
  );
  return picked?.kb.name;
}

/** Asks for the name of a new KB. Returns undefined if the user cancels. */
export async function askKbName(source: string): Promise<string | undefined> {
  const taken = kbSettings.names;
  return askText({
    title: vscode.l10n.t('Add KB: name'),
    prompt: vscode.l10n.t('The name to select it by, also in "# endpoint: NAME" above a query.'),
    value: suggestedName(source, taken),
    validateInput: (value) => nameProblem(value, taken),
  });
}

/** `problem` is the reason if the KB does not work. */
export async function showAddedKb(name: string, works: boolean, problem: string | undefined): Promise<void> {
  const message = works
    ? vscode.l10n.t('The KB {0} was added and works.', name)
    : vscode.l10n.t(
        'The KB {0} was added but does not work yet. {1}',
        name,
        problem ?? vscode.l10n.t('The test did not finish.'),
      );
  await showAdded(message, works, {
    useTitle: vscode.l10n.t('Use for Queries'),
    use: () => kbSettings.choose(name, vscode.window.activeTextEditor?.document),
    test: () => vscode.commands.executeCommand('funfusic.testKnowledgeBase', name),
    setting: 'funfusic.knowledgeBases',
  });
}
