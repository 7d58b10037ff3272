import type { AnswerRow } from '../../server/src/protocol/index';

/**
 * Splits rows into chunks: a small one that can be painted at once, then larger ones. The characters of a chunk are limited too, because
 * a single literal may be larger than thousands of rows.
 */
export function* chunksOf(rows: readonly AnswerRow[]): Generator<readonly AnswerRow[]> {
  let start = 0;
  while (start < rows.length) {
    const limit = start === 0 ? FIRST_ROWS : NEXT_ROWS;
    let end = start;
    let size = 0;
    while (end < rows.length && end - start < limit && size < MAX_CHARACTERS) {
      for (const term of rows[end] ?? []) size += term?.value.length ?? 0;
      end += 1;
    }
    yield rows.slice(start, end);
    start = end;
  }
}

const FIRST_ROWS = 300;
const NEXT_ROWS = 4000;
const MAX_CHARACTERS = 2_000_000;
