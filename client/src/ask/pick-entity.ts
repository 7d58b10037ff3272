import { plural } from '../../shared/l10n';
import * as vscode from 'vscode';
import type { LinkedEntity } from '../../../server/src/protocol/index';
import { noResponseMessage } from '../requests';
import type { Asks } from './asks';

interface EntityItem extends vscode.QuickPickItem {
  readonly entity?: LinkedEntity;
}

const MAX_ENTITIES = 50;

/** Lets the user search an entity of a KB while typing. The search starts with the text `typed`. */
export function pickEntity(
  { server, requests }: Pick<Asks, 'server' | 'requests'>,
  kb: string | undefined,
  { title, typed: start }: { readonly title: string; readonly typed: string },
): Promise<LinkedEntity | undefined> {
  const pick = vscode.window.createQuickPick<EntityItem>();
  let searching: vscode.CancellationTokenSource | undefined;
  pick.title = title;
  pick.placeholder =
    kb === undefined
      ? vscode.l10n.t('A name, or an ID such as m.02mjmr')
      : vscode.l10n.t('A name, or an ID such as m.02mjmr, in {0}', kb);
  pick.value = start;
  pick.matchOnDescription = true;
  // After a click in the panel, the panel may take the focus once more. That must not close the list.
  pick.ignoreFocusOut = true;
  const search = async (typed: string): Promise<void> => {
    searching?.cancel();
    searching = undefined;
    if (typed.trim() === '') {
      pick.items = [];
      pick.busy = false;
      return;
    }
    const source = (searching = new vscode.CancellationTokenSource());
    pick.busy = true;
    const found = await requests
      .find(server, { typed, most: MAX_ENTITIES, ...(kb !== undefined && { kb }) }, source.token)
      .catch((error: unknown) => ({ problem: noResponseMessage(error) }));
    // Ignore the reply to an outdated search.
    if (source.token.isCancellationRequested) return;
    pick.busy = false;
    pick.items = 'problem' in found ? [note(found.problem)] : itemsOf(found.entities, typed);
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue((typed) => void search(typed));
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (!item?.entity) return;
      resolve(item.entity);
      pick.hide();
    });
    pick.onDidHide(() => {
      searching?.cancel();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    void search(pick.value);
  });
}

function itemsOf(entities: readonly LinkedEntity[], typed: string): readonly EntityItem[] {
  return entities.length > 0
    ? entities.map(toItem)
    : [note(vscode.l10n.t('No entity is called “{0}”.', typed.trim()))];
}

function toItem(entity: LinkedEntity): EntityItem {
  const { id, name, alias, types, popularity } = entity;
  const facts = plural(popularity, '{0} fact', '{0} facts');
  const also = alias === undefined || alias === name ? [] : [vscode.l10n.t('also known as {0}', alias)];
  return {
    entity,
    label: withoutIcons(name),
    description: id,
    detail: withoutIcons([types.slice(0, MAX_TYPES).join(', '), facts, ...also].filter(Boolean).join(' · ')),
    // The server has already filtered the entities.
    alwaysShow: true,
  };
}

const MAX_TYPES = 4;

const note = (label: string): EntityItem => ({ label: withoutIcons(label), alwaysShow: true });

/** The editor renders `$(name)` as an icon. Names in a KB are plain text. */
const withoutIcons = (text: string): string => text.replaceAll('$(', '$\u200b(');
