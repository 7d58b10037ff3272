/** Prints the progress and the summary of evaluations. */
import { join } from 'node:path';
import { onOneLine } from '../core/language/text/control-characters';
import { formatDuration, formatCount, formatInterval, formatPercent } from '../evaluation/format-numbers';
import type { RunPlan } from '../evaluation/plan';
import { countPredictions } from '../evaluation/ablation';
import type { Predictions } from '../evaluation/prediction';
import type { EvaluationEvent } from '../evaluation/progress';
import { listCaveats } from '../evaluation/caveats';
import { SCORES, type Report, type Score } from '../evaluation/report';
import type { RunOutcome } from '../evaluation/run-evaluation';
import { RUN_FILES, type EvalProgress, type ProgressLine } from '../evaluation/run-manifest';
import { printError, showProgress, showStep } from './terminal';

/**
 * Prints progress as lines of JSON, or on one line of the terminal. Without a terminal, it prints a line after each tenth of the
 * questions.
 */
export function eventPrinter(format: 'line' | 'json', currency = 'USD'): (event: EvaluationEvent) => void {
  const writeJson = (line: ProgressLine): void => void process.stderr.write(`${JSON.stringify(line)}\n`);
  let [title, printedTenths] = ['', 0];
  return (event) => {
    switch (event.type) {
      case 'ablation':
        title =
          event.off === undefined ? 'all on: ' : `${event.number} of ${event.total}, without ${event.off}: `;
        printedTenths = 0;
        return;
      case 'resumed':
        printError(`${event.out}: ${event.done} of ${event.total} questions are finished; resuming.`);
        return;
      case 'step':
        if (format === 'json') writeJson({ type: 'step', ...event.step });
        else showStep(event.step);
        return;
      case 'progress': {
        if (format === 'json') {
          writeJson(event);
          return;
        }
        const { done, total } = event.progress;
        const line = `${title}${formatProgress(event.progress, currency)}`;
        if (process.stderr.isTTY) {
          showProgress(line);
          return;
        }
        const tenths = Math.floor((10 * done) / Math.max(1, total));
        if (tenths > printedTenths && done < total) printError(line);
        printedTenths = Math.max(printedTenths, tenths);
        return;
      }
      case 'asked':
        if (format === 'line') showProgress('');
        return;
      case 'interrupted':
        printError(formatResumeHint(event));
    }
  };
}

function formatProgress(progress: EvalProgress, currency: string): string {
  const { done, total, f1R, millisecondsLeft, money, moneyLeft, tokens } = progress;
  return [
    `${done} of ${total} questions`,
    ...(f1R === undefined ? [] : [`F1 ${(100 * f1R).toFixed(1)}`]),
    ...(millisecondsLeft === undefined ? [] : [`${formatRemainingTime(millisecondsLeft)} left`]),
    ...(tokens ? [`${tokens.toLocaleString('en')} tokens`] : []),
    ...(money === undefined
      ? []
      : [
          `${money.toFixed(2)}${moneyLeft === undefined ? '' : ` of ${(money + moneyLeft).toFixed(2)}`} ${currency}`,
        ]),
  ].join(', ');
}

function formatRemainingTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function resumeHint({ predictions, report, out }: RunOutcome): string {
  return formatResumeHint({ done: predictions.size, total: report.run.dataset.questions, out });
}

function formatResumeHint({
  done,
  total,
  out,
}: Readonly<Record<'done' | 'total', number>> & { readonly out: string }): string {
  return `${done} of ${total} questions are finished and saved in ${out}. Run the command again to resume.`;
}

export function formatSummary({ report, predictions, spent }: RunOutcome, { out, options }: RunPlan): string {
  const { run, cost } = report;
  const system = [run.strategy, ...(run.model === undefined ? [] : [`with ${run.model}`]), `on ${run.kb}`];
  return [
    onOneLine(
      `${predictions.size} of ${run.dataset.questions} questions of ${run.dataset.name}, ${system.join(' ')}`,
    ),
    ...(run.off.length ? [`switched off: ${run.off.join(', ')}`] : []),
    ...(run.oracle.length ? [`gold instead of: ${run.oracle.join(', ')}`] : []),
    '',
    ...formatScores(report),
    '',
    ...formatCost(cost, options.model?.prices?.currency ?? 'USD'),
    ...formatTotalUsage(cost, spent),
    ...listCaveats(report).map(onOneLine),
    ...listHints(predictions),
    onOneLine(`report: ${join(out, RUN_FILES.report.html)}`),
    '',
  ].join('\n');
}

export function formatScores({ scores, confusion, calibration }: Report): readonly string[] {
  return [
    ...SCORES.flatMap((name) => {
      const score = scores[name];
      return score ? [`  ${name.padEnd(14)} ${formatScore(score)}`] : [];
    }),
    '',
    ...confusion.rows.flatMap((row, at) => {
      const counts = confusion.columns.flatMap((column, index) => {
        const count = confusion.counts[at]?.[index] ?? 0;
        return count ? [`${count} ${column}`] : [];
      });
      return counts.length ? [`  ${row.padEnd(14)} predicted: ${counts.join(', ')}`] : [];
    }),
    ...(calibration
      ? ['', `  calibration    ECE ${calibration.error.toFixed(3)}, n ${calibration.n} (answers)`]
      : []),
  ];
}

function formatScore({ value, low, high, n }: Score): string {
  return `${formatPercent(value).padStart(5)}  (${formatInterval({ low, high })}, n ${n})`;
}

function formatCost(cost: Report['cost'], currency: string): readonly string[] {
  const { calls, inputTokens, outputTokens, money, queries, milliseconds } = cost;
  const spent = money === undefined ? '' : `, ${money.toFixed(2)} ${currency}`;
  return [
    ...(calls ? [`model: ${calls} calls, ${formatCount(inputTokens + outputTokens)} tokens${spent}`] : []),
    `KB: ${formatCount(queries)} queries`,
    ...(milliseconds
      ? [
          `time per question: median ${formatDuration(milliseconds.median)}, 95th percentile ${formatDuration(milliseconds.p95)}`,
        ]
      : []),
  ];
}

/** Replies to interrupted questions count too. */
function formatTotalUsage({ calls }: Report['cost'], spent: RunOutcome['spent']): readonly string[] {
  const { input, output } = spent.tokens;
  return spent.calls > calls
    ? [`with interrupted questions: ${spent.calls} calls, ${formatCount(input + output)} tokens`]
    : [];
}

function listHints(predictions: Predictions): readonly string[] {
  const capped = countPredictions(predictions, (one) => one.capped !== undefined);
  const truncated = countPredictions(predictions, (one) => one.more === true);
  return [
    ...(capped
      ? [`${capped} questions reached a limit of queries or time; a replay of them may give other results.`]
      : []),
    ...(truncated
      ? [`${truncated} questions have more answers than were read. Raise --max-rows to read more.`]
      : []),
    ...(countPredictions(predictions, (one) => one.unrecorded === true)
      ? ['Add --ask-missing to send requests that were not recorded.']
      : []),
  ];
}
