import * as vscode from 'vscode';
import type { KbInfo } from '../../../server/src/protocol/index';

export interface KbItem extends vscode.QuickPickItem {
  readonly kb: KbInfo;
}

const ICONS: Readonly<Record<KbInfo['kind'], string>> = { sample: 'beaker', file: 'file', endpoint: 'globe' };

export function kbItem(kb: KbInfo, chosen: string): KbItem {
  const remarks = [
    kb.name === chosen ? vscode.l10n.t('in use') : '',
    kb.writable ? vscode.l10n.t('writable') : '',
  ];
  return {
    kb,
    label: `$(${ICONS[kb.kind]}) ${kb.name}`,
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
    { title, matchOnDetail: true },
  );
  return picked?.kb.name;
}
