import { t } from '../../shared/l10n';
import type { AttemptHead, TraceHead } from '../../shared/messages';
import { displayLines, displayText } from '../../shared/terms';
import { pairsOf } from '../../shared/trace/phrase-pairs';
import {
  answerText,
  findingsText,
  durationText,
  usageText,
  summarizeAttempt,
  authorText,
} from '../../shared/trace/repair-texts';
import { collapsedText, textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { drawAgreement } from './agreement';
import { drawAnswer, type AnswerContext } from './answer';
import { drawDiff } from './diff-view';
import { drawFindings } from './findings';
import { LinkedHighlights } from './linked-highlights';
import { QueryTextView } from './query-text';
import { drawDescriptionSource, drawDescription } from './description';

/** The card of an attempt. Its content is drawn when it is first opened. */
export function roundCard(
  trace: TraceHead,
  index: number,
  { proposed, context }: { readonly proposed: boolean; readonly context: AnswerContext },
): HTMLDetailsElement {
  const attempt = trace.attempts[index];
  const card = element('details', { class: proposed ? 'round proposed' : 'round' });
  if (!attempt) return card;
  card.append(drawSummary(attempt, trace.model, proposed));
  card.addEventListener(
    'toggle',
    () => card.append(drawBody(attempt, index, trace.attempts[index + 1], context)),
    { once: true },
  );
  return card;
}

function drawSummary(attempt: AttemptHead, model: string | undefined, proposed: boolean): HTMLElement {
  const verdicts = summarizeAttempt(attempt);
  const badge = (kind: string, text: string): HTMLElement =>
    element('span', { class: `badge ${kind}`, text });
  const weight = verdicts.errors > 0 ? 'error' : verdicts.warnings > 0 ? 'warning' : '';
  return element(
    'summary',
    {},
    element('h2', { text: t('Round {0}', attempt.round) }),
    element('span', { class: 'who', text: displayText(authorText(attempt, model), 80) }),
    element(
      'span',
      { class: 'badges' },
      ...(proposed ? [badge('proposed', t('proposed'))] : []),
      badge(weight, findingsText(verdicts)),
      badge('', answerText(attempt)),
      ...(verdicts.agreement === 'same' ? [badge('', t('matches the question'))] : []),
      ...(verdicts.agreement === 'different' ? [badge('error', t('does not match the question'))] : []),
    ),
  );
}

function drawBody(
  attempt: AttemptHead,
  index: number,
  next: AttemptHead | undefined,
  context: AnswerContext,
): HTMLElement {
  const { query, changes = [], findings, reading, agreement, thought, feedback } = attempt;
  const highlights = new LinkedHighlights();
  const pairs = reading && pairsOf(reading, query);
  const text = new QueryTextView(
    query,
    { findings, ...(reading && pairs && { reading: { question: reading.question, pairs } }) },
    highlights,
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
            drawDescription(reading, query, highlights),
            ...(agreement ? [drawAgreement(agreement)] : []),
            ...drawDescriptionSource(reading),
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
        textButton(t('Open Query'), () => host.send({ type: 'openDraft', query })),
        textButton(t('Run'), () => host.send({ type: 'runAttempt', attempt: index })),
      ),
    ),
    part(
      t('Findings'),
      findings.length > 0
        ? drawFindings(findings, query, text, highlights)
        : element('p', { class: 'dim', text: t('None.') }),
    ),
    part(t('Answer'), ...drawAnswer(attempt, index, context)),
    ...(thought === undefined || thought.trim() === ''
      ? []
      : [collapsedText(t('Reply of the model'), thought)]),
    ...(feedback === undefined ? [] : [collapsedText(t('Feedback to the model'), feedback)]),
    ...(next
      ? [part(t('Changes in the next query (round {0})', next.round), drawDiff(query, next.query))]
      : []),
    element('p', {
      class: 'dim',
      text: `${durationText(attempt.milliseconds)}, ${usageText(attempt.usage)}`,
    }),
  );
}

const part = (title: string, ...content: readonly Node[]): HTMLElement =>
  element('section', {}, element('h3', { text: title }), ...content);

const item = (text: string): HTMLElement => element('li', { text: displayLines(text) });
