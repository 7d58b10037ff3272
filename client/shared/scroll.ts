/**
 * How far a table is scrolled. Browsers end an element at some millions of pixels, so a higher table gets a shorter scrollbar: a
 * small movement moves the rows as far, a jump goes to the same share of the whole.
 */
export interface Scroll {
  /** Of the scrollbar, and of the rows, in pixels. */
  readonly bar: number;
  readonly top: number;
}

export interface Extent {
  readonly content: number;
  readonly viewport: number;
}

export const MAX_PIXELS = 8_000_000;

export const barHeight = ({ content }: Pick<Extent, 'content'>): number => Math.min(content, MAX_PIXELS);

/** After the bar has moved. */
export function scrolled(before: Scroll, bar: number, extent: Extent): Scroll {
  const most = mostTop(extent);
  const mostBar = Math.max(0, barHeight(extent) - extent.viewport);
  if (most === mostBar) return { bar, top: clamp(bar, most) };
  const moved = bar - before.bar;
  const jumped = Math.abs(moved) > extent.viewport;
  if (bar <= 0) return { bar, top: 0 };
  if (bar >= mostBar) return { bar, top: most };
  return { bar, top: jumped ? (bar / mostBar) * most : clamp(before.top + moved, most) };
}

/** Where the bar must be for the rows to be there. */
export function scrolledTo(top: number, extent: Extent): Scroll {
  const most = mostTop(extent);
  const mostBar = Math.max(0, barHeight(extent) - extent.viewport);
  const reached = clamp(top, most);
  return { top: reached, bar: most === 0 ? 0 : Math.round((reached / most) * mostBar) };
}

const mostTop = ({ content, viewport }: Extent): number => Math.max(0, content - viewport);

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
