import { t } from '../../shared/l10n';
import type { Row } from '../../../server/src/protocol/index';
import { plainText, shownText, type NameLookup } from '../../shared/terms';

export const MIN_WIDTH = 48;
const MAX_WIDTH = 420;
const PADDING = 26;

/** As wide as the widest text among some rows, within reason. */
export function fittingWidth(
  header: string,
  rows: readonly Row[],
  column: number,
  nameOf: NameLookup,
  font: string,
  most = MAX_WIDTH,
): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 160;
  pen.font = font;
  let widest = pen.measureText(header).width + 22;
  for (const row of rows) {
    const term = row[column];
    const name = term?.type === 'uri' ? nameOf(term.value) : undefined;
    const id = shownText(plainText(term), 120);
    const text = name === undefined ? id || t('unbound') : shownText(name, 120);
    // The ID or the language follows.
    const behind = name === undefined ? (term?.type === 'literal' ? (term['xml:lang'] ?? '') : '') : id;
    const gap = behind === '' ? 0 : 10;
    widest = Math.max(widest, pen.measureText(text).width + gap + pen.measureText(behind).width);
    if (widest > most) return most;
  }
  return Math.max(MIN_WIDTH, Math.ceil(widest + PADDING));
}
