/** Splits a text at the borders of its marks. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Segment<Mark extends Span> extends Span {
  /** All that cover it, the narrowest first. */
  readonly marks: readonly Mark[];
}

/** Covers the whole text, in order. */
export function segmentsOf<Mark extends Span>(
  length: number,
  marks: readonly Mark[],
): readonly Segment<Mark>[] {
  const within = marks.flatMap((mark) => (clamped(mark, length) ? [mark] : []));
  const cuts = [...new Set([0, length, ...within.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  const beginning = [...within].sort((a, b) => a.start - b.start);
  const segments: Segment<Mark>[] = [];
  let open: Mark[] = [];
  let next = 0;
  cuts.slice(0, -1).forEach((start, place) => {
    const end = cuts[place + 1] ?? length;
    open = open.filter((mark) => mark.end > start);
    for (let mark = beginning[next]; mark && mark.start <= start; mark = beginning[next]) {
      open.push(mark);
      next += 1;
    }
    segments.push({ start, end, marks: [...open].sort((a, b) => widthOf(a) - widthOf(b)) });
  });
  return segments;
}

const widthOf = ({ start, end }: Span): number => end - start;

/** A span that lies in a text and is not empty; what comes from elsewhere need not. */
export const clamped = ({ start, end }: Span, length: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;

/** One line after another, without their ends; the spans are in the whole text. */
export function linesOf(text: string): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: end.index });
    start = end.index + end[0].length;
  }
  return [...lines, { start, end: text.length }];
}
