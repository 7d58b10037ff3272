import { formatNumber, t } from '../../shared/l10n';
import type { AskEventHead, AskedHead, Asking, ShownAsked } from '../../shared/asked/asked-messages';
import { announcementOf } from '../../shared/asked/asked-words';
import { chipsOf, type Chip } from '../../shared/asked/chips';
import type { PanelState } from '../../shared/messages';
import { shownLines } from '../../shared/terms';
import { iconButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { icon } from '../icons';
import { drawAbout } from './about-line';
import { drawAlternatives } from './alternatives';
import { drawAnswerPart } from './answer-part';
import { AskBox } from './ask-box';
import { drawCourse } from './course-part';
import { openAddMenu, openEntityMenu } from './entity-menu';
import { drawFactsPart } from './facts-part';
import { drawFollowUps } from './follow-ups';
import { Live } from './live';
import { drawQuestion } from './question-head';
import { drawReadingPart } from './reading-part';
import { Sections } from './section';

type KeptPart = NonNullable<PanelState['asked']>;

/** A question and what came of it, or comes; and a place for the next. It stays on the page from question to question. */
export class AskedPage {
  readonly element: HTMLElement;
  readonly box: AskBox;
  private readonly head = element('header', { class: 'asked-head' });
  private readonly body = element('div', { class: 'asked-body' });
  private readonly page = element('div', { class: 'text-page asked', attributes: { tabindex: -1 } });
  /** Read out, not seen. */
  private readonly spoken = element('p', { class: 'spoken', attributes: { role: 'status' } });
  private readonly opened: Record<string, boolean>;
  private asked: AskedHead | undefined;
  private going: { readonly question: string; readonly kb: string; readonly live: Live } | undefined;
  private mounted: (() => void)[] = [];

  constructor(
    kept: KeptPart | undefined,
    private readonly open: (iri: string) => void,
    private readonly changed: () => void,
  ) {
    this.opened = { ...kept?.open };
    this.box = new AskBox({
      ask: (question) => host.tell({ type: 'askQuestion', question }),
      stop: () => host.tell({ type: 'stop' }),
      changed,
    });
    if (kept?.next) this.box.write(kept.next, { focus: false });
    this.page.append(this.head, this.body);
    this.element = element('div', { class: 'asked-page' }, this.page, this.box.element, this.spoken);
  }

  get state(): KeptPart {
    const { question, kb } = this.going ?? {};
    return {
      open: this.opened,
      next: this.box.text,
      ...(question !== undefined && kb !== undefined && { going: { question, kb } }),
    };
  }

  /** For the bar above: from question to question. */
  controls({ place }: ShownAsked): readonly HTMLElement[] {
    if (!place || place.of < 2) return [];
    const button = (by: -1 | 1): HTMLElement => {
      const made = iconButton(
        by < 0 ? 'back' : 'forward',
        by < 0 ? t('Previous question') : t('Next question'),
        () => host.tell({ type: 'visit', by }),
      );
      made.disabled = by < 0 ? place.at <= 0 : place.at >= place.of - 1;
      return made;
    };
    return [
      element('span', {
        class: 'dim',
        text: t('{0} of {1}', formatNumber(place.at + 1), formatNumber(place.of)),
      }),
      button(-1),
      button(1),
    ];
  }

  asking({ question, kb, elapsed, events }: Asking): void {
    const live = new Live();
    this.going = { question, kb, live };
    this.box.began(elapsed);
    // The same answer as before is said again.
    this.spoken.textContent = '';
    // What is only corrected stays where it is, until the new answer takes its place.
    if (this.asked?.question === question) this.body.classList.add('stale');
    else {
      this.clear();
      this.asked = undefined;
      this.head.replaceChildren(...drawQuestion(question, undefined, [], undefined));
      this.body.replaceChildren(live.element);
      this.page.scrollTop = 0;
    }
    this.box.tell(t('Asking {0}', kb));
    for (const event of events) this.event(event);
  }

  event(event: AskEventHead): void {
    if (!this.going) return;
    const { question, live } = this.going;
    live.add(event);
    this.box.tell(live.now);
    if (event.type === 'linked' && !this.asked)
      this.head.replaceChildren(...drawQuestion(question, event.linking, chipsOf(event.linking), undefined));
  }

  show({ asked }: ShownAsked): void {
    const anew = this.asked?.question !== asked.question && this.going?.question !== asked.question;
    this.ended();
    this.clear();
    this.asked = asked;
    const chips = chipsOf(asked.linking, asked.result.query === undefined ? undefined : asked.used);
    this.drawHead(asked, chips);
    this.body.replaceChildren(
      drawAnswerPart(asked, { open: this.open }),
      drawFollowUps(asked, chips, () => this.box.write(asked.question, { focus: true })),
      ...drawAbout(asked),
      ...this.sections(asked),
    );
    if (anew) this.page.scrollTop = 0;
    this.spoken.textContent = announcementOf(asked);
  }

  /** It did not come to an end: the question is there to be asked again. */
  stopped({ message, failed }: { readonly message: string; readonly failed: boolean }): void {
    const question = this.going?.question;
    this.ended();
    this.spoken.textContent = message;
    if (question !== undefined && this.box.text === '') this.box.write(question, { focus: false });
    const note = element(
      'p',
      { class: failed ? 'asked-note error' : 'asked-note info' },
      icon(failed ? 'error' : 'info'),
      element('span', { text: shownLines(message) }),
    );
    this.body.querySelector('.stopped')?.remove();
    note.classList.add('stopped');
    this.body.prepend(note);
  }

  destroy(): void {
    this.ended();
    this.clear();
  }

  private ended(): void {
    this.going = undefined;
    this.box.ended();
    this.body.classList.remove('stale');
  }

  private clear(): void {
    for (const destroy of this.mounted) destroy();
    this.mounted = [];
  }

  private drawHead(asked: AskedHead, chips: readonly Chip[]): void {
    const parts = { ...asked, chips };
    this.head.replaceChildren(
      ...drawQuestion(asked.question, asked.linking, chips, {
        correct: (chip, button) => openEntityMenu(parts, chip, button, this.open),
        add: (button) => openAddMenu(parts, button),
      }),
    );
  }

  private sections(asked: AskedHead): readonly HTMLElement[] {
    const sections = new Sections(this.opened, this.changed);
    const { kb, result, considered, evidence } = asked;
    const { query } = result;
    const answered = result.kind === 'answer';
    const others = considered.filter(({ chosen }) => !chosen).length;
    return [
      ...(query === undefined
        ? []
        : [
            sections.make(
              'reading',
              answered ? t('Interpretation') : t('Closest query found'),
              { open: true },
              () => drawReadingPart(asked, query),
            ),
            sections.make(
              'facts',
              answered ? t('Supporting facts') : t('As a graph'),
              { open: answered },
              () =>
                drawFactsPart(evidence, {
                  kb,
                  query,
                  open: this.open,
                  onDestroy: (destroy) => this.mounted.push(destroy),
                }),
            ),
          ]),
      ...(others > 0
        ? [
            sections.make(
              'alternatives',
              t('Other candidates'),
              { open: false, note: formatNumber(others) },
              () => drawAlternatives(asked),
            ),
          ]
        : []),
      sections.make('course', t('Details'), { open: false }, () => drawCourse(asked, this.open)),
    ];
  }
}
