import { t } from '../shared/l10n';
import type { RunningQuery } from '../shared/messages';
import { textButton } from './controls';
import { element } from './dom';
import { host } from './host';
import { icon } from './icons';

/** The notice above the results: the progress of a running query, or why it has no result. */
export class Notice {
  readonly element = element('div', { class: 'notice', attributes: { hidden: '', role: 'status' } });
  private clock = 0;

  running({ kb, elapsed, message, share }: RunningQuery): void {
    this.clear();
    const began = performance.now() - elapsed;
    const time = element('span', { class: 'elapsed', attributes: { 'aria-hidden': true } });
    const bar = element('progress', { attributes: { 'aria-label': t('Progress') } });
    if (share !== undefined) bar.value = share;
    const tick = (): void => {
      time.textContent = t('{0} s', ((performance.now() - began) / 1000).toFixed(1));
      // Avoids flicker for short runs.
      this.element.classList.toggle('quick', performance.now() - began < QUICK_MS);
    };
    tick();
    this.clock = window.setInterval(tick, 100);
    this.element.className = 'notice going';
    this.element.replaceChildren(
      element('span', { text: message ?? t('Running on {0}', kb) }),
      time,
      bar,
      textButton(t('Cancel'), () => host.send({ type: 'cancel' })),
    );
    tick();
    this.element.hidden = false;
  }

  stopped(message: string, { failed }: { readonly failed: boolean }): void {
    this.clear();
    this.element.className = failed ? 'notice error' : 'notice';
    this.element.replaceChildren(icon(failed ? 'error' : 'info'), element('span', { text: message }));
    this.element.hidden = false;
  }

  clear(): void {
    window.clearInterval(this.clock);
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

const QUICK_MS = 200;
