/** Names for variables that are being written. */
import { strip } from '../../language/text/strip';

/** `director` for film.director, `director2` where that is taken. */
export function unusedName(id: string, taken: ReadonlySet<string>): string {
  const last = id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('/'), id.lastIndexOf('#')) + 1);
  const base = strip(last.replace(/\W/g, ''), '_') || 'x';
  if (!taken.has(base)) return base;
  let count = 2;
  while (taken.has(`${base}${count}`)) count++;
  return `${base}${count}`;
}
