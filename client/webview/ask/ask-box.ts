import { t } from '../../shared/l10n';
import { textButton } from '../controls';
import { element } from '../dom';
import { QuestionField } from '../question-field';

export interface AskBoxEvents {
  readonly ask: (question: string) => void;
  readonly stop: () => void;
  readonly changed: () => void;
}

/** The box for the next question, with a Stop button while one is running. */
export class AskBox {
  readonly element: HTMLElement;
  private readonly field = new QuestionField(
    { label: t('Question'), placeholder: t('Ask another question'), rows: 1 },
    { ask: () => this.ask(), changed: () => this.edited() },
  );
  private readonly button = textButton(t('Ask'), () => this.press(), { main: true });
  private readonly status = element('div', { class: 'ask-going', attributes: { hidden: '' } });
  private readonly message = element('span', { class: 'ask-going-words' });
  private readonly time = element('span', { class: 'dim elapsed', attributes: { 'aria-hidden': true } });
  private clock = 0;

  constructor(private readonly events: AskBoxEvents) {
    this.status.append(
      element('span', { class: 'pulse', attributes: { 'aria-hidden': true } }),
      this.message,
    );
    this.status.append(this.time);
    this.element = element(
      'div',
      { class: 'ask-box' },
      this.status,
      this.field.problem,
      element('div', { class: 'ask-line' }, this.field.element, this.button),
    );
    this.edited();
  }

  get text(): string {
    return this.field.text;
  }

  /** Fills in a question to edit. */
  write(question: string, { focus }: { readonly focus: boolean }): void {
    this.field.write(question);
    if (!focus) return;
    this.field.focus();
    this.field.element.setSelectionRange(question.length, question.length);
  }

  focus(): void {
    this.field.focus();
  }

  /** Shows Stop and the elapsed time. */
  began(elapsed: number): void {
    window.clearInterval(this.clock);
    const began = performance.now() - elapsed;
    const tick = (): void => {
      this.time.textContent = t('{0} s', ((performance.now() - began) / 1000).toFixed(1));
    };
    tick();
    this.clock = window.setInterval(tick, 100);
    this.status.hidden = false;
    this.button.textContent = t('Stop');
    this.edited();
  }

  setMessage(message: string): void {
    this.message.textContent = message;
  }

  ended(): void {
    window.clearInterval(this.clock);
    this.status.hidden = true;
    this.button.textContent = t('Ask');
    this.edited();
  }

  private get busy(): boolean {
    return !this.status.hidden;
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
