import type { Row } from '../../../server/src/protocol';
import { plainText, shownText, type NameOf } from '../../shared/terms';

export const LEAST_WIDTH = 48;
const MOST_WIDTH = 420;
const PADDING = 26;

/** As wide as the widest text among some rows, within reason. */
export function fittingWidth(
  header: string,
  rows: readonly Row[],
  column: number,
  nameOf: NameOf,
  font: string,
  most = MOST_WIDTH,
): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 160;
  pen.font = font;
  let widest = pen.measureText(header).width + 22;
  for (const row of rows) {
    const term = row[column];
    const name = term?.type === 'uri' ? nameOf(term.value) : undefined;
    const id = shownText(plainText(term), 120);
    const width = pen.measureText(name === undefined ? id || 'unbound' : shownText(name, 120)).width;
    widest = Math.max(widest, width + (name === undefined ? 0 : pen.measureText(id).width + 10));
    if (widest > most) return most;
  }
  return Math.max(LEAST_WIDTH, Math.ceil(widest + PADDING));
}
