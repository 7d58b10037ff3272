import { t } from '../../shared/l10n';
import type { AnswerRow } from '../../../server/src/protocol/index';
import { plainText, displayText, type NameLookup } from '../../shared/terms';

export const DEFAULT_WIDTH = 160;
export const MIN_WIDTH = 48;
const MAX_WIDTH = 420;
const PADDING = 26;
const GAP = 10;

/** As CSS values. */
export interface CellFonts {
  readonly text: string;
  readonly id: string;
}

/** The width of the widest text in the given rows, up to a limit. */
export function fittingWidth(
  header: string,
  rows: readonly AnswerRow[],
  column: number,
  nameOf: NameLookup,
  fonts: CellFonts,
  maxWidth = MAX_WIDTH,
): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return DEFAULT_WIDTH;
  const measure = (text: string, font = fonts.text): number => {
    context.font = font;
    return context.measureText(text).width;
  };
  let widest = measure(header) + 22;
  for (const row of rows) {
    const term = row[column];
    const name = term?.type === 'uri' ? nameOf(term.value) : undefined;
    const id = displayText(plainText(term), 120);
    // The ID or the language follows the text.
    const language = (term?.type === 'literal' && term['xml:lang']) || '';
    let width = 0;
    if (name !== undefined) width = measure(displayText(name, 120)) + GAP + measure(id, fonts.id);
    else if (term && term.type !== 'literal') width = measure(id, fonts.id);
    else width = measure(id || t('unbound')) + (language === '' ? 0 : GAP + measure(language));
    widest = Math.max(widest, width);
    if (widest > maxWidth) return maxWidth;
  }
  return Math.max(MIN_WIDTH, Math.ceil(widest + PADDING));
}
