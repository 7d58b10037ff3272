import { t } from '../../shared/l10n';
import type { PanelState } from '../../shared/messages';
import type { Going, ResultsPanel } from './results-panel';

/** The question that was being asked when the window was closed. */
export function interruptedIn(state: PanelState | undefined): Going | undefined {
  const { question, kb } = state?.asked?.going ?? {};
  if (typeof question !== 'string' || typeof kb !== 'string') return undefined;
  return {
    cancel: () => undefined,
    title: question,
    told: () => ({ type: 'asking', asking: { question, kb, elapsed: 0, events: [] } }),
  };
}

/** It is there to be asked again; by itself it is not, since that may cost money. */
export function tellInterrupted(panel: ResultsPanel, question: Going): void {
  panel.running(question);
  panel.stop(question, t('The window was closed before this question was answered. Ask it again.'), {
    failed: false,
  });
}
