/** Renders a report or a comparison as Markdown. */
import { CHANGE_KINDS, type QuestionChange, type RunComparison } from './compare';
import {
  SCORE_TITLES,
  SCORES,
  VERDICTS,
  type ConfusionMatrix,
  type Report,
  type RunFacts,
  type Scores,
} from './report';
import {
  formatDuration,
  formatCount,
  formatInterval,
  formatMoney,
  formatPercent,
  formatSignedPercent,
} from './format-numbers';
import { listCaveats } from './caveats';
import { recallTable } from './recall-table';

const MAX_QUESTIONS = 30;

export function renderReportMarkdown(report: Report): string {
  const { run, questions, cost } = report;
  return joinBlocks([
    `# ${escapeText(run.dataset.name)}`,
    describeRun(run),
    ...listCaveats(report).map((caveat) => `**${escapeText(caveat)}**`),
    '## Scores',
    'In percent, with 95 % intervals by bootstrap over questions; Wilson’s intervals if fewer than ten questions differ.',
    table(
      ['Score', 'value', 'interval', 'n'],
      SCORES.flatMap((name) => {
        const score = report.scores[name];
        return score
          ? [
              [
                `${SCORE_TITLES[name]} \`${name}\``,
                formatPercent(score.value),
                formatInterval(score),
                formatCount(score.n),
              ],
            ]
          : [];
      }),
    ),
    ...report.groups.flatMap(({ by, groups }) => [`### By ${by}`, scoresTable(groups)]),
    '## Answerable or not',
    confusionTable(report.confusion, 'gold ↓ predicted →'),
    ...renderRetrieval(report),
    ...renderChecks(report),
    ...(report.rounds.length > 1
      ? [
          '## Attempts',
          table(
            ['After attempt', 'F1(R)', 'interval'],
            report.rounds.map(({ round, f1R }) => [
              String(round),
              formatPercent(f1R.value),
              formatInterval(f1R),
            ]),
          ),
        ]
      : []),
    ...renderCalibration(report),
    '## Cost',
    table(
      ['', ''],
      [
        ['Model calls', formatCount(cost.calls)],
        ['Tokens in, out', `${formatCount(cost.inputTokens)}, ${formatCount(cost.outputTokens)}`],
        ...(cost.money === undefined ? [] : [['Money', formatMoney(cost.money)]]),
        ['Queries to the KB', formatCount(cost.queries)],
        ...(cost.milliseconds
          ? [
              [
                'Time per question, median and 95th percentile',
                `${formatDuration(cost.milliseconds.median)}, ${formatDuration(cost.milliseconds.p95)}`,
              ],
              [
                'Total time; of which KB, models',
                `${formatDuration(cost.milliseconds.total)}; ${formatDuration(cost.milliseconds.kb)}, ${formatDuration(cost.milliseconds.model)}`,
              ],
            ]
          : []),
      ],
    ),
    '## Questions',
    table(
      ['Verdict', 'questions'],
      VERDICTS.flatMap((verdict) => {
        const count = questions.filter((one) => one.verdict === verdict).length;
        return count ? [[verdict, formatCount(count)]] : [];
      }),
    ),
    ...renderFailures(report),
  ]);
}

export function renderComparisonMarkdown(comparison: RunComparison): string {
  const { left, right, questions, onlyLeft, onlyRight, scores, verdicts, changes, notes } = comparison;
  return joinBlocks([
    '# Two runs compared',
    `Left: ${describeRunBriefly(left)}`,
    `Right: ${describeRunBriefly(right)}`,
    ...notes.map((note) => `**${escapeText(note)}**`),
    `${formatCount(questions)} questions are in both, ${formatCount(onlyLeft.length)} only in the left run, ${formatCount(onlyRight.length)} only in the right one.`,
    table(
      ['Score', 'left', 'right', 'difference', 'interval'],
      scores.map(({ name, left: was, right: is, difference: { value, low, high } }) => [
        `${SCORE_TITLES[name]} \`${name}\``,
        formatPercent(was),
        formatPercent(is),
        low > 0 || high < 0 ? `**${formatSignedPercent(value)}**` : formatSignedPercent(value),
        `${formatSignedPercent(low)} to ${formatSignedPercent(high)}`,
      ]),
    ),
    '## Verdicts',
    confusionTable(verdicts, 'left ↓ right →'),
    ...[...CHANGE_KINDS].reverse().flatMap((turn) => renderChanges(turn, changes)),
  ]);
}

function renderChanges(turn: QuestionChange['turn'], changes: readonly QuestionChange[]): readonly string[] {
  const selected = changes.filter((change) => change.turn === turn);
  if (!selected.length) return [];
  return [
    `## ${turn.replace(/^./, (first) => first.toUpperCase())} (${formatCount(selected.length)})`,
    table(
      ['id', 'Question', 'left', 'right', 'F1(R)'],
      selected
        .slice(0, MAX_QUESTIONS)
        .map(({ id, question, from, to, f1R }) => [
          escapeText(id),
          escapeText(question),
          from,
          to,
          formatSignedPercent(f1R),
        ]),
    ),
    ...moreNote(selected.length),
  ];
}

function renderRetrieval({ retrieval: curves }: Report): readonly string[] {
  const { names, rows } = recallTable(curves);
  if (!rows.length) return [];
  return [
    '## Retrieval',
    'How often all names of gold are among the first k; in brackets the share of names.',
    table(['k', ...names], rows),
  ];
}

function renderChecks({ verifiers }: Report): readonly string[] {
  const active = verifiers.filter(({ fired }) => fired);
  if (!active.length) return [];
  return [
    '## Checks',
    table(
      ['Check', 'found', 'false alarms', 'missed', 'precision', 'recall'],
      active.map(({ code, hits, fired, wrong, precision, recall }) => [
        escapeText(code),
        formatCount(hits),
        formatCount(fired - hits),
        formatCount(wrong - hits),
        precision === undefined ? '–' : formatPercent(precision),
        recall === undefined ? '–' : formatPercent(recall),
      ]),
    ),
  ];
}

function renderCalibration({ calibration }: Report): readonly string[] {
  if (!calibration) return [];
  return [
    '## Calibration',
    `Expected calibration error (ECE) of ${formatCount(calibration.n)} answers in ten bins: ${calibration.error.toFixed(3)}.`,
    table(
      ['Confidence from', 'answers', 'mean confidence', 'F1(R)'],
      calibration.bins.map(({ from, n, confidence, f1R }) => [
        from.toFixed(1),
        formatCount(n),
        formatPercent(confidence),
        formatPercent(f1R),
      ]),
    ),
  ];
}

function renderFailures({ questions }: Report): readonly string[] {
  const failures = questions.filter(({ verdict }) =>
    /^(?:wrong|partly|refused|invented|failed)$/.test(verdict),
  );
  if (!failures.length) return [];
  return [
    '### Failures',
    table(
      ['id', 'Question', 'Verdict', 'F1(R)'],
      failures
        .slice(0, MAX_QUESTIONS)
        .map(({ id, question, verdict, scores }) => [
          escapeText(id),
          escapeText(question),
          verdict,
          scores.f1R === undefined ? '–' : formatPercent(scores.f1R),
        ]),
    ),
    ...moreNote(failures.length),
  ];
}

function moreNote(count: number): readonly string[] {
  return count > MAX_QUESTIONS
    ? [`${formatCount(count - MAX_QUESTIONS)} more are in the JSON and the HTML.`]
    : [];
}

function scoresTable(
  rows: readonly { readonly name: string; readonly n: number; readonly scores: Scores }[],
): string {
  const names = SCORES.filter((score) => rows.some(({ scores }) => scores[score]));
  return table(
    ['', 'n', ...names.map((name) => SCORE_TITLES[name])],
    rows.map(({ name, n, scores }) => [
      escapeText(name),
      formatCount(n),
      ...names.map((score) => {
        const value = scores[score];
        return value ? `${formatPercent(value.value)} (${formatInterval(value)})` : '–';
      }),
    ]),
  );
}

function confusionTable({ rows, columns, counts }: ConfusionMatrix, corner: string): string {
  // Skips empty rows and columns.
  const used = columns.flatMap((_, at) => (counts.some((row) => row[at]) ? [at] : []));
  return table(
    [corner, ...used.map((at) => columns[at] ?? '')],
    rows.flatMap((row, at) => {
      const cells = counts[at] ?? [];
      return cells.some(Boolean) ? [[row, ...used.map((column) => formatCount(cells[column] ?? 0))]] : [];
    }),
  );
}

function describeRun(run: RunFacts): string {
  const { dataset, gold, threshold, seed } = run;
  const rows = dataset.bad ? ` (${formatCount(dataset.bad)} rows left out)` : '';
  return `${describeRunBriefly(run)}. ${formatCount(dataset.questions)} questions${rows}; gold is ${gold === 'kb' ? 'gold queries run on the KB' : 'the answers of the dataset'}; threshold ${threshold}, seed ${seed}.`;
}

function describeRunBriefly({ dataset, kb, strategy, model, off, oracle }: RunFacts): string {
  return [
    `${escapeText(dataset.name)} on ${escapeText(kb)} by ${escapeText(strategy)}`,
    ...(model === undefined ? [] : [`with ${escapeText(model)}`]),
    ...(off.length ? [`without ${escapeText(off.join(', '))}`] : []),
    ...(oracle.length ? [`with ${escapeText(oracle.join(', '))} from gold`] : []),
  ].join(' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at ? '--:' : '---'))), ...rows.map(line)].join('\n');
}

const MAX_LENGTH = 300;

/** Escapes Markdown and HTML in untrusted text. */
function escapeText(text: string): string {
  return (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/[\\`*_{}[\]<>#!|~&@$]|:(?=\/\/)/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function joinBlocks(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
