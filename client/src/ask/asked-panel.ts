import { t } from '../../shared/l10n';
import type { AskEvent, AskTargetResult } from '../../../server/src/protocol/index';
import { askEventHead } from '../../shared/asked/asked-head';
import type { AskEventHead } from '../../shared/asked/asked-messages';
import { heldContent } from '../results/content';
import type { Results } from '../results/results';
import type { Going } from '../results/results-panel';
import type { HeldAsked } from '../results/store-policy';

/** How a question that is being asked is told of; one of the last three ends it. */
export interface AskingView {
  /** `message` is the same in words. */
  tell(event: AskEvent, message: string | undefined): void;
  show(held: HeldAsked): void;
  failed(problem: string): void;
  cancelled(reason?: string): void;
}

/** Shows in the panel of questions that one is being asked. The caret stays where it is. */
export function askingIn(
  results: Results,
  { question, began }: { readonly question: string; readonly began: number },
  { kb, model }: Exclude<AskTargetResult, { readonly problem: string }>,
  cancel: () => void,
): AskingView {
  const panel = results.panelForNext('asked');
  const events: AskEventHead[] = [];
  const going: Going = {
    cancel,
    title: question,
    told: () => ({
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
  panel.running(going);
  return {
    tell: (event, message) => {
      const head = headOf(event, message);
      if (!head) return;
      events.push(head);
      panel.progress(going, { type: 'askEvent', event: head });
    },
    show: (held) => {
      // The panel may have been closed meanwhile, or have taken up another question.
      const free = panel.going === going && results.isOpen(panel) ? panel : results.panelForNext('asked');
      free.show(heldContent(held, results.questions.runs));
    },
    failed: (problem) => panel.stop(going, problem, { failed: true }),
    cancelled: (reason = t('The question was stopped.')) => panel.stop(going, reason, { failed: false }),
  };
}

function headOf(event: AskEvent, message: string | undefined): AskEventHead | undefined {
  if (event.type === 'repair') return message === undefined ? undefined : { type: 'repairing', message };
  return askEventHead(event);
}
