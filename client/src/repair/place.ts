/** Where a query stands in a text that changes around it. Nothing here knows the editor. */

export interface Change {
  /** What was replaced, as offsets into the text before. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Where something that began at `start` begins after changes that were made at once; they are told from the end to the beginning. */
export function shifted(start: number, changes: readonly Change[]): number {
  return changes.reduce(
    (at, { offset, length, text }) => (offset + length <= start ? at + text.length - length : at),
    start,
  );
}

/** The offset of a query in a file: where it is expected, or else where it is the only one like it. */
export function placeOf(text: string, query: string, expected: number): number | undefined {
  const places: number[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1))
    if (isWhole(text, at, at + query.length)) places.push(at);
  if (places.includes(expected)) return expected;
  return places.length === 1 ? places[0] : undefined;
}

/** A query with more before or behind it is another; comments and separators make no difference. */
function isWhole(text: string, start: number, end: number): boolean {
  const [beside, ...below] = text.slice(end).split('\n');
  const [indent, ...above] = text.slice(0, start).split('\n').reverse();
  return isBlank(indent) && saysNothing(beside) && upToSeparator(below) && upToSeparator(above);
}

function upToSeparator(lines: readonly string[]): boolean {
  const first = lines.find((line) => /^###(?!#)/.test(line) || !saysNothing(line));
  return first === undefined || first.startsWith('###');
}

const isBlank = (line = ''): boolean => line.trim() === '';
const saysNothing = (line = ''): boolean => isBlank(line) || line.trimStart().startsWith('#');
