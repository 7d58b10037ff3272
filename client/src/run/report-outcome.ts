import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol/index';
import { showMessage } from '../dialogs';
import { adviceForRun, type RunAdvice } from './advice';

/** Reports a failed run with actions; the results panel shows the rest. */
export async function reportOutcome(
  run: Run,
  { stillThere }: { readonly stillThere: boolean },
): Promise<void> {
  if (run.place && stillThere) reveal(run.uri, run.place);
  const advice = adviceForRun(run);
  if (advice) await offer(advice);
}

/** Reports why a query could not run. */
export async function showProblem(message: string): Promise<void> {
  await offer({
    level: 'error',
    message,
    actions: /\bKB\b/.test(message)
      ? [{ title: vscode.l10n.t('Select KB…'), command: 'funfusic.chooseKnowledgeBase' }]
      : [],
  });
}

async function offer({ level, message, actions }: RunAdvice): Promise<void> {
  const chosen = await showMessage(
    level,
    message,
    actions.map(({ title }) => title),
  );
  const action = actions.find(({ title }) => title === chosen);
  if (action) await vscode.commands.executeCommand(action.command, ...(action.arguments ?? []));
}

function reveal(uri: string, { start, end }: NonNullable<Run['place']>): void {
  const where = new vscode.Range(start.line, start.character, end.line, end.character);
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  if (!editor) return;
  editor.revealRange(where, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  editor.selection = new vscode.Selection(where.start, where.start);
}
