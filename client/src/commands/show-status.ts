import * as vscode from 'vscode';
import { kbSettings } from '../kb/kb-settings';
import type { ServerSession } from '../language-client';
import { commandItem, type MenuItem } from '../menu';
import { modelSettings } from '../models/model-settings';
import { settings } from '../settings';
import { dialectNames, type StatusView, viewStatus } from '../status-view';

const EXTENSION = 'fun-fusic.fun-fusic';

interface Manifest {
  readonly bugs?: { readonly url?: string };
}

/** The menu of the status bar item: the state, and actions. */
export async function showStatus(server: ServerSession): Promise<void> {
  const dialect = settings.dialect(vscode.window.activeTextEditor?.document);
  const view = viewStatus(server.state, dialect);
  const actions: readonly MenuItem[] = [
    ...problemActions(view),
    command(
      vscode.l10n.t('$(server) Select the KB for queries…'),
      'funfusic.chooseKnowledgeBase',
      vscode.l10n.t('current: {0}', kbSettings.chosen(vscode.window.activeTextEditor?.document)),
    ),
    command(
      vscode.l10n.t('$(sparkle) Select the model for questions, repairs and explanations…'),
      'funfusic.chooseModel',
      vscode.l10n.t('current: {0}', modelSettings.chosen(vscode.window.activeTextEditor?.document)),
    ),
    command(
      vscode.l10n.t('$(folder-opened) Select a KB schema file…'),
      'funfusic.chooseSchema',
      vscode.l10n.t('current: {0}', settings.schemaFile() || vscode.l10n.t('bundled')),
    ),
    ...bundledSchemaActions(),
    command(
      vscode.l10n.t('$(symbol-keyword) Select the SPARQL dialect…'),
      'funfusic.chooseDialect',
      vscode.l10n.t('current: {0}', dialectNames()[dialect]),
    ),
    command(vscode.l10n.t('$(book) Get started'), 'funfusic.openWalkthrough'),
    feedbackItem(),
    command(vscode.l10n.t('$(output) Show the log'), 'funfusic.showLog'),
    command(vscode.l10n.t('$(refresh) Restart the language server'), 'funfusic.restartServer'),
  ];
  const chosen = await vscode.window.showQuickPick(actions, {
    title: `FUn-FuSIC: ${view.text}`,
    placeHolder: view.details.join(' '),
  });
  await chosen?.run?.();
}

/** A problem has its own item, because the placeholder disappears while typing. */
function problemActions(view: StatusView): readonly MenuItem[] {
  const [problem] = view.details;
  if (view.level === 'normal' || problem === undefined) return [];
  return [
    {
      ...command(`$(${view.icon}) ${view.text}`, 'funfusic.showLog', vscode.l10n.t('show the log')),
      detail: problem,
    },
  ];
}

/** Opens the issues of the extension if the manifest has their address, otherwise the editor's form. */
function feedbackItem(): MenuItem {
  const manifest = vscode.extensions.getExtension(EXTENSION)?.packageJSON as Manifest | undefined;
  const address = manifest?.bugs?.url;
  return {
    label: vscode.l10n.t('$(feedback) Give feedback or report an issue'),
    run: () =>
      address === undefined
        ? vscode.commands.executeCommand('workbench.action.openIssueReporter', { extensionId: EXTENSION })
        : vscode.env.openExternal(vscode.Uri.parse(address)),
  };
}

function bundledSchemaActions(): readonly MenuItem[] {
  if (settings.schemaFile() === '') return [];
  return [
    {
      label: vscode.l10n.t('$(database) Use the bundled Freebase schema'),
      run: () => settings.clearSchemaFile(),
    },
  ];
}

function command(label: string, name: string, description?: string): MenuItem {
  return { ...commandItem(label, name), ...(description !== undefined && { description }) };
}
