import * as vscode from 'vscode';
import { settings } from '../settings';
import type { SparqlDialect } from '../status-view';

interface DialectChoice extends vscode.QuickPickItem {
  readonly dialect: SparqlDialect;
}

const choices = (): readonly DialectChoice[] => [
  {
    dialect: 'virtuoso',
    label: vscode.l10n.t('Virtuoso'),
    detail: vscode.l10n.t(
      'The dialect of most published Freebase queries: OR and AND as operators, default prefixes, bare COUNT.',
    ),
  },
  {
    dialect: 'sparql11',
    label: vscode.l10n.t('Standard SPARQL 1.1'),
    detail: vscode.l10n.t('Virtuoso extensions are errors, with a fix to the standard form.'),
  },
  {
    dialect: 'sparql12',
    label: vscode.l10n.t('Standard SPARQL 1.2'),
    detail: vscode.l10n.t(
      'As SPARQL 1.1, with triple terms, reifiers and annotations. Most endpoints do not accept it yet.',
    ),
  },
];

export async function chooseDialect(): Promise<void> {
  const scope = vscode.window.activeTextEditor?.document;
  const current = settings.dialect(scope);
  const items = choices().map((choice) =>
    choice.dialect === current ? { ...choice, description: vscode.l10n.t('in use') } : choice,
  );
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('SPARQL dialect'),
    placeHolder: vscode.l10n.t('Select the dialect to check queries against'),
  });
  if (chosen) await settings.setDialect(chosen.dialect, scope);
}
