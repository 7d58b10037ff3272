import type { ConfusionMatrix } from '../report';
import { html, type Html } from './html';
import { formatCount, formatPercent } from '../format-numbers';

/** Renders a matrix of counts, shaded by share of the row. Selecting a cell shows its questions. */
export function confusionTable(
  { rows, columns, counts }: ConfusionMatrix,
  [rowTitle, columnTitle]: readonly [string, string],
  isInteractive = true,
): Html {
  const shown = columns.flatMap((column, at) => (counts.some((row) => row[at]) ? [{ column, at }] : []));
  return html`<div class="wide" tabindex="0" role="region" aria-label="${rowTitle} and ${columnTitle}">
    <table class="confusion">
      <thead>
        <tr>
          <td class="corner"><span class="muted">${rowTitle} ↓ ${columnTitle} →</span></td>
          ${shown.map(({ column }) => html`<th scope="col">${column}</th>`)}
          <th scope="col" class="sum">all</th>
        </tr>
      </thead>
      <tbody>
        ${rows.flatMap((row, index) => {
          const sum = (counts[index] ?? []).reduce((all, count) => all + count, 0);
          if (!sum) return [];
          return [
            html`<tr>
              <th scope="row">${row}</th>
              ${shown.map(({ column, at }) => {
                const count = counts[index]?.[at] ?? 0;
                const heat = Math.round((10 * count) / sum);
                const content = html`${formatCount(count)} <small>${formatPercent(count / sum)}</small>`;
                const cell = isInteractive
                  ? html`<button type="button" data-cell="${row} ${column}" title="Show these ${count}">
                      ${content}
                    </button>`
                  : html`<span>${content}</span>`;
                return html`<td class="heat h${heat}">
                  ${count ? cell : html`<span class="muted">0</span>`}
                </td>`;
              })}
              <td class="sum">${formatCount(sum)}</td>
            </tr>`,
          ];
        })}
      </tbody>
    </table>
  </div>`;
}
