import type { Confusion } from '../report';
import { html, type Html } from './html';
import { grouped, percent } from '../numbers';

/** A table of counts, shaded by share of the row. Selecting a cell shows its questions. */
export function confusion(
  { rows, columns, counts }: Confusion,
  what: readonly [string, string],
  pressable = true,
): Html {
  const used = (at: number): boolean => (counts[at] ?? []).some(Boolean);
  const usedColumn = (at: number): boolean => counts.some((row) => row[at]);
  const shown = columns.flatMap((column, at) => (usedColumn(at) ? [{ column, at }] : []));
  return html`<div class="wide" tabindex="0" role="region" aria-label="${what[0]} and ${what[1]}">
    <table class="confusion">
      <thead>
        <tr>
          <td class="corner"><span class="muted">${what[0]} ↓ ${what[1]} →</span></td>
          ${shown.map(({ column }) => html`<th scope="col">${column}</th>`)}
          <th scope="col" class="sum">all</th>
        </tr>
      </thead>
      <tbody>
        ${rows.flatMap((row, index) => {
          if (!used(index)) return [];
          const sum = (counts[index] ?? []).reduce((all, count) => all + count, 0);
          return [
            html`<tr>
              <th scope="row">${row}</th>
              ${shown.map(({ column, at }) => {
                const count = counts[index]?.[at] ?? 0;
                const heat = Math.round((10 * count) / sum);
                const told = html`${grouped(count)} <small>${percent(count / sum)}</small>`;
                const cell = pressable
                  ? html`<button type="button" data-cell="${row} ${column}" title="Show these ${count}">
                      ${told}
                    </button>`
                  : html`<span>${told}</span>`;
                return html`<td class="heat h${heat}">
                  ${count ? cell : html`<span class="muted">0</span>`}
                </td>`;
              })}
              <td class="sum">${grouped(sum)}</td>
            </tr>`,
          ];
        })}
      </tbody>
    </table>
  </div>`;
}
