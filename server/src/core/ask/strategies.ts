/** The strategies, which of them is taken, and which one comes after one that finds nothing. */
import { chatKbqa } from './strategies/chatkbqa';
import { fidelis } from './strategies/fidelis';
import { funFusic } from './strategies/fun-fusic';
import { rngKbqa } from './strategies/rng-kbqa';
import type { Strategy, StrategyName } from './strategy';

export const STRATEGY_OF: Readonly<Record<StrategyName, Strategy>> = {
  'fun-fusic': funFusic,
  'rng-kbqa': rngKbqa,
  chatkbqa: chatKbqa,
  fidelis,
};

/** What is taken where the user leaves it open: the first that the set-up allows. */
const BEST: readonly StrategyName[] = ['fun-fusic', 'rng-kbqa'];
/** What is tried after another: the first that was not. */
const AFTER: readonly StrategyName[] = ['rng-kbqa', 'fun-fusic'];

export function strategyFor(choice: StrategyName | 'auto', hasModel: boolean): StrategyName {
  if (choice !== 'auto') return choice;
  return BEST.find((name) => canRun(name, hasModel)) ?? 'rng-kbqa';
}

export function nextAfter(tried: readonly StrategyName[], hasModel: boolean): StrategyName | undefined {
  return AFTER.find((name) => !tried.includes(name) && canRun(name, hasModel));
}

function canRun(name: StrategyName, hasModel: boolean): boolean {
  return hasModel || !STRATEGY_OF[name].needsModel;
}
