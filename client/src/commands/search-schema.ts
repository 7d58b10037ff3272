import * as vscode from 'vscode';
import type { SchemaNode } from '../../../server/src/protocol/index';
import { iconOf } from '../schema/node-icons';
import type { SchemaView } from '../schema/schema-view';
import { insertName } from './insert-name';
import { openSchemaPage } from './open-schema-page';

interface Hit extends vscode.QuickPickItem {
  readonly node: SchemaNode;
}

const MAX_HITS = 100;

/** Searches relations and types by parts of their names while typing. */
export function searchSchema(view: SchemaView): void {
  const pick = vscode.window.createQuickPick<Hit>();
  const insertButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('insert'),
    tooltip: vscode.l10n.t('Insert into Query'),
  };
  const openButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('open-preview'),
    tooltip: vscode.l10n.t('Open Page'),
  };
  pick.title = vscode.l10n.t('Search Schema');
  pick.placeholder = vscode.l10n.t(
    'Parts of a name in any order, for example “birth place”, “film.director”, “pob”',
  );
  pick.matchOnDescription = true;
  const search = async (text: string): Promise<void> => {
    pick.busy = true;
    const nodes = await view.requests.search(text, MAX_HITS).catch(() => []);
    // Ignore the reply to an outdated search.
    if (pick.value !== text) return;
    pick.busy = false;
    pick.items = nodes.map((node) => toHit(node, [insertButton, openButton]));
  };
  const finish = (node: SchemaNode, action: (view: SchemaView, id: string) => Promise<void>): void => {
    pick.hide();
    void action(view, node.id);
  };
  pick.onDidChangeValue((text) => void search(text));
  pick.onDidAccept(() => {
    const [hit] = pick.activeItems;
    if (hit) finish(hit.node, openAndReveal);
  });
  pick.onDidTriggerItemButton(({ item, button }) =>
    finish(item.node, button === insertButton ? insertName : openAndReveal),
  );
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** The tree follows only if it is visible. */
async function openAndReveal(view: SchemaView, id: string): Promise<void> {
  if (view.tree.visible) await view.tree.reveal(id, { focus: false });
  await openSchemaPage(view, id);
}

function toHit(node: SchemaNode, buttons: readonly vscode.QuickInputButton[]): Hit {
  return {
    node,
    label: node.id.slice(node.id.search(/[^./#]*$/)),
    description: `${node.id}  ${node.description}`,
    iconPath: iconOf(node),
    buttons,
    // The server has already filtered the results.
    alwaysShow: true,
  };
}
