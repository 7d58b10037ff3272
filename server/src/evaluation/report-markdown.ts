/** A report or a comparison as Markdown. */
import { CHANGE_KINDS, type Change, type Comparison } from './compare';
import {
  SCORE_TITLES,
  SCORES,
  VERDICTS,
  type Confusion,
  type Report,
  type RunFacts,
  type Scores,
} from './report';
import { duration, grouped, interval, money, percent, signed } from './numbers';
import { caveatsOf } from './caveats';

const MAX_QUESTIONS = 30;

export function markdownOf(report: Report): string {
  const { run, questions, cost } = report;
  return pageOf([
    `# ${text(run.dataset.name)}`,
    factsOf(run),
    ...caveatsOf(report).map((remark) => `**${text(remark)}**`),
    '## Scores',
    'In percent, with 95 % intervals by bootstrap over questions; Wilson’s intervals if fewer than ten questions differ.',
    table(
      ['Score', 'value', 'interval', 'n'],
      SCORES.flatMap((name) => {
        const score = report.scores[name];
        return score
          ? [[`${SCORE_TITLES[name]} \`${name}\``, percent(score.value), interval(score), grouped(score.n)]]
          : [];
      }),
    ),
    ...report.groups.flatMap(({ by, groups }) => [`### By ${by}`, scoresTable(groups)]),
    '## Answerable or not',
    confusionTable(report.confusion, 'gold ↓ predicted →'),
    ...retrieval(report),
    ...checks(report),
    ...(report.rounds.length > 1
      ? [
          '## Attempts',
          table(
            ['After attempt', 'F1(R)', 'interval'],
            report.rounds.map(({ round, f1R }) => [String(round), percent(f1R.value), interval(f1R)]),
          ),
        ]
      : []),
    '## Cost',
    table(
      ['', ''],
      [
        ['Model calls', grouped(cost.calls)],
        ['Tokens in, out', `${grouped(cost.inputTokens)}, ${grouped(cost.outputTokens)}`],
        ...(cost.money === undefined ? [] : [['Money', money(cost.money)]]),
        ['Queries to the KB', grouped(cost.queries)],
        ...(cost.milliseconds
          ? [
              [
                'Time per question, median and 95th percentile',
                `${duration(cost.milliseconds.median)}, ${duration(cost.milliseconds.p95)}`,
              ],
              [
                'Total time; of it KB, models',
                `${duration(cost.milliseconds.total)}; ${duration(cost.milliseconds.kb)}, ${duration(cost.milliseconds.model)}`,
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
        return count ? [[verdict, grouped(count)]] : [];
      }),
    ),
    ...worst(report),
  ]);
}

export function comparisonMarkdown(comparison: Comparison): string {
  const { left, right, questions, onlyLeft, onlyRight, scores, verdicts, changes, notes } = comparison;
  return pageOf([
    '# Two runs compared',
    `Left: ${oneLine(left)}`,
    `Right: ${oneLine(right)}`,
    ...notes.map((note) => `**${text(note)}**`),
    `${grouped(questions)} questions are in both, ${grouped(onlyLeft.length)} only in the left run, ${grouped(onlyRight.length)} only in the right one.`,
    table(
      ['Score', 'left', 'right', 'difference', 'interval'],
      scores.map(({ name, left: was, right: is, difference: { value, low, high } }) => [
        `${SCORE_TITLES[name]} \`${name}\``,
        percent(was),
        percent(is),
        low > 0 || high < 0 ? `**${signed(value)}**` : signed(value),
        `${signed(low)} to ${signed(high)}`,
      ]),
    ),
    '## Verdicts',
    confusionTable(verdicts, 'left ↓ right →'),
    ...[...CHANGE_KINDS].reverse().flatMap((turn) => turned(turn, changes)),
  ]);
}

function turned(turn: Change['turn'], changes: readonly Change[]): readonly string[] {
  const these = changes.filter((change) => change.turn === turn);
  if (!these.length) return [];
  return [
    `## ${turn.replace(/^./, (first) => first.toUpperCase())} (${grouped(these.length)})`,
    table(
      ['id', 'Question', 'left', 'right', 'F1(R)'],
      these
        .slice(0, MAX_QUESTIONS)
        .map(({ id, question, from, to, f1R }) => [text(id), text(question), from, to, signed(f1R)]),
    ),
    ...more(these.length),
  ];
}

function retrieval({ retrieval: curves }: Report): readonly string[] {
  const ks = [...new Set(curves.flatMap(({ at }) => at.map(({ k }) => k)))].sort((one, other) => one - other);
  if (!ks.length) return [];
  return [
    '## Retrieval',
    'How often all names of gold are among the first k; in brackets the share of names.',
    table(
      ['k', ...curves.map(({ what, n }) => `${what} (n ${grouped(n)})`)],
      ks.map((k) => [
        String(k),
        ...curves.map(({ at }) => {
          const point = at.find((one) => one.k === k);
          return point ? `${percent(point.all)} (${percent(point.share)})` : '';
        }),
      ]),
    ),
  ];
}

function checks({ verifiers }: Report): readonly string[] {
  const spoke = verifiers.filter(({ fired }) => fired);
  if (!spoke.length) return [];
  return [
    '## Checks',
    table(
      ['Check', 'found', 'false alarms', 'missed', 'precision', 'recall'],
      spoke.map(({ code, hits, fired, wrong, precision, recall }) => [
        text(code),
        grouped(hits),
        grouped(fired - hits),
        grouped(wrong - hits),
        precision === undefined ? '–' : percent(precision),
        recall === undefined ? '–' : percent(recall),
      ]),
    ),
  ];
}

/** The first failures. */
function worst({ questions }: Report): readonly string[] {
  const bad = questions.filter(({ verdict }) => /^(?:wrong|partly|refused|invented|failed)$/.test(verdict));
  if (!bad.length) return [];
  return [
    '### Failures',
    table(
      ['id', 'Question', 'Verdict', 'F1(R)'],
      bad
        .slice(0, MAX_QUESTIONS)
        .map(({ id, question, verdict, scores }) => [
          text(id),
          text(question),
          verdict,
          scores.f1R === undefined ? '–' : percent(scores.f1R),
        ]),
    ),
    ...more(bad.length),
  ];
}

function more(count: number): readonly string[] {
  return count > MAX_QUESTIONS
    ? [`${grouped(count - MAX_QUESTIONS)} more are in the JSON and the HTML.`]
    : [];
}

function scoresTable(
  rows: readonly { readonly name: string; readonly n: number; readonly scores: Scores }[],
): string {
  const names = SCORES.filter((score) => rows.some(({ scores }) => scores[score]));
  return table(
    ['', 'n', ...names.map((name) => SCORE_TITLES[name])],
    rows.map(({ name, n, scores }) => [
      text(name),
      grouped(n),
      ...names.map((score) => {
        const value = scores[score];
        return value ? `${percent(value.value)} (${interval(value)})` : '–';
      }),
    ]),
  );
}

function confusionTable({ rows, columns, counts }: Confusion, corner: string): string {
  // Without empty rows and columns.
  const used = columns.flatMap((_, at) => (counts.some((row) => row[at]) ? [at] : []));
  return table(
    [corner, ...used.map((at) => columns[at] ?? '')],
    rows.flatMap((row, at) => {
      const own = counts[at] ?? [];
      return own.some(Boolean) ? [[row, ...used.map((column) => grouped(own[column] ?? 0))]] : [];
    }),
  );
}

function factsOf(run: RunFacts): string {
  const { dataset, gold, threshold, seed } = run;
  const rows = dataset.bad ? ` (${grouped(dataset.bad)} rows left out)` : '';
  return `${oneLine(run)}. ${grouped(dataset.questions)} questions${rows}; gold is ${gold === 'kb' ? 'gold queries run on the KB' : 'the answers of the dataset'}; threshold ${threshold}, seed ${seed}.`;
}

function oneLine({ dataset, kb, strategy, model, off, oracle }: RunFacts): string {
  return [
    `${text(dataset.name)} on ${text(kb)} by ${text(strategy)}`,
    ...(model === undefined ? [] : [`with ${text(model)}`]),
    ...(off.length ? [`without ${text(off.join(', '))}`] : []),
    ...(oracle.length ? [`with ${text(oracle.join(', '))} from gold`] : []),
  ].join(' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at ? '--:' : '---'))), ...rows.map(line)].join('\n');
}

const MAX_LENGTH = 300;

/** Escapes Markdown and HTML of foreign text. */
function text(written: string): string {
  return (written.length > MAX_LENGTH ? `${written.slice(0, MAX_LENGTH)} …` : written)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/[\\`*_{}[\]<>#!|~&@$]|:(?=\/\/)/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function pageOf(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
