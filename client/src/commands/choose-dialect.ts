import * as vscode from 'vscode';
import { settings } from '../settings';
import type { Dialect } from '../status-view';

interface DialectChoice extends vscode.QuickPickItem {
  readonly dialect: Dialect;
}

const choices: readonly DialectChoice[] = [
  {
    dialect: 'virtuoso',
    label: 'Virtuoso',
    detail: 'What published Freebase queries use: OR and AND as operators, default prefixes, a bare COUNT.',
  },
  {
    dialect: 'sparql11',
    label: 'Standard SPARQL 1.1',
    detail: 'What is peculiar to Virtuoso is an error, with a fix to the standard form.',
  },
];

export async function chooseDialect(): Promise<void> {
  const scope = vscode.window.activeTextEditor?.document;
  const current = settings.dialect(scope);
  const items = choices.map((choice) =>
    choice.dialect === current ? { ...choice, description: 'in use' } : choice,
  );
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'SPARQL dialect',
    placeHolder: 'The dialect that queries are checked against',
  });
  if (chosen) await settings.setDialect(chosen.dialect, scope);
}
