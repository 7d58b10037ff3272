import { strip } from '../../language/text/strip';
import { lastSegment } from '../../schema/name-index';

/** A new variable name after the last part of an id: `director` for film.director, `director2` if that is taken. */
export function unusedVariableName(id: string, taken: ReadonlySet<string>): string {
  const base = strip(lastSegment(id).replace(/[^\p{L}\p{N}_]+/gu, '_'), '_') || 'x';
  if (!taken.has(base)) return base;
  let count = 2;
  while (taken.has(`${base}${count}`)) count++;
  return `${base}${count}`;
}
