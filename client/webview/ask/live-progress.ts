import { t } from '../../shared/l10n';
import type { AskEventHead } from '../../shared/ask/ask-messages';
import { addEvent, type AskProgressStep } from '../../shared/ask/progress-steps';
import { displayText } from '../../shared/terms';
import { element } from '../dom';
import { icon } from '../icons';

/** The steps of a running question. */
export class LiveProgress {
  readonly element = element('ol', {
    class: 'live-steps',
    attributes: { role: 'log', 'aria-label': t('Progress') },
  });
  private steps: readonly AskProgressStep[] = [];

  /** The current step. */
  get current(): string {
    return displayText(this.steps.findLast(isDone)?.text ?? t('Analyzing the question'), 160);
  }

  add(event: AskEventHead): void {
    const before = this.steps;
    this.steps = addEvent(before, event);
    const [oldCurrent, newCurrent] = [before.findLastIndex(isDone), this.steps.findLastIndex(isDone)];
    // Draws only changes, so that screen readers read each step once.
    this.steps.forEach((step, at) => {
      if (step === before[at] && !(at === oldCurrent && oldCurrent !== newCurrent)) return;
      const drawn = drawStep(step, at === newCurrent);
      const old = this.element.children[at];
      if (old) old.replaceWith(drawn);
      else this.element.append(drawn);
    });
  }
}

const isDone = ({ sign }: AskProgressStep): boolean => sign === 'done';

const drawStep = ({ text, more = [], sign }: AskProgressStep, isCurrent: boolean): HTMLElement =>
  element(
    'li',
    { class: `live-step ${sign}` },
    isCurrent
      ? element('span', { class: 'pulse', attributes: { 'aria-hidden': true } })
      : icon(sign === 'trouble' ? 'warning' : 'check'),
    element(
      'div',
      {},
      element('span', { text: displayText(text, 200) }),
      ...more.map((line) => element('div', { class: 'dim', text: displayText(line, 200) })),
    ),
  );
