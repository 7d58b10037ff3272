/** Rows with intervals, and bars. */
import { html, joined, type Html } from './html';
import { percent } from '../numbers';
import { gridLine, PLOT_WIDTH, rounded, SHARES, tickAt } from './plot';

export interface Row {
  readonly name: string;
  /** After the name, smaller. */
  readonly note: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const ROW = 26;
const NAMES = 150;
const VALUES = 44;

/** A value with its interval for each row. */
export function rowPlot(
  label: string,
  rows: readonly Row[],
  [from, to]: readonly [number, number],
  format = percent,
): Html {
  const x = (value: number): number =>
    rounded(
      NAMES +
        ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (PLOT_WIDTH - NAMES - VALUES - 8),
    );
  const height = rows.length * ROW + 22;
  const ticks = from < 0 ? [from, 0, to] : SHARES;
  return html`<svg viewBox="0 0 ${PLOT_WIDTH} ${height}" role="img" aria-label="${label}">
    ${ticks.map((tick) => {
      const at = x(tick);
      const as = tick === 0 && from < 0 ? 'zero' : 'grid';
      return html`${gridLine([at, 2], [at, rows.length * ROW], as)}${tickAt(at, height - 6, String(Math.round(100 * tick)))}`;
    })}${rows.map(({ name, note, value, low, high }, index) => {
      const middle = index * ROW + ROW / 2;
      return html`<g class="series s0"
        ><title>${name}: ${format(value)} (${format(low)} to ${format(high)})</title
        ><text class="name" x="0" y="${middle + 4}"
          >${shortened(name)} <tspan class="tick">${note}</tspan></text
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

function shortened(name: string): string {
  return name.length > 15 ? `${name.slice(0, 14)}…` : name;
}

export interface Part {
  readonly count: number;
  readonly title: string;
  /** A CSS class, for its color. */
  readonly as: string;
}

/** A stacked bar. `whole` is its full length. */
export function bar(parts: readonly Part[], whole: number): Html {
  let from = 0;
  const drawn = parts.map(({ count, title, as }) => {
    const width = rounded((100 * count) / Math.max(1, whole));
    const part = html`<rect class="bar ${as}" x="${rounded(from)}" y="0" width="${width}" height="10"
      ><title>${title}</title></rect
    >`;
    from += width;
    return part;
  });
  return html`<svg
    class="parts"
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    role="img"
    aria-label="${parts.map(({ title }) => title).join(', ')}"
  >
    ${joined(drawn)}
  </svg>`;
}
