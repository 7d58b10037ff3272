/** The trace of a repair as Markdown. */
import { t } from '../l10n';
import { codeBlock, escapeMarkdown, bulletList, markdownTable, section } from '../markdown';
import type { AttemptHead, TraceHead } from '../messages';
import { plainText, displayText } from '../terms';
import {
  agreementTexts,
  answerText,
  basisText,
  beforeAndAfter,
  findingsText,
  outcomeTitle,
  durationText,
  usageText,
  summarizeAttempt,
  authorText,
} from './repair-texts';

export function traceAsMarkdown(trace: TraceHead): string {
  const { result, question, kb, model, usage, milliseconds, began } = trace;
  const basis = basisText(result);
  const blocks = [
    `# ${escapeMarkdown(outcomeTitle(result))}`,
    escapeMarkdown(result.explanation),
    bulletList([
      question !== undefined && t('Question: {0}', escapeMarkdown(question)),
      basis !== undefined && t('Why this query: {0}', basis),
      t('Knowledge base: {0}', escapeMarkdown(kb ?? t('none'))),
      t('Model: {0}', escapeMarkdown(model ?? t('none'))),
      t(
        'Cost: {0}, {1}, {2}',
        escapeMarkdown(usageText(usage)),
        durationText(milliseconds),
        escapeMarkdown(began),
      ),
    ]),
    ...section(t('Missing'), result.missing),
    ...section(t('Closest in the KB'), result.nearest),
    ...section(t('Problems'), trace.troubles),
    verdictTable(trace),
    codeBlock(result.query, 'sparql'),
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
  const row = (label: string, value: (attempt: AttemptHead) => string): readonly string[] => [
    label,
    ...sides.map(([, attempt]) => escapeMarkdown(value(attempt))),
  ];
  return markdownTable(
    ['', ...sides.map(([label]) => label)],
    [
      row(t('Findings'), (attempt) => findingsText(summarizeAttempt(attempt))),
      row(t('Answer'), answerText),
      row(t('Matches the question'), (attempt) => agreementTexts()[summarizeAttempt(attempt).agreement]),
    ],
  );
}

function attemptBlocks(attempt: AttemptHead, model: string | undefined): readonly string[] {
  const { round, changes, query, findings, reading, agreement, thought, feedback, usage, milliseconds } =
    attempt;
  return [
    `## ${t('Round {0}: {1}', round, escapeMarkdown(authorText(attempt, model)))}`,
    bulletList((changes ?? []).map(escapeMarkdown)),
    codeBlock(query, 'sparql'),
    reading ? t('The query asks: {0}', escapeMarkdown(reading.question)) : '',
    agreement
      ? t(
          'Matches the question: {0}. {1}',
          agreementTexts()[agreement.verdict],
          escapeMarkdown(agreement.explanation),
        )
      : '',
    bulletList(
      findings.map(
        ({ severity, code: name, message, because, advice }) =>
          `**${severity}** ${escapeMarkdown(`${name}: ${message} ${because} ${advice}`)}`,
      ),
    ),
    t('Answer: {0}', escapeMarkdown(answerText(attempt))),
    rowTable(attempt),
    ...(thought === undefined ? [] : [t('Reply of the model:'), codeBlock(thought)]),
    ...(feedback === undefined ? [] : [t('Feedback to the model:'), codeBlock(feedback)]),
    `${escapeMarkdown(usageText(usage))}, ${durationText(milliseconds)}`,
  ];
}

function rowTable({ execution, rows }: AttemptHead): string {
  if (execution?.status !== 'answered' || !('columns' in execution.answer) || rows.length === 0) return '';
  const { columns, total } = execution.answer;
  const table = markdownTable(
    columns.map(escapeMarkdown),
    rows.map((row) => row.map((term) => escapeMarkdown(displayText(plainText(term))))),
  );
  return total > rows.length ? `${table}\n\n${t('{0} of {1} rows.', rows.length, total)}` : table;
}
