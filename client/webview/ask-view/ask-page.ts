import { t } from '../../shared/l10n';
import type { AskViewState, FromAskView } from '../../shared/ask-view-messages';
import { actionLink, iconButton, textButton } from '../controls';
import { element, isolatedText } from '../dom';
import { icon } from '../icons';
import { QuestionField } from '../question-field';
import { QuestionList } from './question-list';

export interface AskHost {
  readonly send: (message: FromAskView) => void;
  /** Saves the typed text for the time that the view is hidden. */
  readonly save: (text: string) => void;
}

/** The page of the Ask view: the question box, the settings, and earlier questions. */
export class AskPage {
  private readonly box = new QuestionField(
    { label: t('Question for the KB'), placeholder: t('Ask the KB a question'), rows: 2 },
    { ask: () => this.ask(), changed: () => this.host.save(this.box.text) },
  );
  /** Created once, so that the focus stays when the state changes. */
  private readonly choices = {
    kb: actionLink('', () => this.host.send({ type: 'choose', what: 'kb' })),
    strategy: actionLink('', () => this.host.send({ type: 'choose', what: 'strategy' })),
    model: actionLink('', () => this.host.send({ type: 'choose', what: 'model' })),
  };
  private readonly runningQuestion = isolatedText('', 'going-question');
  private readonly runningMessage = element('div', { class: 'dim', attributes: { role: 'status' } });
  private readonly running = element(
    'div',
    { class: 'going', attributes: { hidden: '' } },
    element('span', { class: 'pulse', attributes: { 'aria-hidden': true } }),
    element('div', { class: 'going-text' }, this.runningQuestion, this.runningMessage),
    iconButton('stop', t('Stop'), () => this.host.send({ type: 'stop' })),
  );
  private readonly below = element('div', { class: 'below' });
  private readonly list: QuestionList;

  constructor(
    body: HTMLElement,
    typed: string,
    private readonly host: AskHost,
  ) {
    this.list = new QuestionList(host.send);
    body.append(
      element(
        'div',
        { class: 'ask' },
        this.box.element,
        this.box.problem,
        element(
          'div',
          { class: 'line' },
          element(
            'div',
            { class: 'set-up', attributes: { role: 'group', 'aria-label': t('Settings for the question') } },
            ...Object.values(this.choices),
          ),
          textButton(t('Ask'), () => this.ask(), { main: true }),
        ),
      ),
      this.running,
      this.below,
    );
    // Focusing the view focuses the box.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.box.focus();
    });
    this.box.write(typed);
  }

  show(state: AskViewState): void {
    this.drawChoices(state);
    this.drawRunning(state.running);
    if (state.questions.length > 0) {
      this.list.show(state.questions);
      if (!this.below.contains(this.list.element)) this.below.replaceChildren(this.list.element);
    } else this.below.replaceChildren(...this.welcome(state));
  }

  /** Puts a question that was not answered back into the box, unless another one is typed there. */
  restore(question: string): void {
    if (this.box.text === '') this.box.write(question);
  }

  private drawChoices({ kb, strategy, model }: AskViewState): void {
    const draw = (button: HTMLButtonElement, what: string, value: string): void => {
      button.replaceChildren(isolatedText(value));
      button.title = t('{0}: {1}. Click to change.', what, value);
      button.setAttribute('aria-label', button.title);
    };
    draw(this.choices.kb, t('KB'), kb);
    draw(this.choices.strategy, t('Strategy'), strategy === 'auto' ? t('auto strategy') : strategy);
    draw(this.choices.model, t('Model'), model === 'none' ? t('no model') : model);
  }

  private drawRunning(running: AskViewState['running']): void {
    this.running.hidden = running === undefined;
    this.runningQuestion.textContent = running?.question ?? '';
    this.runningMessage.textContent = running ? running.message || t('Starting') : '';
  }

  private welcome({ samples, kb }: AskViewState): readonly HTMLElement[] {
    return [
      element('p', {
        class: 'dim',
        text: t(
          'Ask in plain English and write names as they appear in the KB. A model is optional and improves the answers.',
        ),
      }),
      ...(kb === SAMPLE_KB
        ? [
            element('p', { class: 'dim', text: t('Try one of these:') }),
            element(
              'ul',
              { class: 'samples' },
              ...samples.map((question) =>
                element(
                  'li',
                  {},
                  icon('search'),
                  actionLink(question, () => this.host.send({ type: 'ask', question })),
                ),
              ),
            ),
          ]
        : []),
    ];
  }

  private ask(): void {
    const { question } = this.box;
    if (question === '') {
      this.box.focus();
      return;
    }
    this.box.write('');
    this.host.send({ type: 'ask', question });
  }
}

const SAMPLE_KB = 'Sample';
