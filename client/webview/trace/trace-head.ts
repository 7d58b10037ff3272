import { formatNumber, t } from '../../shared/l10n';
import type { AttemptHead, TraceHead } from '../../shared/messages';
import { displayLines, displayText } from '../../shared/terms';
import {
  agreementTexts,
  answerText,
  basisText,
  beforeAndAfter,
  outcomeTitle,
  durationText,
  usageText,
  summarizeAttempt,
} from '../../shared/trace/repair-texts';
import { textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';
import { icon, type IconName } from '../icons';

const SIGNS: Readonly<Record<TraceHead['result']['kind'], IconName>> = {
  repaired: 'check',
  unchanged: 'info',
  unanswerable: 'help',
  failed: 'error',
};

/** The outcome of a repair, above its rounds. */
export function drawTraceHead(trace: TraceHead): readonly Node[] {
  const { result, troubles } = trace;
  return [
    element('h1', { class: `trace-outcome ${result.kind}` }, icon(SIGNS[result.kind]), outcomeTitle(result)),
    element('p', { class: 'trace-explanation', text: displayLines(result.explanation) }),
    ...missingParts(trace),
    ...(troubles.length > 0 ? [listOf(t('Problems'), troubles)] : []),
    metadata(trace),
    ...verdictTable(trace),
    actions(trace),
  ];
}

function missingParts({ result }: TraceHead): readonly Node[] {
  const { missing = [], nearest = [] } = result;
  return [
    ...(missing.length > 0 ? [listOf(t('Missing'), missing)] : []),
    ...(nearest.length > 0 ? [listOf(t('Closest in the KB'), nearest)] : []),
  ];
}

const listOf = (title: string, lines: readonly string[]): HTMLElement =>
  element(
    'section',
    { class: 'trace-list' },
    element('h2', { text: title }),
    element('ul', {}, ...lines.map((line) => element('li', { text: displayLines(line) }))),
  );

function metadata({ question, kb, model, milliseconds, usage, began, result }: TraceHead): HTMLElement {
  const when = new Date(began);
  const basis = basisText(result);
  const rows: readonly (readonly [string, string])[] = [
    [t('Question'), question === undefined ? t('not known') : displayLines(question)],
    ...(basis === undefined ? [] : [[t('Why this query'), basis] as const]),
    [t('Knowledge base'), kb === undefined ? t('none') : displayText(kb)],
    [t('Model'), model === undefined ? t('none') : displayText(model)],
    [t('Duration'), `${durationText(milliseconds)}, ${usageText(usage)}`],
    [t('Time'), Number.isNaN(when.getTime()) ? displayText(began) : when.toLocaleString()],
  ];
  return element(
    'dl',
    { class: 'trace-facts' },
    ...rows.flatMap(([term, value]) => [
      element('dt', { text: term }),
      element('dd', { text: value, attributes: { dir: 'auto' } }),
    ]),
  );
}

function verdictTable(trace: TraceHead): readonly Node[] {
  const { before, after } = beforeAndAfter(trace);
  const sides: readonly (readonly [string, AttemptHead])[] = [
    ...(before ? [[t('Before'), before] as const] : []),
    ...(after ? [[before ? t('After') : t('Query'), after] as const] : []),
  ];
  if (sides.length === 0) return [];
  const row = (
    label: string,
    value: (attempt: AttemptHead) => string,
    sign: (attempt: AttemptHead) => '' | 'bad' | 'doubtful' = () => '',
  ): HTMLElement =>
    element(
      'tr',
      {},
      element('th', { text: label, attributes: { scope: 'row' } }),
      ...sides.map(([, attempt]) => element('td', { text: value(attempt), class: sign(attempt) })),
    );
  return [
    element(
      'table',
      { class: 'verdicts', attributes: { 'aria-label': t('Before and after') } },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('td'),
          ...sides.map(([label]) => element('th', { text: label, attributes: { scope: 'col' } })),
        ),
      ),
      element(
        'tbody',
        {},
        row(
          t('Errors'),
          (attempt) => formatNumber(summarizeAttempt(attempt).errors),
          (attempt) => (summarizeAttempt(attempt).errors > 0 ? 'bad' : ''),
        ),
        row(
          t('Warnings'),
          (attempt) => formatNumber(summarizeAttempt(attempt).warnings),
          (attempt) => (summarizeAttempt(attempt).warnings > 0 ? 'doubtful' : ''),
        ),
        row(t('Answer'), answerText, (attempt) => (answerText(attempt) === t('empty') ? 'doubtful' : '')),
        row(
          t('Matches the question'),
          (attempt) => agreementTexts()[summarizeAttempt(attempt).agreement],
          (attempt) => (summarizeAttempt(attempt).agreement === 'different' ? 'bad' : ''),
        ),
      ),
    ),
  ];
}

function actions(trace: TraceHead): HTMLElement {
  const { after } = beforeAndAfter(trace);
  const { result } = trace;
  return element(
    'div',
    { class: 'actions' },
    ...(after
      ? [
          textButton(
            result.kind === 'repaired' ? t('Run Repaired Query') : t('Run Query'),
            () => host.send({ type: 'runAttempt', attempt: trace.attempts.indexOf(after) }),
            { main: true },
          ),
        ]
      : []),
    textButton(t('Open Query'), () => host.send({ type: 'openDraft', query: result.query })),
    textButton(t('Copy as Markdown'), () => host.send({ type: 'copyTrace', as: 'markdown' })),
    textButton(t('Copy as JSON'), () => host.send({ type: 'copyTrace', as: 'json' })),
  );
}
