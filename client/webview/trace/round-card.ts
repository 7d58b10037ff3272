import { t } from '../../shared/l10n';
import type { AttemptHead, TraceHead } from '../../shared/messages';
import { shownLines, shownText } from '../../shared/terms';
import { pairsOf } from '../../shared/trace/pairing';
import {
  answerWords,
  findingWords,
  timeWords,
  usageWords,
  verdictsOf,
  whoWords,
} from '../../shared/trace/trace-words';
import { textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { drawAgreement } from './agreement';
import { drawAnswer, type AnswerSurroundings } from './answer';
import { drawDiff } from './diff-view';
import { drawFindings } from './findings';
import { Lights } from './lights';
import { QueryText } from './query-text';
import { aboutReading, drawReading } from './reading';

/** One attempt; what is in it is drawn when it is first opened. */
export function roundCard(
  trace: TraceHead,
  place: number,
  { proposed, surroundings }: { readonly proposed: boolean; readonly surroundings: AnswerSurroundings },
): HTMLDetailsElement {
  const attempt = trace.attempts[place];
  const card = element('details', { class: proposed ? 'round proposed' : 'round' });
  if (!attempt) return card;
  card.append(summaryOf(attempt, trace.model, proposed));
  card.addEventListener(
    'toggle',
    () => card.append(bodyOf(attempt, place, trace.attempts[place + 1], surroundings)),
    { once: true },
  );
  return card;
}

function summaryOf(attempt: AttemptHead, model: string | undefined, proposed: boolean): HTMLElement {
  const verdicts = verdictsOf(attempt);
  const badge = (kind: string, text: string): HTMLElement =>
    element('span', { class: `badge ${kind}`, text });
  const weight = verdicts.errors > 0 ? 'error' : verdicts.warnings > 0 ? 'warning' : '';
  return element(
    'summary',
    {},
    element('h2', { text: t('Round {0}', attempt.round) }),
    element('span', { class: 'who', text: shownText(whoWords(attempt, model), 80) }),
    element(
      'span',
      { class: 'badges' },
      ...(proposed ? [badge(t('proposed'), 'proposed')] : []),
      badge(weight, findingWords(verdicts)),
      badge('', answerWords(attempt)),
      ...(verdicts.agreement === 'same' ? [badge('', t('matches the question'))] : []),
      ...(verdicts.agreement === 'different' ? [badge('error', t('does not match the question'))] : []),
    ),
  );
}

function bodyOf(
  attempt: AttemptHead,
  place: number,
  next: AttemptHead | undefined,
  surroundings: AnswerSurroundings,
): HTMLElement {
  const { query, changes = [], findings, reading, agreement, thought, feedback } = attempt;
  const lights = new Lights();
  const pairs = reading && pairsOf(reading, query);
  const text = new QueryText(
    query,
    { findings, ...(reading && pairs && { reading: { question: reading.question, pairs } }) },
    lights,
  );
  return element(
    'div',
    { class: 'round-body' },
    ...(changes.length > 0
      ? [part(t('Changes by the search'), element('ul', {}, ...changes.map((change) => item(change))))]
      : []),
    ...(reading
      ? [
          part(
            t('What the query asks'),
            drawReading(reading, query, lights),
            ...(agreement ? [drawAgreement(agreement)] : []),
            ...aboutReading(reading),
          ),
        ]
      : agreement
        ? [part(t('What the query asks'), drawAgreement(agreement))]
        : []),
    part(
      t('Query'),
      text.element,
      element(
        'div',
        { class: 'actions' },
        textButton(t('Open as .rq'), () => host.tell({ type: 'openDraft', query })),
        textButton(t('Run'), () => host.tell({ type: 'runAttempt', attempt: place })),
      ),
    ),
    part(
      t('Findings'),
      findings.length > 0
        ? drawFindings(findings, query, text, lights)
        : element('p', { class: 'dim', text: t('None.') }),
    ),
    part(t('Answer'), ...drawAnswer(attempt, place, surroundings)),
    ...(thought === undefined || thought.trim() === '' ? [] : [folded(t('Reply of the model'), thought)]),
    ...(feedback === undefined ? [] : [folded(t('Feedback to the model'), feedback)]),
    ...(next
      ? [part(t('Changes in the next query (round {0})', next.round), drawDiff(query, next.query))]
      : []),
    element('p', {
      class: 'dim',
      text: `${timeWords(attempt.milliseconds)}, ${usageWords(attempt.usage)}`,
    }),
  );
}

const part = (title: string, ...content: readonly Node[]): HTMLElement =>
  element('section', {}, element('h3', { text: title }), ...content);

const item = (text: string): HTMLElement => element('li', { text: shownLines(text) });

/** Long words, which are read only when they are wanted. */
const folded = (title: string, text: string): HTMLElement =>
  element(
    'details',
    { class: 'words' },
    element('summary', {}, element('h3', { text: title })),
    element('pre', { class: 'value', text: shownLines(text), attributes: { dir: 'auto', tabindex: 0 } }),
  );
