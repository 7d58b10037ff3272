/** Recall of names in gold. */
import type { Report } from '../report';
import { html, NOTHING, type Html } from './html';
import { grouped, percent } from '../numbers';
import { asTable, table } from './section';
import { legend, linePlot } from './plot';

export function retrieval({ retrieval: curves }: Report): Html {
  if (!curves.length) return NOTHING;
  const ks = [...new Set(curves.flatMap(({ at }) => at.map(({ k }) => k)))].sort((one, other) => one - other);
  const plotOf = (of: 'all' | 'share', label: string): Html =>
    linePlot({
      label,
      x: {
        label: 'first k',
        ticks: ks.length <= 5 ? ks : ks.filter((k) => [1, 2, 5, 10, 20, 50, 100].includes(k)),
        format: String,
        logarithmic: true,
      },
      yLabel: '% of questions',
      lines: curves.map(({ what, at }) => ({
        name: what,
        points: at.map((point) => ({
          x: point.k,
          y: point[of],
          title: `${what} among the first ${point.k}: ${percent(point[of])}`,
        })),
      })),
      marks: true,
    });
  const rows = ks.map((k) => [
    String(k),
    ...curves.map(({ at }) => {
      const point = at.find((one) => one.k === k);
      return point ? `${percent(point.all)} (${percent(point.share)})` : '';
    }),
  ]);
  const names = curves.map(({ what, n }) => `${what} (n ${grouped(n)})`);
  return html`<div class="plots">
    <figure>
      <figcaption>All that gold names is among the first k</figcaption>
      ${plotOf('all', 'Recall at k, all of gold')}${legend(names)}${asTable(table(['k', ...names], rows, 'Recall at k'))}
    </figure>
    <figure>
      <figcaption>Share of what gold names</figcaption>
      ${plotOf('share', 'Recall at k, share of gold')}${legend(names)}
    </figure>
  </div>`;
}
