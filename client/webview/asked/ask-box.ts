import { t } from '../../shared/l10n';
import { textButton } from '../controls';
import { element } from '../dom';
import { QuestionField } from '../question-field';

export interface AskBoxEvents {
  readonly ask: (question: string) => void;
  readonly stop: () => void;
  readonly changed: () => void;
}

/** Where the next question is written; while one is being answered, where it is stopped. */
export class AskBox {
  readonly element: HTMLElement;
  private readonly field = new QuestionField(
    { label: t('Question'), placeholder: t('Ask another question'), rows: 1 },
    { ask: () => this.ask(), changed: () => this.edited() },
  );
  private readonly button = textButton(t('Ask'), () => this.press(), { main: true });
  private readonly going = element('div', { class: 'ask-going', attributes: { hidden: '' } });
  private readonly words = element('span', { class: 'ask-going-words' });
  private readonly time = element('span', { class: 'dim elapsed', attributes: { 'aria-hidden': true } });
  private clock = 0;

  constructor(private readonly events: AskBoxEvents) {
    this.going.append(element('span', { class: 'pulse', attributes: { 'aria-hidden': true } }), this.words);
    this.going.append(this.time);
    this.element = element(
      'div',
      { class: 'ask-box' },
      this.going,
      this.field.problem,
      element('div', { class: 'ask-line' }, this.field.element, this.button),
    );
    this.edited();
  }

  get text(): string {
    return this.field.text;
  }

  /** Puts a question there to be changed. */
  write(question: string, { focus }: { readonly focus: boolean }): void {
    this.field.write(question);
    if (!focus) return;
    this.field.focus();
    this.field.element.setSelectionRange(question.length, question.length);
  }

  focus(): void {
    this.field.focus();
  }

  /** From now on there is something to stop. */
  began(elapsed: number): void {
    window.clearInterval(this.clock);
    const began = performance.now() - elapsed;
    const tick = (): void => {
      this.time.textContent = t('{0} s', ((performance.now() - began) / 1000).toFixed(1));
    };
    tick();
    this.clock = window.setInterval(tick, 100);
    this.going.hidden = false;
    this.button.textContent = t('Stop');
    this.edited();
  }

  tell(words: string): void {
    this.words.textContent = words;
  }

  ended(): void {
    window.clearInterval(this.clock);
    this.going.hidden = true;
    this.button.textContent = t('Ask');
    this.edited();
  }

  private get busy(): boolean {
    return !this.going.hidden;
  }

  private press(): void {
    if (this.busy) this.events.stop();
    else this.ask();
  }

  private ask(): void {
    const { question } = this.field;
    if (question === '' || this.busy) return;
    this.field.write('');
    this.events.ask(question);
  }

  private edited(): void {
    this.button.disabled = !this.busy && this.field.question === '';
    this.events.changed();
  }
}
