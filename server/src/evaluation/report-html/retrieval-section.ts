/** Plots the recall of gold names at k. */
import type { Report } from '../report';
import { html, type Html } from './html';
import { formatPercent } from '../format-numbers';
import { recallTable } from '../recall-table';
import { collapsibleTable, table } from './section';
import { renderLegend, linePlot } from './plot';

export function retrievalFigures({ retrieval: curves }: Report): Html | undefined {
  if (!curves.length) return undefined;
  const { ks, names, rows } = recallTable(curves);
  const renderPlot = (measure: 'all' | 'share', label: string): Html =>
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
          y: point[measure],
          title: `${what} among the first ${point.k}: ${formatPercent(point[measure])}`,
        })),
      })),
      marks: true,
    });
  return html`<div class="plots">
    <figure>
      <figcaption>All gold names are among the first k</figcaption>
      ${renderPlot('all', 'Recall at k, all of gold')}${renderLegend(names)}${collapsibleTable(table(['k', ...names], rows, 'Recall at k'))}
    </figure>
    <figure>
      <figcaption>Share of gold names among the first k</figcaption>
      ${renderPlot('share', 'Recall at k, share of gold')}${renderLegend(names)}
    </figure>
  </div>`;
}
