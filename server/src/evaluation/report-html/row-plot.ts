/** Renders rows with intervals, and stacked bars. */
import { html, type Html } from './html';
import { formatPercent } from '../format-numbers';
import { gridLine, PLOT_WIDTH, roundCoordinate, SHARES, tickLabel } from './plot';

export interface PlotRow {
  readonly name: string;
  /** Smaller text after the name. */
  readonly note: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const ROW_HEIGHT = 26;
const NAME_WIDTH = 150;
const VALUE_WIDTH = 44;

export function rowPlot(
  label: string,
  rows: readonly PlotRow[],
  [from, to]: readonly [number, number],
  format = formatPercent,
): Html {
  const x = (value: number): number =>
    roundCoordinate(
      NAME_WIDTH +
        ((Math.min(to, Math.max(from, value)) - from) / (to - from)) *
          (PLOT_WIDTH - NAME_WIDTH - VALUE_WIDTH - 8),
    );
  const height = rows.length * ROW_HEIGHT + 22;
  const ticks = from < 0 ? [from, 0, to] : SHARES;
  return html`<svg viewBox="0 0 ${PLOT_WIDTH} ${height}" role="img" aria-label="${label}">
    ${ticks.map((tick) => {
      const at = x(tick);
      const as = tick === 0 && from < 0 ? 'zero' : 'grid';
      return html`${gridLine([at, 2], [at, rows.length * ROW_HEIGHT], as)}${tickLabel(at, height - 6, String(Math.round(100 * tick)).replace('-', '−'))}`;
    })}${rows.map(({ name, note, value, low, high }, index) => {
      const middle = index * ROW_HEIGHT + ROW_HEIGHT / 2;
      return html`<g class="series s0"
        ><title>${name}: ${format(value)} (${format(low)} to ${format(high)})</title
        ><text class="name" x="0" y="${middle + 4}"
          >${name.length > 15 ? `${name.slice(0, 14)}…` : name} <tspan class="tick">${note}</tspan></text
        ><line class="whisker" x1="${x(low)}" x2="${x(high)}" y1="${middle}" y2="${middle}" /><circle
          class="mark"
          cx="${x(value)}"
          cy="${middle}"
          r="4.5"
        /><text class="value" x="${PLOT_WIDTH}" y="${middle + 4}" text-anchor="end">${format(value)}</text></g
      >`;
    })}
  </svg>`;
}

export interface BarSegment {
  readonly count: number;
  readonly title: string;
  /** A CSS class, for its color. */
  readonly as: string;
}

/** Renders a stacked bar. `total` is the count of its full width. */
export function bar(segments: readonly BarSegment[], total: number): Html {
  let from = 0;
  const drawn = segments.map(({ count, title, as }) => {
    const width = roundCoordinate((100 * count) / Math.max(1, total));
    const rect = html`<rect class="bar ${as}" x="${roundCoordinate(from)}" y="0" width="${width}" height="10"
      ><title>${title}</title></rect
    >`;
    from += width;
    return rect;
  });
  return html`<svg
    class="parts"
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    role="img"
    aria-label="${segments.map(({ title }) => title).join(', ')}"
  >
    ${drawn}
  </svg>`;
}
