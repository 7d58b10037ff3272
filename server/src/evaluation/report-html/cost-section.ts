/** Shows the cost of a run and the score by cost. */
import type { RunCost, Report } from '../report';
import { html, type Html } from './html';
import { formatDuration, formatCount, formatMoney, formatPercent } from '../format-numbers';
import { table } from './section';
import { linePlot, SHARES } from './plot';

export function costSummary({ cost, questions }: Report): Html {
  const count = Math.max(1, questions.filter(({ said }) => said).length);
  return costTable([['', cost, count]]);
}

export function costTable(
  columns: readonly (readonly [name: string, cost: RunCost, questions: number])[],
): Html {
  const line = (
    name: string,
    format: (cost: RunCost, questions: number) => string | undefined,
  ): readonly string[][] => {
    const cells = columns.map(([, cost, questions]) => format(cost, questions));
    return cells.some((cell) => cell !== undefined) ? [[name, ...cells.map((cell) => cell ?? '–')]] : [];
  };
  const perQuestion = (sum: number, questions: number): string =>
    `${formatCount(sum)} (${formatMean(sum / questions)} per question)`;
  return table(
    ['', ...columns.map(([name]) => name)],
    [
      ...line('Model calls', (cost, n) => perQuestion(cost.calls, n)),
      ...line('Tokens in', (cost, n) => perQuestion(cost.inputTokens, n)),
      ...line('Tokens out', (cost, n) => perQuestion(cost.outputTokens, n)),
      ...line('Money', (cost) => (cost.money === undefined ? undefined : formatMoney(cost.money))),
      ...line('Queries to the KB', (cost, n) => perQuestion(cost.queries, n)),
      ...line('Time, median', ({ milliseconds }) => milliseconds && formatDuration(milliseconds.median)),
      ...line(
        'Time, 95th percentile',
        ({ milliseconds }) => milliseconds && formatDuration(milliseconds.p95),
      ),
      ...line('Total time', ({ milliseconds }) => milliseconds && formatDuration(milliseconds.total)),
      ...line('of which the KB', ({ milliseconds }) => milliseconds && formatDuration(milliseconds.kb)),
      ...line('of which models', ({ milliseconds }) => milliseconds && formatDuration(milliseconds.model)),
    ],
    'Cost',
  );
}

/** Shows decimals only for small numbers. */
function formatMean(count: number): string {
  return count < 100 ? count.toFixed(1) : formatCount(count);
}

/** Plots the score if questions that cost more than x were not answered. */
export function costFigure({ questions }: Report): Html | undefined {
  const judged = questions.flatMap(({ cost, scores }) =>
    cost && scores.f1R !== undefined ? [{ cost, f1R: scores.f1R }] : [],
  );
  if (!judged.length) return undefined;
  const unit = judged.some(({ cost }) => cost.tokens) ? 'tokens' : 'queries';
  const sorted = judged
    .map(({ cost, f1R }) => ({ cost: cost[unit], f1R }))
    .sort((one, other) => one.cost - other.cost);
  const maxCost = sorted[sorted.length - 1]?.cost ?? 0;
  if (!maxCost) return undefined;
  let sum = 0;
  const points = sorted.flatMap(({ cost, f1R }, index) => {
    sum += f1R / sorted.length;
    return sorted[index + 1]?.cost === cost
      ? []
      : [{ x: cost, y: sum, title: `up to ${formatCount(cost)} ${unit}: ${formatPercent(sum)}` }];
  });
  const name = unit === 'tokens' ? 'model tokens' : 'queries to the KB';
  return html`<figure>
    <figcaption>F1(R) against cost</figcaption>
    ${linePlot({
      label: `F1(R) with a limit of ${name} per question`,
      x: {
        label: `maximum ${name} per question`,
        ticks: SHARES.map((share) => share * maxCost),
        format: formatShort,
      },
      yLabel: 'F1(R)',
      lines: [{ name: 'F1(R)', points: [{ x: 0, y: 0, title: '' }, ...points] }],
      marks: false,
      steps: true,
    })}
  </figure>`;
}

function formatShort(count: number): string {
  if (count >= 10_000) return `${Math.round(count / 1000)}k`;
  return count >= 1000 ? `${(count / 1000).toFixed(1)}k` : String(Math.round(count));
}
