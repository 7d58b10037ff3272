import * as vscode from 'vscode';

/** The commands for settings that are chosen from a list. */
const CHOOSERS: Readonly<Record<string, string>> = {
  'funfusic.model': 'funfusic.chooseModel',
  'funfusic.knowledgeBase': 'funfusic.chooseKnowledgeBase',
  'funfusic.ask.strategy': 'funfusic.chooseStrategy',
};

/** Settings that are objects. A page may name one of their keys. */
const OBJECT_SETTINGS = /^funfusic\.(?:severity|ask\.limits|ask\.advanced|repair\.budget)(?=\.)/;

/** Lets the user change a setting that a page names. */
export async function changeSetting(setting: string): Promise<void> {
  const chooser = CHOOSERS[setting];
  if (chooser !== undefined) await vscode.commands.executeCommand(chooser);
  else
    await vscode.commands.executeCommand(
      'workbench.action.openSettings',
      `@id:${OBJECT_SETTINGS.exec(setting)?.[0] ?? setting}`,
    );
}
