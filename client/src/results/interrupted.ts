import { t } from '../../shared/l10n';
import type { PanelState } from '../../shared/messages';
import type { PendingContent, ResultsPanel } from './results-panel';

/** The question that was running when the window was closed. */
export function interruptedIn(state: PanelState | undefined): PendingContent | undefined {
  const { question, kb } = state?.asked?.going ?? {};
  if (typeof question !== 'string' || typeof kb !== 'string') return undefined;
  return {
    cancel: () => undefined,
    title: question,
    state: () => ({ type: 'asking', asking: { question, kb, elapsed: 0, events: [] } }),
  };
}

/** Offers to ask it again. This is not automatic, because it may cost money. */
export function showInterrupted(panel: ResultsPanel, question: PendingContent): void {
  panel.running(question);
  panel.stop(question, t('The window was closed before this question was answered. Ask it again.'), {
    failed: false,
  });
}
