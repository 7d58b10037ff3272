import { t } from '../../shared/l10n';
import type { AskEvent, AskTargetResult } from '../../../server/src/protocol/index';
import { askEventHead } from '../../shared/ask/ask-trace-head';
import type { AskEventHead } from '../../shared/ask/ask-messages';
import { contentOf } from '../results/content';
import type { Results } from '../results/results';
import type { PendingContent } from '../results/results-panel';
import type { SavedAnswer } from '../results/saved-results';

/** Shows the progress of a question. Each of the last three methods ends it. */
export interface AskingView {
  /** `message` describes the event. */
  progress(event: AskEvent, message: string | undefined): void;
  show(saved: SavedAnswer): void;
  failed(problem: string): void;
  cancelled(reason?: string): void;
}

/** Shows the running question in the question panel. The focus does not move. */
export function showAsking(
  results: Results,
  { question, began }: { readonly question: string; readonly began: number },
  { kb, model }: Exclude<AskTargetResult, { readonly problem: string }>,
  cancel: () => void,
): AskingView {
  const panel = results.panelFor('asked');
  const events: AskEventHead[] = [];
  const pending: PendingContent = {
    cancel,
    title: question,
    state: () => ({
      type: 'asking',
      asking: {
        question,
        kb,
        ...(model && { model: model.name }),
        elapsed: performance.now() - began,
        events,
      },
    }),
  };
  panel.running(pending);
  return {
    progress: (event, message) => {
      const head = toEventHead(event, message);
      if (!head) return;
      events.push(head);
      panel.progress(pending, { type: 'askEvent', event: head });
    },
    show: (saved) => {
      // The panel may be closed, or show another question.
      const free = panel.pending === pending && results.isOpen(panel) ? panel : results.panelFor('asked');
      free.show(contentOf(saved, results.questions.runs));
    },
    failed: (problem) => panel.stop(pending, problem, { failed: true }),
    cancelled: (reason = t('The question was stopped.')) => panel.stop(pending, reason, { failed: false }),
  };
}

function toEventHead(event: AskEvent, message: string | undefined): AskEventHead | undefined {
  if (event.type === 'repair') return message === undefined ? undefined : { type: 'repairing', message };
  return askEventHead(event);
}
