import * as vscode from 'vscode';

export interface Menu {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly MenuItem[];
}

export interface MenuItem extends vscode.QuickPickItem {
  /** Runs after the menu is closed. */
  readonly run?: () => unknown;
  /** Opens another menu, which leads back to this one. */
  readonly menu?: () => Menu;
  /** Shows the first menu again after `run`. */
  readonly returns?: boolean;
}

/** Shows a menu as a Quick Pick. `make` is called again whenever the menu is shown again. */
export async function showMenu(make: () => Promise<Menu>): Promise<void> {
  for (;;) {
    let picked = await pick(await make());
    if (picked === 'back') return;
    if (picked?.menu) {
      picked = await pick(picked.menu(), vscode.QuickInputButtons.Back);
      if (picked === 'back') continue;
    }
    await picked?.run?.();
    if (picked?.returns !== true) return;
  }
}

/** Returns undefined if the user closes the menu. */
async function pick(
  { title, placeholder, items }: Menu,
  back?: vscode.QuickInputButton,
): Promise<MenuItem | 'back' | undefined> {
  const quickPick = vscode.window.createQuickPick<MenuItem>();
  Object.assign(quickPick, { title, placeholder, items, matchOnDetail: true, buttons: back ? [back] : [] });
  try {
    return await new Promise((resolve) => {
      quickPick.onDidAccept(() => resolve(quickPick.selectedItems[0]));
      quickPick.onDidTriggerButton(() => resolve('back'));
      quickPick.onDidHide(() => resolve(undefined));
      quickPick.show();
    });
  } finally {
    quickPick.dispose();
  }
}

export const separator = (label: string): MenuItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

/** An item that executes a command. */
export const commandItem = (label: string, command: string, ...args: readonly unknown[]): MenuItem => ({
  label,
  run: () => vscode.commands.executeCommand(command, ...args),
});

/** Asks for confirmation before something is removed. */
export async function isConfirmed(question: string, detail: string): Promise<boolean> {
  const remove = vscode.l10n.t('Remove');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove;
}
