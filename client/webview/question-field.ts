import { questionProblem } from '../../server/src/protocol/index';
import { element } from './dom';

export interface QuestionFieldEvents {
  readonly ask: () => void;
  readonly changed: () => void;
}

/** A text field for a question that grows with its text. Enter asks, Shift+Enter adds a line. */
export class QuestionField {
  readonly element: HTMLTextAreaElement;
  /** Why the question cannot be asked, shown while typing. */
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

  /** The text of the field. */
  get text(): string {
    return this.element.value;
  }

  /** The question to ask; empty if it is invalid. */
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
    // The style limits the height. A field outside the page has no height yet.
    this.element.style.height = 'auto';
    if (this.element.scrollHeight > 0) this.element.style.height = `${this.element.scrollHeight + 2}px`;
    // An empty field is not an error.
    const problem = this.text.trim() === '' ? undefined : questionProblem(this.text.trim());
    if (this.problem.textContent !== (problem ?? '')) this.problem.textContent = problem ?? '';
    this.problem.hidden = problem === undefined;
    this.element.setAttribute('aria-invalid', String(problem !== undefined));
    this.events.changed();
  }

  /** Enter that confirms the input of an input method does not ask. */
  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.events.ask();
  }
}
