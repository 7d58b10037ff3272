import { t } from '../../shared/l10n';
import type { AskTraceHead } from '../../shared/ask/ask-messages';
import { queryWithQuestion } from '../../shared/ask/ask-texts';
import { pairsOf } from '../../shared/trace/phrase-pairs';
import { copyText } from '../clipboard';
import { collapsedText, textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { drawAgreement } from '../trace/agreement';
import { LinkedHighlights } from '../trace/linked-highlights';
import { QueryTextView } from '../trace/query-text';
import { drawDescriptionSource, drawDescription } from '../trace/description';

/** The description of the query and the query. Matching parts are highlighted together. */
export function drawInterpretation({ question, result }: AskTraceHead, query: string): readonly Node[] {
  const { reading, agreement, sexpr, kind } = result;
  const highlights = new LinkedHighlights();
  return [
    ...(reading ? [drawDescription(reading, query, highlights)] : []),
    // An unknown verdict says nothing about the answer, so it is not shown.
    ...(agreement && agreement.verdict !== 'unknown' ? [drawAgreement(agreement)] : []),
    // A complete description by templates needs no note.
    ...(reading && (reading.by !== 'templates' || reading.leftOut.length > 0)
      ? drawDescriptionSource(reading)
      : []),
    new QueryTextView(
      query.trimEnd(),
      reading ? { reading: { question: reading.question, pairs: pairsOf(reading, query) } } : {},
      highlights,
    ).element,
    element(
      'div',
      { class: 'actions' },
      // An answer has this button next to it.
      ...(kind === 'answer'
        ? []
        : [
            textButton(t('Open Query'), () =>
              host.send({ type: 'openDraft', query: queryWithQuestion(question, query) }),
            ),
          ]),
      textButton(t('Copy Query'), () => void copyText(query)),
    ),
    ...(sexpr === undefined ? [] : [logicalForm(sexpr)]),
  ];
}

function logicalForm(sexpr: string): HTMLElement {
  const section = collapsedText(t('Logical form'), sexpr, 'ltr');
  const copy = textButton(t('Copy Logical Form'), () => void copyText(sexpr));
  section.append(element('div', { class: 'actions' }, copy));
  return section;
}
