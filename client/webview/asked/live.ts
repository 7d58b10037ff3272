import { t } from '../../shared/l10n';
import type { AskEventHead } from '../../shared/asked/asked-messages';
import { withEvent, type Step } from '../../shared/asked/steps';
import { shownText } from '../../shared/terms';
import { element } from '../dom';
import { icon } from '../icons';

/** What goes on while a question is answered, step by step. */
export class Live {
  readonly element = element('ol', {
    class: 'live-steps',
    attributes: { role: 'log', 'aria-label': t('Progress') },
  });
  private steps: readonly Step[] = [];

  /** What happens now, in a few words. */
  get now(): string {
    return shownText(this.steps.findLast(isGoing)?.text ?? t('Analyzing the question'), 160);
  }

  add(event: AskEventHead): void {
    const before = this.steps;
    this.steps = withEvent(before, event);
    const [was, is] = [before.findLastIndex(isGoing), this.steps.findLastIndex(isGoing)];
    // Only what has changed is drawn, so that it is read out once.
    this.steps.forEach((step, at) => {
      if (step === before[at] && !(at === was && was !== is)) return;
      const drawn = stepOf(step, at === is);
      const old = this.element.children[at];
      if (old) old.replaceWith(drawn);
      else this.element.append(drawn);
    });
  }
}

const isGoing = ({ sign }: Step): boolean => sign === 'done';

const stepOf = ({ text, more = [], sign }: Step, now: boolean): HTMLElement =>
  element(
    'li',
    { class: `live-step ${sign}` },
    now
      ? element('span', { class: 'pulse', attributes: { 'aria-hidden': true } })
      : icon(sign === 'trouble' ? 'warning' : 'check'),
    element(
      'div',
      {},
      element('span', { text: shownText(text, 200) }),
      ...more.map((line) => element('div', { class: 'dim', text: shownText(line, 200) })),
    ),
  );
