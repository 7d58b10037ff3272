import * as vscode from 'vscode';
import { VERDICTS, type AnswerVerdict } from '../../../server/src/protocol/index';
import { verdictNames } from './evaluation-texts';
import { VERDICT_ICONS } from './node-icons';
import type { QuestionFilter } from './question-filter';

interface VerdictItem extends vscode.QuickPickItem {
  readonly verdict: AnswerVerdict;
}

/** Lets the user choose which questions are shown: verdicts by ticking them, words by typing. */
export function chooseFilter(filter: QuestionFilter): Promise<QuestionFilter | undefined> {
  const pick = vscode.window.createQuickPick<VerdictItem>();
  pick.title = vscode.l10n.t('Filter questions: select verdicts, and type words to search for');
  pick.placeholder = vscode.l10n.t('Words in the question, its ID or its answers');
  pick.canSelectMany = true;
  pick.items = VERDICTS.map((verdict) => ({
    verdict,
    label: verdictNames()[verdict],
    iconPath: VERDICT_ICONS[verdict],
    // The typed text filters the questions, not this list.
    alwaysShow: true,
  }));
  pick.selectedItems = pick.items.filter(({ verdict }) => filter.verdicts.includes(verdict));
  pick.value = filter.text;
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve({ verdicts: pick.selectedItems.map(({ verdict }) => verdict), text: pick.value.trim() });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
