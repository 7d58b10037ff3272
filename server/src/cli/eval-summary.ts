/** What came of a run, in a few lines. */
import { join } from 'node:path';
import { RUN_FILES } from '../evaluation/run-manifest';
import { duration, grouped, interval, percent } from '../evaluation/numbers';
import type { Prediction } from '../evaluation/prediction';
import { remarksOn } from '../evaluation/remarks';
import { SCORES, type Report, type Score } from '../evaluation/report';
import { onOneLine } from '../core/language/text/controls';
import type { RunPlan } from '../evaluation/plan';
import type { RunOutcome } from '../evaluation/run-evaluation';

export function summaryOf({ report, predictions, spent }: RunOutcome, { out, kept }: RunPlan): string {
  const { run, cost } = report;
  const asked = predictions.size;
  const who = [run.strategy, ...(run.model === undefined ? [] : [`with ${run.model}`]), `on ${run.kb}`];
  return [
    onOneLine(`${asked} of ${run.dataset.questions} questions of ${run.dataset.name}, ${who.join(' ')}`),
    ...(run.off.length ? [`switched off: ${run.off.join(', ')}`] : []),
    ...(run.oracle.length ? [`gold in the place of: ${run.oracle.join(', ')}`] : []),
    '',
    ...scoresInWords(report),
    '',
    ...costInWords(cost, kept.model?.prices?.currency ?? 'USD'),
    ...spentInVain(cost, spent),
    ...remarksOn(report).map(onOneLine),
    ...hints([...predictions.values()]),
    onOneLine(`report: ${join(out, RUN_FILES.report.html)}`),
    '',
  ].join('\n');
}

export function scoresInWords({ scores, confusion }: Report): readonly string[] {
  return [
    ...SCORES.flatMap((name) => {
      const score = scores[name];
      return score ? [`  ${name.padEnd(14)} ${scoreInWords(score)}`] : [];
    }),
    '',
    ...confusion.rows.flatMap((row, at) => {
      const counts = confusion.columns.flatMap((column, index) => {
        const count = confusion.counts[at]?.[index] ?? 0;
        return count ? [`${count} ${column}`] : [];
      });
      return counts.length ? [`  ${row.padEnd(14)} said: ${counts.join(', ')}`] : [];
    }),
  ];
}

function scoreInWords({ value, low, high, n }: Score): string {
  return `${percent(value).padStart(5)}  (${interval({ low, high })}, n ${n})`;
}

function costInWords(cost: Report['cost'], currency: string): readonly string[] {
  const { calls, inputTokens, outputTokens, money, queries, milliseconds } = cost;
  const spent = money === undefined ? '' : `, ${money.toFixed(2)} ${currency}`;
  return [
    ...(calls ? [`model: ${calls} calls, ${grouped(inputTokens + outputTokens)} tokens${spent}`] : []),
    `KB: ${grouped(queries)} queries`,
    ...(milliseconds
      ? [
          `time of a question: ${duration(milliseconds.median)} in the middle, ${duration(milliseconds.p95)} at the 95th percentile`,
        ]
      : []),
  ];
}

/** Replies to questions that were stopped are paid for as well. */
function spentInVain({ calls }: Report['cost'], spent: RunOutcome['spent']): readonly string[] {
  const { input, output } = spent.tokens;
  return spent.calls > calls
    ? [`with questions that were stopped on the way: ${spent.calls} calls, ${grouped(input + output)} tokens`]
    : [];
}

function hints(predictions: readonly Prediction[]): readonly string[] {
  const capped = predictions.filter((one) => one.capped !== undefined).length;
  const cut = predictions.filter((one) => one.more === true).length;
  return [
    ...(capped
      ? [`${capped} questions struck a cap of queries or time; a replay of those may come out otherwise.`]
      : []),
    ...(cut ? [`${cut} questions have more answers than were read: --max-rows says how many are.`] : []),
    ...(predictions.some((one) => one.unrecorded === true)
      ? ['With --ask-missing, what was not recorded is asked for.']
      : []),
  ];
}
