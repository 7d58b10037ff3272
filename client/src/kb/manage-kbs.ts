import * as vscode from 'vscode';
import type { KbInfo } from '../../../server/src/protocol/index';
import { commandItem, separator, showMenu, type Menu, type MenuItem } from '../menu';
import type { Secrets } from '../secrets';
import type { KbRequests } from './kb-requests';
import { secretsOf } from './kb-secrets';
import { kbSettings } from './kb-settings';
import { isBrowser } from '../is-browser';
import { kbItem } from './pick-kb';
import { confirmRemoval } from './remove-kb';

/** The menu of all knowledge bases, with the actions of each in a menu of its own. */
export async function manageKbs(requests: KbRequests, secrets: Secrets): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  await showMenu(async () => {
    const kbs = await requests.list();
    const chosen = kbSettings.chosen(document);
    return {
      title: vscode.l10n.t('Manage Knowledge Bases'),
      placeholder: vscode.l10n.t('Select a knowledge base, or add one'),
      items: [
        ...kbs.map((kb) => ({ ...kbItem(kb, chosen), menu: () => menuOf(kb, secrets, document) })),
        separator(vscode.l10n.t('Add')),
        commandItem(vscode.l10n.t('$(globe) Add Knowledge Base…'), 'funfusic.addKnowledgeBase'),
        ...(isBrowser()
          ? []
          : [
              commandItem(vscode.l10n.t('$(cloud-upload) Import Dump…'), 'funfusic.importDump'),
              commandItem(
                vscode.l10n.t('$(server-process) Serve a Dump with Virtuoso…'),
                'funfusic.serveDump',
              ),
            ]),
      ],
    };
  });
}

function menuOf(
  { name, kind, where }: KbInfo,
  secrets: Secrets,
  document: vscode.TextDocument | undefined,
): Menu {
  const items: readonly MenuItem[] = [
    {
      label: vscode.l10n.t('$(check) Use for Queries'),
      run: () => kbSettings.choose(name, document),
    },
    commandItem(vscode.l10n.t('$(plug) Test Connection'), 'funfusic.testKnowledgeBase', name),
    commandItem(vscode.l10n.t('$(list-tree) Derive Schema…'), 'funfusic.deriveSchema', name),
  ];
  const editItems: readonly MenuItem[] = [
    { label: vscode.l10n.t('$(edit) Edit Settings'), run: () => kbSettings.edit(name) },
    ...(secretsOf(name, kbSettings.entry(name)).length
      ? [commandItem(vscode.l10n.t('$(key) Set Password or Token…'), 'funfusic.setSecret', name)]
      : []),
    ...(secrets.kbs.includes(name)
      ? [commandItem(vscode.l10n.t('$(clear-all) Delete Saved Secrets'), 'funfusic.forgetSecrets', name)]
      : []),
    {
      label: vscode.l10n.t('$(trash) Remove'),
      returns: true,
      run: async () => {
        if (await confirmRemoval(name))
          await vscode.commands.executeCommand('funfusic.removeKnowledgeBase', name);
      },
    },
  ];
  return { title: name, placeholder: where, items: kind === 'sample' ? items : [...items, ...editItems] };
}
