/** Splits a text at the borders of its marks. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Segment<Mark extends Span> extends Span {
  /** The marks that cover the segment, the narrowest first. */
  readonly marks: readonly Mark[];
}

/** Splits the whole text into segments, in order. */
export function splitIntoSegments<Mark extends Span>(
  length: number,
  marks: readonly Mark[],
): readonly Segment<Mark>[] {
  const within = marks.flatMap((mark) => (isValidSpan(mark, length) ? [mark] : []));
  const cuts = [...new Set([0, length, ...within.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  const byStart = [...within].sort((a, b) => a.start - b.start);
  const segments: Segment<Mark>[] = [];
  let open: Mark[] = [];
  let next = 0;
  cuts.slice(0, -1).forEach((start, index) => {
    const end = cuts[index + 1] ?? length;
    open = open.filter((mark) => mark.end > start);
    for (let mark = byStart[next]; mark && mark.start <= start; mark = byStart[next]) {
      open.push(mark);
      next += 1;
    }
    segments.push({ start, end, marks: [...open].sort((a, b) => widthOf(a) - widthOf(b)) });
  });
  return segments;
}

const widthOf = ({ start, end }: Span): number => end - start;

/** Whether a span from outside is valid: within a text of this length, and not empty. */
export const isValidSpan = ({ start, end }: Span, length: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;

/** The lines of a text without their line breaks, as spans of the text. */
export function lineSpans(text: string): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: end.index });
    start = end.index + end[0].length;
  }
  return [...lines, { start, end: text.length }];
}
