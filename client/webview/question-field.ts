import { questionProblem } from '../../server/src/protocol/index';
import { element } from './dom';

export interface QuestionFieldEvents {
  readonly ask: () => void;
  readonly changed: () => void;
}

/** Where a question is written: as high as its text. Enter asks, a new line takes Shift. */
export class QuestionField {
  readonly element: HTMLTextAreaElement;
  /** Why it cannot be asked as it stands, which is said while it is written. Nothing of it is cut off. */
  readonly problem = element('p', { class: 'question-problem', attributes: { role: 'alert', hidden: '' } });

  constructor(
    {
      label,
      placeholder,
      rows,
    }: { readonly label: string; readonly placeholder: string; readonly rows: number },
    private readonly events: QuestionFieldEvents,
  ) {
    this.element = element('textarea', {
      class: 'question-field',
      attributes: {
        rows,
        'aria-label': label,
        placeholder,
        spellcheck: true,
        dir: 'auto',
      },
      on: {
        input: () => this.edited(),
        keydown: (event) => this.onKey(event),
      },
    });
  }

  /** As it is written. */
  get text(): string {
    return this.element.value;
  }

  /** As it is asked; empty as long as it cannot be. */
  get question(): string {
    return this.problem.hidden ? this.text.trim() : '';
  }

  write(text: string): void {
    this.element.value = text;
    this.edited();
  }

  focus(): void {
    this.element.focus();
  }

  private edited(): void {
    // Within what the style allows; a field that is not on the page has no height yet.
    this.element.style.height = 'auto';
    if (this.element.scrollHeight > 0) this.element.style.height = `${this.element.scrollHeight + 2}px`;
    // Nobody is told off for a field that is empty.
    const problem = this.text.trim() === '' ? undefined : questionProblem(this.text.trim());
    if (this.problem.textContent !== (problem ?? '')) this.problem.textContent = problem ?? '';
    this.problem.hidden = problem === undefined;
    this.element.setAttribute('aria-invalid', String(problem !== undefined));
    this.events.changed();
  }

  /** What an input method composes is not asked yet. */
  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.events.ask();
  }
}
