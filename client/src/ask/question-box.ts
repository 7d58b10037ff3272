import * as vscode from 'vscode';
import { questionProblem } from '../../../server/src/protocol/index';
import { outcomeText, type HistoryEntry } from '../results/saved-results';
import { normalizeQuestion } from './ask-progress';

/** Asks for a question. The default is the last one. */
export function writeQuestion(
  questions: readonly HistoryEntry[],
  { title, value = questions[0]?.title ?? '' }: { readonly title: string; readonly value?: string },
): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  box.title = title;
  box.prompt = vscode.l10n.t('Write names as they appear in the KB.');
  box.placeholder = vscode.l10n.t('Where was Barack Obama born?');
  box.value = value;
  box.valueSelection = [0, value.length];
  box.ignoreFocusOut = true;
  const earlier = { iconPath: new vscode.ThemeIcon('history'), tooltip: vscode.l10n.t('Earlier Questions') };
  box.buttons = questions.length > 0 ? [earlier] : [];
  return new Promise((resolve) => {
    box.onDidChangeValue((text) => {
      // An empty box is not an error while typing.
      box.validationMessage = text.trim() === '' ? undefined : questionProblem(text);
    });
    box.onDidAccept(() => {
      box.validationMessage = questionProblem(box.value);
      if (box.validationMessage !== undefined) return;
      resolve(normalizeQuestion(box.value));
      box.hide();
    });
    box.onDidTriggerButton(() => {
      resolve(pickQuestion(questions));
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

async function pickQuestion(questions: readonly HistoryEntry[]): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(
    questions.map((question) => ({
      label: question.title,
      description: outcomeText(question.outcome),
      detail: `${question.kb} · ${new Date(question.began).toLocaleString()}`,
    })),
    { title: vscode.l10n.t('Select a question to ask again'), matchOnDescription: true },
  );
  return picked?.label;
}
