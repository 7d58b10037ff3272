/** A trace to be pasted into an issue or a note. */
import { code, escaped, list, section } from '../markdown';
import type { AttemptHead, TraceHead } from '../messages';
import { plainText, shownText } from '../terms';
import {
  agreementWords,
  answerWords,
  basisWords,
  beforeAndAfter,
  findingWords,
  outcomeTitle,
  timeWords,
  usageWords,
  verdictsOf,
  whoWords,
} from './trace-words';

export function traceAsMarkdown(trace: TraceHead): string {
  const { result, question, kb, model, usage, milliseconds, began } = trace;
  const basis = basisWords(result);
  const blocks = [
    `# ${escaped(outcomeTitle(result))}`,
    escaped(result.explanation),
    list([
      question !== undefined && `Question: ${escaped(question)}`,
      basis !== undefined && `Chosen because ${basis}`,
      `Knowledge base: ${escaped(kb ?? 'none')}`,
      `Model: ${escaped(model ?? 'none')}`,
      `Cost: ${escaped(usageWords(usage))}, ${timeWords(milliseconds)}, ${escaped(began)}`,
    ]),
    ...section('What seems missing', result.missing),
    ...section('The nearest that exists', result.nearest),
    ...section('What did not work', trace.troubles),
    verdictTable(trace),
    code(result.query, 'sparql'),
    ...trace.attempts.flatMap((attempt) => ofAttempt(attempt, model)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function verdictTable(trace: TraceHead): string {
  const { before, after } = beforeAndAfter(trace);
  const sides = [before && (['Before', before] as const), after && (['After', after] as const)].filter(
    (side) => side !== undefined,
  );
  if (sides.length === 0) return '';
  const row = (label: string, value: (attempt: AttemptHead) => string): string =>
    `| ${[label, ...sides.map(([, attempt]) => escaped(value(attempt)))].join(' | ')} |`;
  return [
    `| ${['', ...sides.map(([label]) => label)].join(' | ')} |`,
    `| ${['', ...sides].map(() => '---').join(' | ')} |`,
    row('Findings', (attempt) => findingWords(verdictsOf(attempt))),
    row('Answer', answerWords),
    row('Asks the question', (attempt) => agreementWords[verdictsOf(attempt).agreement]),
  ].join('\n');
}

function ofAttempt(attempt: AttemptHead, model: string | undefined): readonly string[] {
  const { round, changes, query, findings, reading, agreement, thought, feedback, usage, milliseconds } =
    attempt;
  return [
    `## Round ${round}: ${escaped(whoWords(attempt, model))}`,
    list((changes ?? []).map(escaped)),
    code(query, 'sparql'),
    reading ? `Reads as: ${escaped(reading.question)}` : '',
    agreement
      ? `Asks the question: ${agreementWords[agreement.verdict]}. ${escaped(agreement.explanation)}`
      : '',
    list(
      findings.map(
        ({ severity, code: name, message, because, advice }) =>
          `**${severity}** ${escaped(`${name}: ${message} ${because} ${advice}`)}`,
      ),
    ),
    `Answer: ${escaped(answerWords(attempt))}`,
    rowsOfAttempt(attempt),
    ...(thought === undefined ? [] : ['The model said:', code(thought)]),
    ...(feedback === undefined ? [] : ['What the model was told:', code(feedback)]),
    `${escaped(usageWords(usage))}, ${timeWords(milliseconds)}`,
  ];
}

function rowsOfAttempt({ execution, rows }: AttemptHead): string {
  if (execution?.status !== 'answered' || !('columns' in execution.answer) || rows.length === 0) return '';
  const { columns, total } = execution.answer;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const more = total > rows.length ? [`\n${rows.length} of ${total} rows.`] : [];
  return [
    line(columns.map(escaped)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((term) => escaped(shownText(plainText(term)))))),
    ...more,
  ].join('\n');
}
