/** `funfusic compare`: compares two runs question by question. */
import { basename, dirname, resolve } from 'node:path';
import { describeWriteError, runStorage, writeNamedFile } from '../compose/index';
import { compareRuns, CHANGE_KINDS, type RunComparison } from '../evaluation/compare';
import { renderComparisonHtml } from '../evaluation/report-html/page';
import { formatPercent, formatSignedPercent } from '../evaluation/format-numbers';
import { renderComparisonMarkdown } from '../evaluation/report-markdown';
import { onOneLine } from '../core/language/text/control-characters';
import { readSavedReport } from '../evaluation/report-runs';
import { choiceOption, unwrap, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './terminal';

export const compareCommand: Command = {
  name: 'compare',
  summary: 'compare two runs question by question',
  synopsis: ['LEFT RIGHT [OPTIONS]'],
  positionals: { 'LEFT, RIGHT': 'two runs: their folders, or their report.json files' },
  options: {
    format: { value: 'FORMAT', help: 'the output: text (default), json, markdown or html' },
    json: { help: 'the same as --format json' },
    html: { value: 'FILE', help: 'also write an HTML page with every question that changed' },
  },
  notes: [
    'Differences are right minus left, over the questions that both runs have, with 95 % intervals (docs/evaluation.md).',
    'Exit status: 0 the runs were compared, 2 the command could not run, or the runs have no question in common.',
  ],
  run: compare,
};

const FORMATS = ['text', 'json', 'markdown', 'html'] as const;

async function compare({ options, positionals }: ParsedArguments): Promise<number> {
  const [left, right, ...others] = positionals;
  if (left === undefined || right === undefined || others.length)
    throw new UsageError('Name two runs.', { showHelp: true });
  const format = choiceOption(options, 'format', FORMATS, options.has('json') ? 'json' : 'text');
  if (options.has('json') && format !== 'json')
    throw new UsageError(`--json and --format ${format} contradict each other. Choose one.`);
  const comparison = compareRuns(
    unwrap(await readSavedReport(left, runStorage)),
    unwrap(await readSavedReport(right, runStorage)),
  );
  const page = options.get('html');
  const names = [runName(left), runName(right)] as const;
  if (page !== undefined) writePage(page, renderComparisonHtml(comparison, names));
  process.stdout.write(formatComparison(comparison, format, names));
  if (comparison.questions) return 0;
  printError('The runs have no question in common, so there is nothing to compare.');
  return 2;
}

/** A run is named after its folder. */
function runName(path: string): string {
  const absolute = resolve(path);
  return basename(absolute).endsWith('.json') ? basename(dirname(absolute)) : basename(absolute);
}

function formatComparison(
  comparison: RunComparison,
  format: (typeof FORMATS)[number],
  names: readonly [string, string],
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison, null, 2)}\n`;
    case 'markdown':
      return renderComparisonMarkdown(comparison);
    case 'html':
      return renderComparisonHtml(comparison, names);
    case 'text':
      return formatComparisonText(comparison);
  }
}

function writePage(file: string, page: string): void {
  try {
    writeNamedFile(file, page);
  } catch (error) {
    throw new UsageError(`--html: ${file} cannot be written: ${describeWriteError(error)}.`);
  }
}

const MAX_LISTED = 20;

function formatComparisonText({
  questions,
  onlyLeft,
  onlyRight,
  scores,
  changes,
  notes,
}: RunComparison): string {
  const lists = [...CHANGE_KINDS].reverse().flatMap((turn) => {
    const selected = changes.filter((change) => change.turn === turn);
    if (!selected.length) return [];
    return [
      '',
      `${turn}: ${selected.length}`,
      ...selected
        .slice(0, MAX_LISTED)
        .map(
          ({ id, question, from, to, f1R }) =>
            `  ${formatSignedPercent(f1R).padStart(6)}  ${from} → ${to}  ${id}  ${question}`,
        ),
      ...(selected.length > MAX_LISTED
        ? [`  and ${selected.length - MAX_LISTED} more: see --json or --html`]
        : []),
    ];
  });
  return [
    ...notes,
    `${questions} questions are in both, ${onlyLeft.length} only in the left run, ${onlyRight.length} only in the right one`,
    '',
    ...scores.map(({ name, left, right, difference: { value, low, high } }) => {
      const note = low > 0 || high < 0 ? '' : ', not significant';
      return `  ${name.padEnd(14)} ${formatPercent(left).padStart(5)} → ${formatPercent(right).padStart(5)}  ${formatSignedPercent(value).padStart(6)}  (${formatSignedPercent(low)} to ${formatSignedPercent(high)}${note})`;
    }),
    ...(changes.length || !questions ? lists : ['', 'All results are the same.']),
    '',
  ]
    .map(onOneLine)
    .join('\n');
}
