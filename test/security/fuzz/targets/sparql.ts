/** The tokenizer, the parser and all verifiers. */
import { parseDocument, queryRangeAt } from '../../../../server/src/core/language/sparql/parse';
import { tokenize } from '../../../../server/src/core/language/sparql/tokens';
import { checkSafely } from '../../../support/check-safely';
import { QUERIES } from '../seeds';
import { must, type Target } from '../target';

export const sparql: Target = {
  name: 'sparql',
  seeds: () => QUERIES,
  sources: ['core/language/sparql/'],
  words: ['ns:film.film.starring', 'ns:m.02mjmr', 'a', '?x', '###\n', '# funfusic-disable-next-line\n'],
  maxLength: 4000,
  run: (text) => {
    expectTokensToCover(text);
    for (const dialect of ['virtuoso', 'sparql11'] as const) {
      for (const { range } of parseDocument(text, dialect))
        must(
          0 <= range.start && range.start <= range.end && range.end <= text.length,
          () => 'A query is outside the text',
        );
      checkSafely(text, dialect);
    }
    const { start, end } = queryRangeAt(text, text.length >> 1);
    must(0 <= start && start <= end && end <= text.length, () => 'queryTextAt is outside the text');
  },
};

/** Expects tokens and comments that are sorted and disjoint, with only white space between them. */
function expectTokensToCover(text: string): void {
  const { tokens, comments } = tokenize(text);
  const parts = [...tokens, ...comments].sort((left, right) => left.start - right.start);
  let at = 0;
  for (const { start, end } of [...parts, { start: text.length, end: text.length + 1 }]) {
    must(start >= at && end > start, () => `A token overlaps at ${start}`);
    must(text.slice(at, start).trim() === '', () => `Text without a token at ${at}`);
    at = end;
  }
}
