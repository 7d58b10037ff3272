/** The strategies by name, the default strategy and the fallback strategy. */
import { chatKbqa } from './strategies/chatkbqa';
import { fidelis } from './strategies/fidelis';
import { funFusic } from './strategies/fun-fusic';
import { rngKbqa } from './strategies/rng-kbqa';
import type { Strategy, StrategyName } from './strategy';

export const STRATEGIES_BY_NAME: Readonly<Record<StrategyName, Strategy>> = {
  'fun-fusic': funFusic,
  'rng-kbqa': rngKbqa,
  chatkbqa: chatKbqa,
  fidelis,
};

/** The first one that can run is the default. */
const DEFAULT_ORDER: readonly StrategyName[] = ['fun-fusic', 'rng-kbqa'];
/** The first one that was not tried is the fallback. */
const FALLBACK_ORDER: readonly StrategyName[] = ['rng-kbqa', 'fun-fusic'];

export function selectStrategy(choice: StrategyName | 'auto', hasModel: boolean): StrategyName {
  if (choice !== 'auto') return choice;
  return DEFAULT_ORDER.find((name) => canRun(name, hasModel)) ?? 'rng-kbqa';
}

export function nextStrategy(tried: readonly StrategyName[], hasModel: boolean): StrategyName | undefined {
  return FALLBACK_ORDER.find((name) => !tried.includes(name) && canRun(name, hasModel));
}

function canRun(name: StrategyName, hasModel: boolean): boolean {
  return hasModel || !STRATEGIES_BY_NAME[name].needsModel;
}
