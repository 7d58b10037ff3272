/** The last look before edits are handed out: whatever the layout is, nothing may be lost. */
import { looksLikeSeparator } from '../../sparql/parse';
import { tokenize, type Token } from '../../sparql/tokens';

/** Whether two texts have the same tokens and comments in the same order, but for space and the case of keywords. */
export function saysTheSame(before: string, after: string): boolean {
  const [left, right] = [partsOf(before), partsOf(after)];
  return left.length === right.length && left.every((part, index) => part === right[index]);
}

function partsOf(text: string): readonly string[] {
  const { tokens, comments } = tokenize(text);
  const parts: string[] = [];
  let comment = 0;
  for (const token of [...tokens, undefined]) {
    const until = token?.start ?? Infinity;
    for (let where = comments[comment]; where && where.start < until; where = comments[++comment]) {
      const written = text.slice(where.start, where.end).trimEnd();
      // Whether a comment begins its line decides whether it parts two queries.
      parts.push(
        looksLikeSeparator(written) && /[\n\r]/.test(text[where.start - 1] ?? '\n')
          ? `\n${written}`
          : written,
      );
    }
    if (token) parts.push(partOf(text, token));
  }
  return parts;
}

function partOf(text: string, { start, end, type, value, terminal }: Token): string {
  const written = text.slice(start, end);
  if (terminal === 'NIL' || terminal === 'ANON') return value;
  if ((type === 'keyword' && value !== 'A') || type === 'word')
    return written.includes('#') ? written : `${type} ${written.toUpperCase().replace(/\s+/g, ' ')}`;
  return written;
}
