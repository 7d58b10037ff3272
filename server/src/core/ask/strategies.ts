/** The strategies, the default, and the order of fallbacks. */
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

/** The default: the first that can run. */
const BEST: readonly StrategyName[] = ['fun-fusic', 'rng-kbqa'];
/** The fallback: the first that was not tried. */
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
