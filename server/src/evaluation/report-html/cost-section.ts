/** Cost, and score by cost. */
import type { Cost, Report } from '../report';
import { html, NOTHING, type Html } from './html';
import { duration, grouped, money, percent } from '../numbers';
import { table } from './section';
import { linePlot, SHARES } from './plot';

export function costs({ cost, questions }: Report): Html {
  const count = Math.max(1, questions.filter(({ said }) => said).length);
  return costTable([['', cost, count]]);
}

export function costTable(
  columns: readonly (readonly [name: string, cost: Cost, questions: number])[],
): Html {
  const line = (
    name: string,
    of: (cost: Cost, questions: number) => string | undefined,
  ): readonly string[][] => {
    const cells = columns.map(([, cost, questions]) => of(cost, questions));
    return cells.some((cell) => cell !== undefined) ? [[name, ...cells.map((cell) => cell ?? '–')]] : [];
  };
  const each = (sum: number, questions: number): string =>
    `${grouped(sum)} (${few(sum / questions)} a question)`;
  return table(
    ['', ...columns.map(([name]) => name)],
    [
      ...line('Model calls', (cost, n) => each(cost.calls, n)),
      ...line('Tokens in', (cost, n) => each(cost.inputTokens, n)),
      ...line('Tokens out', (cost, n) => each(cost.outputTokens, n)),
      ...line('Money', (cost) => (cost.money === undefined ? undefined : money(cost.money))),
      ...line('Queries to the KB', (cost, n) => each(cost.queries, n)),
      ...line('Time, median', ({ milliseconds }) => milliseconds && duration(milliseconds.median)),
      ...line('Time, 95th percentile', ({ milliseconds }) => milliseconds && duration(milliseconds.p95)),
      ...line('Total time', ({ milliseconds }) => milliseconds && duration(milliseconds.total)),
      ...line('of it the KB', ({ milliseconds }) => milliseconds && duration(milliseconds.kb)),
      ...line('of it models', ({ milliseconds }) => milliseconds && duration(milliseconds.model)),
    ],
    'Cost',
  );
}

/** Decimals only for small numbers. */
function few(count: number): string {
  return count < 100 ? count.toFixed(1) : grouped(count);
}

/** The score if questions that cost more were given up. */
export function costCurve({ questions }: Report): Html {
  const judged = questions.flatMap(({ cost, scores }) =>
    cost && scores.f1R !== undefined ? [{ cost, f1R: scores.f1R }] : [],
  );
  if (!judged.length) return NOTHING;
  const unit = judged.some(({ cost }) => cost.tokens) ? 'tokens' : 'queries';
  const sorted = judged
    .map(({ cost, f1R }) => ({ cost: cost[unit], f1R }))
    .sort((one, other) => one.cost - other.cost);
  const most = sorted[sorted.length - 1]?.cost ?? 0;
  if (!most) return NOTHING;
  let sum = 0;
  const points = sorted.flatMap(({ cost, f1R }, index) => {
    sum += f1R / sorted.length;
    return sorted[index + 1]?.cost === cost
      ? []
      : [{ x: cost, y: sum, title: `up to ${grouped(cost)} ${unit}: ${percent(sum)}` }];
  });
  const name = unit === 'tokens' ? 'tokens of models' : 'queries to the KB';
  return html`<figure>
    <figcaption>F1(R) against cost</figcaption>
    ${linePlot({
      label: `F1(R) were each question given up that takes more ${name}`,
      x: {
        label: `${name}, at most, a question`,
        ticks: SHARES.map((share) => share * most),
        format: shortly,
      },
      yLabel: 'F1(R)',
      lines: [{ name: 'F1(R)', points: [{ x: 0, y: 0, title: '' }, ...points] }],
      marks: false,
      steps: true,
    })}
  </figure>`;
}

function shortly(count: number): string {
  if (count >= 10_000) return `${Math.round(count / 1000)}k`;
  return count >= 1000 ? `${(count / 1000).toFixed(1)}k` : String(Math.round(count));
}
