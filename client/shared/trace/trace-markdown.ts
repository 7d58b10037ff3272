/** The trace of a repair as Markdown. */
import { t } from '../l10n';
import { code, escaped, list, section } from '../markdown';
import type { AttemptHead, TraceHead } from '../messages';
import { plainText, shownText } from '../terms';
import {
  agreementTexts,
  answerText,
  basisText,
  beforeAndAfter,
  findingsText,
  outcomeTitle,
  durationText,
  usageText,
  verdictsOf,
  authorText,
} from './repair-texts';

export function traceAsMarkdown(trace: TraceHead): string {
  const { result, question, kb, model, usage, milliseconds, began } = trace;
  const basis = basisText(result);
  const blocks = [
    `# ${escaped(outcomeTitle(result))}`,
    escaped(result.explanation),
    list([
      question !== undefined && t('Question: {0}', escaped(question)),
      basis !== undefined && t('Why this query: {0}', basis),
      t('Knowledge base: {0}', escaped(kb ?? t('none'))),
      t('Model: {0}', escaped(model ?? t('none'))),
      t('Cost: {0}, {1}, {2}', escaped(usageText(usage)), durationText(milliseconds), escaped(began)),
    ]),
    ...section(t('Missing'), result.missing),
    ...section(t('Closest in the KB'), result.nearest),
    ...section(t('Problems'), trace.troubles),
    verdictTable(trace),
    code(result.query, 'sparql'),
    ...trace.attempts.flatMap((attempt) => attemptBlocks(attempt, model)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function verdictTable(trace: TraceHead): string {
  const { before, after } = beforeAndAfter(trace);
  const sides = [before && ([t('Before'), before] as const), after && ([t('After'), after] as const)].filter(
    (side) => side !== undefined,
  );
  if (sides.length === 0) return '';
  const row = (label: string, value: (attempt: AttemptHead) => string): string =>
    `| ${[label, ...sides.map(([, attempt]) => escaped(value(attempt)))].join(' | ')} |`;
  return [
    `| ${['', ...sides.map(([label]) => label)].join(' | ')} |`,
    `| ${['', ...sides].map(() => '---').join(' | ')} |`,
    row(t('Findings'), (attempt) => findingsText(verdictsOf(attempt))),
    row(t('Answer'), answerText),
    row(t('Matches the question'), (attempt) => agreementTexts()[verdictsOf(attempt).agreement]),
  ].join('\n');
}

function attemptBlocks(attempt: AttemptHead, model: string | undefined): readonly string[] {
  const { round, changes, query, findings, reading, agreement, thought, feedback, usage, milliseconds } =
    attempt;
  return [
    `## ${t('Round {0}: {1}', round, escaped(authorText(attempt, model)))}`,
    list((changes ?? []).map(escaped)),
    code(query, 'sparql'),
    reading ? t('The query asks: {0}', escaped(reading.question)) : '',
    agreement
      ? t(
          'Matches the question: {0}. {1}',
          agreementTexts()[agreement.verdict],
          escaped(agreement.explanation),
        )
      : '',
    list(
      findings.map(
        ({ severity, code: name, message, because, advice }) =>
          `**${severity}** ${escaped(`${name}: ${message} ${because} ${advice}`)}`,
      ),
    ),
    t('Answer: {0}', escaped(answerText(attempt))),
    rowTable(attempt),
    ...(thought === undefined ? [] : [t('Reply of the model:'), code(thought)]),
    ...(feedback === undefined ? [] : [t('Feedback to the model:'), code(feedback)]),
    `${escaped(usageText(usage))}, ${durationText(milliseconds)}`,
  ];
}

function rowTable({ execution, rows }: AttemptHead): string {
  if (execution?.status !== 'answered' || !('columns' in execution.answer) || rows.length === 0) return '';
  const { columns, total } = execution.answer;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const more = total > rows.length ? [`\n${t('{0} of {1} rows.', rows.length, total)}`] : [];
  return [
    line(columns.map(escaped)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((term) => escaped(shownText(plainText(term)))))),
    ...more,
  ].join('\n');
}
