import { formatNumber, t } from '../../shared/l10n';
import type { AskEventHead, AskTraceHead, AskingState, ShownAnswer } from '../../shared/ask/ask-messages';
import { announcementOf } from '../../shared/ask/ask-texts';
import { chipsOf, type EntityChip } from '../../shared/ask/entity-chips';
import type { PanelState } from '../../shared/messages';
import { shownLines } from '../../shared/terms';
import { iconButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { icon } from '../icons';
import { drawSummaryLine } from './summary-line';
import { drawCandidates } from './candidates';
import { drawAnswerPart } from './answer-part';
import { AskBox } from './ask-box';
import { drawDetails } from './details-part';
import { openAddMenu, openEntityMenu } from './entity-menu';
import { drawFactsPart } from './facts-part';
import { drawFollowUps } from './follow-ups';
import { LiveProgress } from './live-progress';
import { drawQuestion } from './question-head';
import { drawInterpretation } from './interpretation-part';
import { Sections } from './sections';

type KeptPart = NonNullable<PanelState['asked']>;

/** A question with its answer or its progress, and the box for the next one. The page is reused for all questions. */
export class QuestionPage {
  readonly element: HTMLElement;
  readonly box: AskBox;
  private readonly head = element('header', { class: 'asked-head' });
  private readonly body = element('div', { class: 'asked-body' });
  private readonly page = element('div', { class: 'text-page asked', attributes: { tabindex: -1 } });
  /** For screen readers only. */
  private readonly spoken = element('p', { class: 'spoken', attributes: { role: 'status' } });
  private readonly opened: Record<string, boolean>;
  private asked: AskTraceHead | undefined;
  private running:
    | { readonly question: string; readonly kb: string; readonly live: LiveProgress }
    | undefined;
  private mounted: (() => void)[] = [];

  constructor(
    saved: KeptPart | undefined,
    private readonly open: (iri: string) => void,
    private readonly changed: () => void,
  ) {
    this.opened = { ...saved?.open };
    this.box = new AskBox({
      ask: (question) => host.send({ type: 'askQuestion', question }),
      stop: () => host.send({ type: 'stop' }),
      changed,
    });
    if (saved?.next) this.box.write(saved.next, { focus: false });
    this.page.append(this.head, this.body);
    this.element = element('div', { class: 'asked-page' }, this.page, this.box.element, this.spoken);
  }

  get state(): KeptPart {
    const { question, kb } = this.running ?? {};
    return {
      open: this.opened,
      next: this.box.text,
      ...(question !== undefined && kb !== undefined && { going: { question, kb } }),
    };
  }

  /** The buttons for the previous and next question. */
  controls({ place }: ShownAnswer): readonly HTMLElement[] {
    if (!place || place.of < 2) return [];
    const button = (by: -1 | 1): HTMLElement => {
      const made = iconButton(
        by < 0 ? 'back' : 'forward',
        by < 0 ? t('Previous question') : t('Next question'),
        () => host.send({ type: 'visit', by }),
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

  asking({ question, kb, elapsed, events }: AskingState): void {
    const live = new LiveProgress();
    this.running = { question, kb, live };
    this.box.began(elapsed);
    // Cleared, so that the same answer is announced again.
    this.spoken.textContent = '';
    // If the same question is asked again, the old answer stays until the new one arrives.
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
    if (!this.running) return;
    const { question, live } = this.running;
    live.add(event);
    this.box.tell(live.now);
    if (event.type === 'linked' && !this.asked)
      this.head.replaceChildren(...drawQuestion(question, event.linking, chipsOf(event.linking), undefined));
  }

  show({ asked }: ShownAnswer): void {
    const isNew = this.asked?.question !== asked.question && this.running?.question !== asked.question;
    this.ended();
    this.clear();
    this.asked = asked;
    const chips = chipsOf(asked.linking, asked.result.query === undefined ? undefined : asked.used);
    this.drawHead(asked, chips);
    this.body.replaceChildren(
      drawAnswerPart(asked, { open: this.open }),
      drawFollowUps(asked, chips, () => this.box.write(asked.question, { focus: true })),
      ...drawSummaryLine(asked),
      ...this.sections(asked),
    );
    if (isNew) this.page.scrollTop = 0;
    this.spoken.textContent = announcementOf(asked);
  }

  /** The question was stopped or failed; it can be asked again. */
  stopped({ message, failed }: { readonly message: string; readonly failed: boolean }): void {
    const question = this.running?.question;
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
    this.running = undefined;
    this.box.ended();
    this.body.classList.remove('stale');
  }

  private clear(): void {
    for (const destroy of this.mounted) destroy();
    this.mounted = [];
  }

  private drawHead(asked: AskTraceHead, chips: readonly EntityChip[]): void {
    const parts = { ...asked, chips };
    this.head.replaceChildren(
      ...drawQuestion(asked.question, asked.linking, chips, {
        correct: (chip, button) => openEntityMenu(parts, chip, button, this.open),
        add: (button) => openAddMenu(parts, button),
      }),
    );
  }

  private sections(asked: AskTraceHead): readonly HTMLElement[] {
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
              () => drawInterpretation(asked, query),
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
              () => drawCandidates(asked),
            ),
          ]
        : []),
      sections.make('course', t('Details'), { open: false }, () => drawDetails(asked, this.open)),
    ];
  }
}
