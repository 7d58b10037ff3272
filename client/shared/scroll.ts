/**
 * The scroll position of a table. Browsers limit the height of an element to some millions of pixels, so a higher table gets a shorter
 * scrollbar: a small movement scrolls the rows by the same distance, a jump goes to the same fraction of the table.
 */
export interface Scroll {
  /** The position of the scrollbar in pixels. */
  readonly bar: number;
  /** The position of the rows in pixels. */
  readonly top: number;
}

export interface Extent {
  readonly content: number;
  readonly viewport: number;
}

export const MAX_PIXELS = 8_000_000;

export const barHeight = ({ content }: Pick<Extent, 'content'>): number => Math.min(content, MAX_PIXELS);

/** The scroll position after the bar has moved. */
export function scrollBarTo(before: Scroll, bar: number, extent: Extent): Scroll {
  const maxTop = maxTopOf(extent);
  const maxBar = Math.max(0, barHeight(extent) - extent.viewport);
  if (maxTop === maxBar) return { bar, top: clamp(bar, maxTop) };
  const moved = bar - before.bar;
  const jumped = Math.abs(moved) > extent.viewport;
  if (bar <= 0) return { bar, top: 0 };
  if (bar >= maxBar) return { bar, top: maxTop };
  return { bar, top: jumped ? (bar / maxBar) * maxTop : clamp(before.top + moved, maxTop) };
}

/** The scroll position that shows the rows at `top`. */
export function scrollRowsTo(top: number, extent: Extent): Scroll {
  const maxTop = maxTopOf(extent);
  const maxBar = Math.max(0, barHeight(extent) - extent.viewport);
  const clamped = clamp(top, maxTop);
  return { top: clamped, bar: maxTop === 0 ? 0 : Math.round((clamped / maxTop) * maxBar) };
}

const maxTopOf = ({ content, viewport }: Extent): number => Math.max(0, content - viewport);

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));
