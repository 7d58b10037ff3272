import * as vscode from 'vscode';
import { STRATEGIES, type StrategyName } from '../../../server/src/protocol/index';
import { strategyWords } from '../../shared/asked/asked-words';
import { askSettings } from './ask-settings';

const CHOICES: readonly { readonly name: StrategyName | 'auto'; readonly detail: string }[] = [
  { name: 'auto', detail: 'The best that the set-up allows: fun-fusic with a model, rng-kbqa without' },
  ...STRATEGIES.map((name) => ({ name, detail: strategyWords[name] })),
];

/** Lets the user choose how questions are turned into queries. */
export async function chooseStrategy(): Promise<void> {
  const chosen = askSettings.strategy();
  const picked = await vscode.window.showQuickPick(
    CHOICES.map(({ name, detail }) => ({
      label: name,
      detail,
      ...(name === chosen && { description: 'in use' }),
    })),
    { title: 'How questions are turned into queries', matchOnDetail: true },
  );
  if (picked) await askSettings.chooseStrategy(picked.label);
}
