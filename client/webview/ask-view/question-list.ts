import { t } from '../../shared/l10n';
import type { FromAskView, ListedQuestion } from '../../shared/ask-view-messages';
import { confidenceLevel, confidenceTexts } from '../../shared/ask/ask-texts';
import { displayText } from '../../shared/terms';
import { element, isolatedText } from '../dom';
import { icon, type IconName } from '../icons';

const verdictIcons = (): Readonly<
  Record<ListedQuestion['verdict'], readonly [name: IconName, label: string]>
> => ({
  answer: ['check', t('answered')],
  unanswerable: ['help', t('unanswerable')],
  failed: ['error', t('failed')],
});

/** The list of earlier questions. Tab focuses one of them; the arrow keys move between them. */
export class QuestionList {
  readonly element = element('div', {
    class: 'questions',
    attributes: { role: 'listbox', 'aria-label': t('Earlier questions') },
    on: { keydown: (event) => this.onKey(event) },
  });
  private questions: readonly ListedQuestion[] = [];
  private current: string | undefined;

  constructor(private readonly send: (message: FromAskView) => void) {}

  show(questions: readonly ListedQuestion[]): void {
    const unchanged = JSON.stringify(questions) === JSON.stringify(this.questions);
    if (unchanged) return;
    const hadFocus = this.element.contains(document.activeElement);
    const before = this.questions.findIndex(({ id }) => id === this.current);
    this.questions = questions;
    if (!questions.some(({ id }) => id === this.current))
      // After a deletion, the next question is selected.
      this.current = questions[Math.min(Math.max(before, 0), questions.length - 1)]?.id;
    this.element.replaceChildren(...questions.map((question) => this.row(question)));
    this.mark();
    if (hadFocus) this.focus();
  }

  private row(question: ListedQuestion): HTMLElement {
    const { id, answer, verdict, confidence, kb, when, date } = question;
    const level = verdict === 'answer' && confidence !== undefined ? confidenceLevel(confidence) : undefined;
    const [name, kind] = verdictIcons()[verdict];
    const label = level ? confidenceTexts()[level] : kind;
    return element(
      'div',
      {
        class: `question is-${verdict}${level && level !== 'high' ? ' is-uncertain' : ''}`,
        title: `${displayText(question.question, 400)}\n${displayText(answer, 400)}\n${kb}, ${date}`,
        attributes: {
          role: 'option',
          'aria-label': `${question.question}, ${label}: ${answer}, ${kb}, ${date}`,
          'data-id': id,
          // The context menu is defined in the manifest.
          'data-vscode-context': JSON.stringify({
            webviewSection: 'question',
            question: id,
            preventDefaultContextMenuItems: true,
          }),
        },
        on: {
          click: () => this.open(id),
          contextmenu: () => this.choose(id),
        },
      },
      icon(name),
      element(
        'div',
        { class: 'question-text' },
        isolatedText(question.question, 'question-words'),
        element('div', { class: 'answer' }, isolatedText(answer)),
      ),
      element('span', { class: 'when dim', text: when }),
    );
  }

  private open(id: string): void {
    this.choose(id);
    this.send({ type: 'open', id });
  }

  private choose(id: string): void {
    this.current = id;
    this.mark();
    this.focus();
  }

  private mark(): void {
    for (const row of this.rows) {
      const isCurrent = row.dataset['id'] === this.current;
      row.tabIndex = isCurrent ? 0 : -1;
      row.setAttribute('aria-selected', String(isCurrent));
    }
  }

  private focus(): void {
    this.rows.find((row) => row.dataset['id'] === this.current)?.focus();
  }

  private get rows(): readonly HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.question')];
  }

  private onKey(event: KeyboardEvent): void {
    const at = this.questions.findIndex(({ id }) => id === this.current);
    const go = (to: number): void => {
      const next = this.questions[Math.min(Math.max(to, 0), this.questions.length - 1)];
      if (next) this.choose(next.id);
    };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(this.questions.length - 1),
      Enter: () => this.withCurrent((id) => this.open(id)),
      ' ': () => this.withCurrent((id) => this.open(id)),
      Delete: () => this.withCurrent((id) => this.send({ type: 'delete', id })),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  private withCurrent(action: (id: string) => void): void {
    if (this.current !== undefined) action(this.current);
  }
}
