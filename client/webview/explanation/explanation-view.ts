import { t } from '../../shared/l10n';
import type { ExplainedQuery } from '../../shared/messages';
import { displayLines, displayText } from '../../shared/terms';
import { pairsOf } from '../../shared/trace/phrase-pairs';
import { usageText } from '../../shared/trace/repair-texts';
import { copyText } from '../clipboard';
import { textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { icon } from '../icons';
import { drawAgreement } from '../trace/agreement';
import { LinkedHighlights } from '../trace/linked-highlights';
import { QueryTextView } from '../trace/query-text';
import { drawDescriptionSource, drawDescription } from '../trace/description';

/** The description of a query beside the query. */
export class ExplanationView {
  readonly element: HTMLElement;
  private readonly staleNote = element(
    'p',
    { class: 'stale-note', attributes: { role: 'status', hidden: '' } },
    icon('warning'),
    element('span', { text: t('The query has changed. Explain it again to update this page.') }),
  );

  constructor({ reading, query, question, agreement, trouble, usage }: ExplainedQuery) {
    const highlights = new LinkedHighlights();
    const pairs = pairsOf(reading, query);
    this.element = element(
      'div',
      { class: 'text-page explanation', attributes: { tabindex: -1 } },
      this.staleNote,
      element('h1', { class: 'quiet', text: t('What the query asks') }),
      drawDescription(reading, query, highlights),
      ...(question === undefined
        ? []
        : [
            element(
              'p',
              {},
              element('span', { class: 'dim', text: `${t('Question:')} ` }),
              element('bdi', { text: displayLines(question) }),
            ),
          ]),
      ...(agreement ? [drawAgreement(agreement)] : []),
      ...drawDescriptionSource(reading),
      ...(trouble === undefined
        ? []
        : [element('p', { class: 'trouble' }, icon('warning'), displayText(trouble, 600))]),
      element(
        'div',
        { class: 'actions' },
        textButton(t('Copy'), () => void copyText(reading.question), { main: true }),
        textButton(t('Check Against Question'), () => host.send({ type: 'checkQuestion' })),
        ...(question === undefined
          ? [textButton(t('Insert as # question:'), () => host.send({ type: 'writeQuestion' }))]
          : []),
      ),
      element('h2', { text: t('Query') }),
      new QueryTextView(query, { reading: { question: reading.question, pairs } }, highlights).element,
      element('p', { class: 'dim', text: usage.calls > 0 ? `${usageText(usage)}.` : '' }),
    );
  }

  get controls(): readonly HTMLElement[] {
    return [];
  }

  stale(stale: boolean): void {
    this.staleNote.hidden = !stale;
    this.element.classList.toggle('outdated', stale);
  }
}
