import { t } from '../../shared/l10n';
import type { AnswerRow } from '../../../server/src/protocol/index';
import { plainText, displayText, type NameLookup } from '../../shared/terms';

export const DEFAULT_WIDTH = 160;
export const MIN_WIDTH = 48;
const MAX_WIDTH = 420;
const PADDING = 26;

/** The width of the widest text in the given rows, up to a limit. */
export function fittingWidth(
  header: string,
  rows: readonly AnswerRow[],
  column: number,
  nameOf: NameLookup,
  font: string,
  maxWidth = MAX_WIDTH,
): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return DEFAULT_WIDTH;
  context.font = font;
  let widest = context.measureText(header).width + 22;
  for (const row of rows) {
    const term = row[column];
    const name = term?.type === 'uri' ? nameOf(term.value) : undefined;
    const id = displayText(plainText(term), 120);
    const text = name === undefined ? id || t('unbound') : displayText(name, 120);
    // The ID or the language follows the text.
    const suffix = name === undefined ? (term?.type === 'literal' ? (term['xml:lang'] ?? '') : '') : id;
    const gap = suffix === '' ? 0 : 10;
    widest = Math.max(widest, context.measureText(text).width + gap + context.measureText(suffix).width);
    if (widest > maxWidth) return maxWidth;
  }
  return Math.max(MIN_WIDTH, Math.ceil(widest + PADDING));
}
