import { formatNumber, t } from '../../shared/l10n';
import type { AskEventHead, AskTraceHead, AskingState, ShownAnswer } from '../../shared/ask/ask-messages';
import { announcementOf } from '../../shared/ask/ask-texts';
import { chipsOf, type EntityChip } from '../../shared/ask/entity-chips';
import type { PanelState } from '../../shared/messages';
import { displayLines } from '../../shared/terms';
import { iconButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { icon } from '../icons';
import { drawSummaryLine } from './summary-line';
import { drawCandidates } from './candidates';
import { drawAnswerPart } from './answer-part';
import { AskBox } from './ask-box';
import { drawEvaluated } from './evaluated-part';
import { drawDetails } from './details-part';
import { openAddMenu, openEntityMenu } from './entity-menu';
import { drawFactsPart } from './facts-part';
import { drawFollowUps } from './follow-ups';
import { LiveProgress } from './live-progress';
import { drawQuestion } from './question-head';
import { drawInterpretation } from './interpretation-part';
import { Sections } from './sections';

type QuestionPageState = NonNullable<PanelState['asked']>;

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
  private trace: AskTraceHead | undefined;
  private running:
    | { readonly question: string; readonly kb: string; readonly live: LiveProgress }
    | undefined;
  /** Functions to call when the content is replaced. */
  private destructors: (() => void)[] = [];

  constructor(
    saved: QuestionPageState | undefined,
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

  get state(): QuestionPageState {
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
      const control = iconButton(
        by < 0 ? 'back' : 'forward',
        by < 0 ? t('Previous question') : t('Next question'),
        () => host.send({ type: 'visit', by }),
      );
      control.disabled = by < 0 ? place.at <= 0 : place.at >= place.of - 1;
      return control;
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
    // Without this, the same answer would not be announced again.
    this.spoken.textContent = '';
    // If the same question is asked again, the old answer stays until the new one arrives.
    if (this.trace?.question === question) this.body.classList.add('stale');
    else {
      this.clear();
      this.trace = undefined;
      this.head.replaceChildren(...drawQuestion(question, undefined, [], undefined));
      this.body.replaceChildren(live.element);
      this.page.scrollTop = 0;
    }
    this.box.setMessage(t('Asking {0}', kb));
    for (const event of events) this.event(event);
  }

  event(event: AskEventHead): void {
    if (!this.running) return;
    const { question, live } = this.running;
    live.add(event);
    this.box.setMessage(live.current);
    if (event.type === 'linked' && !this.trace)
      this.head.replaceChildren(...drawQuestion(question, event.linking, chipsOf(event.linking), undefined));
  }

  show({ asked: trace, evaluated }: ShownAnswer): void {
    const isNew = this.trace?.question !== trace.question && this.running?.question !== trace.question;
    this.ended();
    this.clear();
    this.trace = trace;
    const chips = chipsOf(trace.linking, trace.result.query === undefined ? undefined : trace.used);
    this.drawHead(trace, chips);
    this.body.replaceChildren(
      ...(evaluated ? [drawEvaluated(evaluated, trace.kb, this.open)] : []),
      drawAnswerPart(trace, { open: this.open, showChosen: () => this.showChosen() }),
      drawFollowUps(trace, chips, () => this.box.write(trace.question, { focus: true })),
      ...drawSummaryLine(trace),
      ...this.sections(trace),
    );
    if (isNew) this.page.scrollTop = 0;
    this.spoken.textContent = announcementOf(trace);
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
      element('span', { text: displayLines(message) }),
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
    for (const destroy of this.destructors) destroy();
    this.destructors = [];
  }

  private drawHead(trace: AskTraceHead, chips: readonly EntityChip[]): void {
    const question = { ...trace, chips };
    this.head.replaceChildren(
      ...drawQuestion(
        trace.question,
        trace.linking,
        chips,
        {
          correct: (chip, button) => openEntityMenu(question, chip, button, this.open),
          add: (button) => openAddMenu(question, button),
        },
        trace.result.ignored,
      ),
    );
  }

  /** Opens the candidate that gave the answer. */
  private showChosen(): void {
    const section = this.body.querySelector<HTMLDetailsElement>('#fold-alternatives');
    if (!section) return;
    if (section.open) {
      focusChosen(section);
      return;
    }
    // The content is drawn when the section has opened.
    section.addEventListener('toggle', () => focusChosen(section), { once: true });
    section.open = true;
  }

  private sections(trace: AskTraceHead): readonly HTMLElement[] {
    const sections = new Sections(this.opened, this.changed);
    const { kb, result, considered, evidence } = trace;
    const { query } = result;
    const answered = result.kind === 'answer';
    return [
      ...(query === undefined
        ? []
        : [
            sections.make(
              'reading',
              answered ? t('Interpretation') : t('Closest query found'),
              { open: true },
              () => drawInterpretation(trace, query),
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
                  onDestroy: (destroy) => this.destructors.push(destroy),
                }),
            ),
          ]),
      ...(considered.length > 0
        ? [
            sections.make(
              'alternatives',
              t('Candidates'),
              { open: false, note: formatNumber(considered.length) },
              () => drawCandidates(trace),
            ),
          ]
        : []),
      sections.make('course', t('Details'), { open: false }, () => drawDetails(trace, this.open)),
    ];
  }
}

function focusChosen(section: HTMLElement): void {
  const candidate = section.querySelector<HTMLDetailsElement>('.alternative.chosen');
  if (!candidate) return;
  candidate.open = true;
  candidate.querySelector('summary')?.focus();
}
