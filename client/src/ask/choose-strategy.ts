import * as vscode from 'vscode';
import { STRATEGIES, type StrategyName } from '../../../server/src/protocol/index';
import { strategyDescriptions } from '../../shared/ask/ask-texts';
import { settings } from '../settings';

export const strategyItems = (): readonly {
  readonly label: StrategyName | 'auto';
  readonly detail: string;
}[] => [
  { label: 'auto', detail: vscode.l10n.t('Automatic: fun-fusic with a model, rng-kbqa without one') },
  ...STRATEGIES.map((label) => ({ label, detail: strategyDescriptions()[label] })),
];

/** Lets the user choose how questions are turned into queries. */
export async function chooseStrategy(): Promise<void> {
  const chosen = settings.strategy();
  const picked = await vscode.window.showQuickPick(
    strategyItems().map((item) => ({
      ...item,
      ...(item.label === chosen && { description: vscode.l10n.t('in use') }),
    })),
    { title: vscode.l10n.t('Select how questions are answered'), matchOnDetail: true, ignoreFocusOut: true },
  );
  if (picked) await settings.setStrategy(picked.label);
}
