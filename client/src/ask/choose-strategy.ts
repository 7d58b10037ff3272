import * as vscode from 'vscode';
import { STRATEGIES, type StrategyName } from '../../../server/src/protocol/index';
import { strategyDescriptions } from '../../shared/ask/ask-texts';
import { askSettings } from './ask-settings';

const strategyChoices = (): readonly { readonly name: StrategyName | 'auto'; readonly detail: string }[] => [
  { name: 'auto', detail: vscode.l10n.t('Automatic: fun-fusic with a model, rng-kbqa without one') },
  ...STRATEGIES.map((name) => ({ name, detail: strategyDescriptions()[name] })),
];

/** Lets the user choose how questions are turned into queries. */
export async function chooseStrategy(): Promise<void> {
  const chosen = askSettings.strategy();
  const picked = await vscode.window.showQuickPick(
    strategyChoices().map(({ name, detail }) => ({
      label: name,
      detail,
      ...(name === chosen && { description: vscode.l10n.t('in use') }),
    })),
    { title: vscode.l10n.t('Select how questions are answered'), matchOnDetail: true },
  );
  if (picked) await askSettings.chooseStrategy(picked.label);
}
