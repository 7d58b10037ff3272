import { t } from '../../shared/l10n';
import type { AskedHead } from '../../shared/asked/asked-messages';
import { draftUnder } from '../../shared/asked/asked-words';
import { shownLines } from '../../shared/terms';
import { pairsOf } from '../../shared/trace/pairing';
import { copyText } from '../clipboard';
import { textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { drawAgreement } from '../trace/agreement';
import { Lights } from '../trace/lights';
import { QueryText } from '../trace/query-text';
import { aboutReading, drawReading } from '../trace/reading';

/** The query in words, and the query; what says the same lights up together. */
export function drawReadingPart({ question, result }: AskedHead, query: string): readonly Node[] {
  const { reading, agreement, sexpr, kind } = result;
  const lights = new Lights();
  const answered = kind === 'answer';
  return [
    ...(reading ? [drawReading(reading, query, lights)] : []),
    // That nobody has judged says nothing against an answer, and would sound as if it did.
    ...(agreement && agreement.verdict !== 'unknown' ? [drawAgreement(agreement)] : []),
    // That rules wrote it goes without saying, unless they leave something out.
    ...(reading && (reading.by !== 'templates' || reading.leftOut.length > 0) ? aboutReading(reading) : []),
    new QueryText(
      query.trimEnd(),
      reading ? { reading: { question: reading.question, pairs: pairsOf(reading, query) } } : {},
      lights,
    ).element,
    element(
      'div',
      { class: 'actions' },
      textButton(t('Open as .rq'), () =>
        host.tell(
          answered ? { type: 'openQuery' } : { type: 'openDraft', query: draftUnder(question, query) },
        ),
      ),
      textButton(t('Copy Query'), () => void copyText(query)),
    ),
    ...(sexpr === undefined ? [] : [logicalForm(sexpr)]),
  ];
}

const logicalForm = (sexpr: string): HTMLElement =>
  element(
    'details',
    { class: 'words' },
    element('summary', {}, element('h3', { text: t('Logical form') })),
    element('pre', { class: 'value', text: shownLines(sexpr), attributes: { dir: 'ltr', tabindex: 0 } }),
    element(
      'div',
      { class: 'actions' },
      textButton(t('Copy Logical Form'), () => void copyText(sexpr)),
    ),
  );
