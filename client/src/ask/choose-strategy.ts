import * as vscode from 'vscode';
import { STRATEGIES, STRATEGIES_WITH_MODEL, type StrategyName } from '../../../server/src/protocol/index';
import { strategyDescriptions } from '../../shared/ask/ask-texts';
import { modelSettings, NO_MODEL } from '../models/model-settings';
import { settings } from '../settings';

interface StrategyItem extends vscode.QuickPickItem {
  readonly strategy?: StrategyName | 'auto';
}

/** The strategies, first those that can run. Without a model, the others are below a line that says why. */
function strategyItems(marked: {
  readonly strategy: string;
  readonly mark: string;
}): readonly StrategyItem[] {
  const items: readonly StrategyItem[] = [
    {
      label: 'auto',
      strategy: 'auto',
      detail: vscode.l10n.t('Automatic: fun-fusic with a model, rng-kbqa without one'),
    },
    ...STRATEGIES.map((strategy) => ({
      label: needsMissingModel(strategy) ? `$(circle-slash) ${strategy}` : strategy,
      strategy,
      detail: strategyDescriptions()[strategy],
    })),
  ];
  const withMark = items.map((item) => ({
    ...item,
    description: [
      ...(item.strategy === marked.strategy ? [marked.mark] : []),
      ...(needsMissingModel(item.strategy) ? [vscode.l10n.t('needs a model')] : []),
    ].join(' · '),
  }));
  const unusable = withMark.filter(({ strategy }) => needsMissingModel(strategy));
  return [
    ...withMark
      .filter((item) => !unusable.includes(item))
      .sort((a, b) => Number(b.strategy === marked.strategy) - Number(a.strategy === marked.strategy)),
    ...(unusable.length === 0
      ? []
      : [
          {
            label: vscode.l10n.t('Unavailable: no model is selected'),
            kind: vscode.QuickPickItemKind.Separator,
          },
          ...unusable,
        ]),
  ];
}

const needsMissingModel = (strategy: StrategyName | 'auto' | undefined): boolean =>
  modelSettings.chosen() === NO_MODEL && STRATEGIES_WITH_MODEL.some((name) => name === strategy);

/** Lets the user select a strategy. One that needs a model is not selected without one; the user can select a model instead. */
export async function pickStrategy(
  marked: { readonly strategy: string; readonly mark: string },
  options: vscode.QuickPickOptions,
): Promise<StrategyName | 'auto' | undefined> {
  const picked = await vscode.window.showQuickPick(strategyItems(marked), {
    ...options,
    matchOnDetail: true,
  });
  const strategy = picked?.strategy;
  if (!needsMissingModel(strategy)) return strategy;
  const select = vscode.l10n.t('Choose Model…');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} needs a model. Select a model first, or another strategy.', strategy ?? ''),
    select,
  );
  if (choice !== select) return undefined;
  await vscode.commands.executeCommand('funfusic.chooseModel');
  return needsMissingModel(strategy) ? undefined : strategy;
}

/** Lets the user choose how questions are turned into queries. */
export async function chooseStrategy(): Promise<void> {
  const picked = await pickStrategy(
    { strategy: settings.strategy(), mark: vscode.l10n.t('in use') },
    { title: vscode.l10n.t('Select the strategy for questions'), ignoreFocusOut: true },
  );
  if (picked) await settings.setStrategy(picked);
}
