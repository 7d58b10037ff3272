import type { AskViewState, FromAskView } from '../../shared/ask-view-messages';
import { actionLink, iconButton, textButton } from '../controls';
import { element, foreign } from '../dom';
import { icon } from '../icons';
import { QuestionList } from './question-list';

export interface AskHost {
  readonly tell: (message: FromAskView) => void;
  /** What is typed comes back after the view was hidden. */
  readonly keep: (typed: string) => void;
}

/** The whole of the view: a box for a question, what it is asked of, and the questions of before. */
export class AskPage {
  private readonly box = element('textarea', {
    class: 'box',
    attributes: {
      rows: 2,
      'aria-label': 'Question to the KB',
      placeholder: 'Ask the KB a question',
      spellcheck: false,
    },
    on: {
      input: () => this.typed(),
      keydown: (event) => this.onKey(event),
    },
  });
  private readonly askButton = textButton('Ask', () => this.ask(), { main: true });
  private readonly setUp = element('div', { class: 'set-up' });
  private readonly going = element('div', { class: 'going', attributes: { role: 'status' } });
  private readonly below = element('div', { class: 'below' });
  private readonly list: QuestionList;

  constructor(
    body: HTMLElement,
    typed: string,
    private readonly host: AskHost,
  ) {
    this.list = new QuestionList(host.tell);
    this.box.value = typed;
    body.append(
      element(
        'div',
        { class: 'ask' },
        this.box,
        element('div', { class: 'line' }, this.setUp, this.askButton),
      ),
      this.going,
      this.below,
    );
    // Who comes to the view by keyboard wants to write.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.box.focus();
    });
    this.typed();
  }

  show(state: AskViewState): void {
    this.setUp.replaceChildren(...this.choices(state));
    this.drawGoing(state.going);
    if (state.questions.length > 0) {
      this.list.show(state.questions);
      if (!this.below.contains(this.list.element)) this.below.replaceChildren(this.list.element);
    } else this.below.replaceChildren(...this.welcome(state));
  }

  write(question: string): void {
    this.box.value = question;
    this.typed();
    this.box.focus();
    this.box.select();
  }

  private choices({ kb, strategy, model }: AskViewState): readonly HTMLElement[] {
    const choice = (what: 'kb' | 'strategy' | 'model', label: string, value: string): HTMLElement => {
      const button = actionLink('', () => this.host.tell({ type: 'choose', what }));
      button.append(foreign(value));
      button.title = `${label}: ${value}. Click to choose another.`;
      button.setAttribute('aria-label', button.title);
      return button;
    };
    return [
      choice('kb', 'KB', kb),
      choice('strategy', 'Strategy', strategy),
      choice('model', 'Model', model === 'none' ? 'no model' : model),
    ];
  }

  private drawGoing(going: AskViewState['going']): void {
    this.going.hidden = going === undefined;
    this.askButton.disabled = false;
    if (!going) {
      this.going.replaceChildren();
      return;
    }
    this.going.replaceChildren(
      element('span', { class: 'spinner', attributes: { 'aria-hidden': true } }),
      element(
        'div',
        { class: 'going-text' },
        foreign(going.question, 'going-question'),
        element('div', { class: 'dim', text: going.message || 'beginning' }),
      ),
      iconButton('stop', 'Stop', () => this.host.tell({ type: 'stop' })),
    );
  }

  private welcome({ samples, kb }: AskViewState): readonly HTMLElement[] {
    return [
      element('p', {
        class: 'dim',
        text: 'Ask in plain English, with names as the KB has them. No model is needed; with one, answers are better.',
      }),
      ...(kb === SAMPLE_KB
        ? [
            element('p', { class: 'dim', text: 'To begin with:' }),
            element(
              'ul',
              { class: 'samples' },
              ...samples.map((question) =>
                element(
                  'li',
                  {},
                  icon('search'),
                  actionLink(question, () => this.host.tell({ type: 'ask', question })),
                ),
              ),
            ),
          ]
        : []),
    ];
  }

  private ask(): void {
    const question = this.box.value.trim();
    if (question === '') {
      this.box.focus();
      return;
    }
    this.host.tell({ type: 'ask', question });
  }

  /** Enter asks; a new line takes Shift. What an input method composes is not asked yet. */
  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.ask();
  }

  private typed(): void {
    this.host.keep(this.box.value);
    // As high as what is written, within what the style allows.
    this.box.style.height = 'auto';
    this.box.style.height = `${this.box.scrollHeight + 2}px`;
  }
}

const SAMPLE_KB = 'Sample';
