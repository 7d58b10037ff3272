/** Renders SVG line plots with attributes only, because the CSP of the page forbids inline styles. */
import { html, type Html } from './html';

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
  /** Tooltip. */
  readonly title: string;
}

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface LinePlot {
  readonly label: string;
  readonly x: {
    readonly label: string;
    readonly ticks: readonly number[];
    readonly format: (value: number) => string;
    readonly logarithmic?: boolean;
  };
  readonly yLabel: string;
  readonly lines: readonly Line[];
  /** Whether to draw marks. */
  readonly marks: boolean;
  /** Whether to draw steps instead of straight lines. */
  readonly steps?: boolean;
}

export const PLOT_WIDTH = 420;
const HEIGHT = 250;
const FRAME = { left: 44, right: 12, top: 12, bottom: 40 };
export const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Y values from 0 to 1. */
export function linePlot(plot: LinePlot): Html {
  const { ticks, logarithmic = false } = plot.x;
  const at = (value: number): number => (logarithmic ? Math.log(value) : value);
  const [first = 0, last = 1] = [ticks[0], ticks[ticks.length - 1]];
  const span = at(last) - at(first) || 1;
  const x = (value: number): number =>
    roundCoordinate(FRAME.left + ((at(value) - at(first)) / span) * (PLOT_WIDTH - FRAME.left - FRAME.right));
  const y = (share: number): number =>
    roundCoordinate(HEIGHT - FRAME.bottom - share * (HEIGHT - FRAME.top - FRAME.bottom));
  return html`<svg viewBox="0 0 ${PLOT_WIDTH} ${HEIGHT}" role="img" aria-label="${plot.label}">
    ${SHARES.map((share) => {
      const at = y(share);
      return html`${gridLine([FRAME.left, at], [PLOT_WIDTH - FRAME.right, at])}${tickLabel(FRAME.left - 6, at + 4, String(100 * share), 'end')}`;
    })}${ticks.map((tick) => tickLabel(x(tick), HEIGHT - FRAME.bottom + 16, plot.x.format(tick)))}
    <text
      class="axis"
      x="${(FRAME.left + PLOT_WIDTH - FRAME.right) / 2}"
      y="${HEIGHT - 6}"
      text-anchor="middle"
    >
      ${plot.x.label}
    </text>
    <text
      class="axis"
      transform="translate(11 ${(HEIGHT - FRAME.bottom + FRAME.top) / 2}) rotate(-90)"
      text-anchor="middle"
    >
      ${plot.yLabel}
    </text>
    ${plot.lines.map((line, series) => renderLine(line, series, plot, x, y))}
  </svg>`;
}

type Place = readonly [x: number, y: number];

export function gridLine([x1, y1]: Place, [x2, y2]: Place, as: 'grid' | 'zero' = 'grid'): Html {
  return html`<line class="${as}" x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}" />`;
}

export function tickLabel(x: number, y: number, text: string, anchor: 'middle' | 'end' = 'middle'): Html {
  return html`<text class="tick" x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;
}

type Scale = (value: number) => number;

function renderLine({ points }: Line, series: number, plot: LinePlot, x: Scale, y: Scale): Html {
  const path = points.map((point, index) => {
    if (!index) return `M${x(point.x)} ${y(point.y)}`;
    return plot.steps ? `H${x(point.x)}V${y(point.y)}` : `L${x(point.x)} ${y(point.y)}`;
  });
  const whiskers = points.flatMap(({ x: at, low, high }) =>
    low === undefined || high === undefined
      ? []
      : [html`<line class="whisker" x1="${x(at)}" x2="${x(at)}" y1="${y(low)}" y2="${y(high)}" />`],
  );
  const marks = plot.marks
    ? points.map((point) => renderMark(series, x(point.x), y(point.y), point.title))
    : [];
  return html`<g class="series s${series % SERIES_STYLES}"
    >${whiskers}<path class="line" d="${path.join('')}" />${marks}</g
  >`;
}

const SERIES_STYLES = 4;

/** Uses a different shape for each series, for readers who cannot distinguish colors. */
function renderMark(series: number, x: number, y: number, title: string): Html {
  const tooltip = title !== '' && html`<title>${title}</title>`;
  switch (series % SERIES_STYLES) {
    case 0:
      return html`<circle class="mark" cx="${x}" cy="${y}" r="3.5">${tooltip}</circle>`;
    case 1:
      return html`<rect class="mark" x="${x - 3.2}" y="${y - 3.2}" width="6.4" height="6.4"
        >${tooltip}</rect
      >`;
    case 2:
      return html`<path class="mark" d="M${x} ${y - 4.5}l4.3 7.5h-8.6z">${tooltip}</path>`;
    default:
      return html`<path class="mark" d="M${x} ${y - 4.8}l4.8 4.8l-4.8 4.8l-4.8 -4.8z">${tooltip}</path>`;
  }
}

export function renderLegend(names: readonly string[]): Html | undefined {
  if (names.length < 2) return undefined;
  return html`<ul class="legend">
    ${names.map(
      (name, series) =>
        html`<li>
          <svg class="key" viewBox="0 0 22 12" aria-hidden="true">
            <g class="series s${series % SERIES_STYLES}">
              <path class="line" d="M1 6H21" />
              ${renderMark(series, 11, 6, '')}
            </g></svg
          >${name}
        </li>`,
    )}
  </ul>`;
}

export function roundCoordinate(value: number): number {
  return Math.round(value * 10) / 10;
}
