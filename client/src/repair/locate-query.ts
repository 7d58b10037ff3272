/** Finds a query in a document that changes. This file does not import the editor. */

export interface TextChange {
  /** The replaced range, as offsets into the text before the change. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** The new offset of something at `start` after simultaneous changes, ordered from the end to the start of the text. */
export function shiftOffset(start: number, changes: readonly TextChange[]): number {
  return changes.reduce(
    (at, { offset, length, text }) => (offset + length <= start ? at + text.length - length : at),
    start,
  );
}

/** The offset of a query in a file: the expected one, or the only match. */
export function locateQuery(text: string, query: string, expected: number): number | undefined {
  const places: number[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1))
    if (isWhole(text, at, at + query.length)) places.push(at);
  if (places.includes(expected)) return expected;
  return places.length === 1 ? places[0] : undefined;
}

/** Whether a match is a whole query: around it, only comments are allowed up to the next separator. */
function isWhole(text: string, start: number, end: number): boolean {
  const [rest, ...below] = text.slice(end).split('\n');
  const [indent, ...above] = text.slice(0, start).split('\n').reverse();
  return (
    isBlank(indent) && isBlankOrComment(rest) && isEmptyUpToSeparator(below) && isEmptyUpToSeparator(above)
  );
}

function isEmptyUpToSeparator(lines: readonly string[]): boolean {
  const first = lines.find((line) => /^###(?!#)/.test(line) || !isBlankOrComment(line));
  return first === undefined || first.startsWith('###');
}

const isBlank = (line = ''): boolean => line.trim() === '';
const isBlankOrComment = (line = ''): boolean => isBlank(line) || line.trimStart().startsWith('#');
