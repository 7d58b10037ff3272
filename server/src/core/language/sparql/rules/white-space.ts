/** White space is a space, a tab or a line break (SPARQL 1.1, section 19.8). Copied text has others, such as no-break spaces. */
import { range, type TextRange } from '../../text/range';
import type { SyntaxProblem } from '../model';
import type { SparqlToken } from '../tokens';

const OTHER_SPACE = /[^\S \t\r\n]/;
const OTHER_SPACES_AND_COMMENTS = /#[^\r\n]*|[^\S \t\r\n]+/g;

/** One problem for all of them, because there are often many. */
export function* otherWhiteSpace(
  text: string,
  tokens: readonly SparqlToken[],
  where: TextRange,
): Iterable<SyntaxProblem> {
  // A byte order mark is removed before the query is sent.
  const from = text.startsWith('\uFEFF') ? Math.max(1, where.start) : where.start;
  if (!OTHER_SPACE.test(text.slice(from, where.end))) return;
  const found: TextRange[] = [];
  let end = from;
  for (const { start, end: next } of [...tokens, range(where.end, where.end)]) {
    for (const { 0: match, index } of text.slice(end, start).matchAll(OTHER_SPACES_AND_COMMENTS))
      if (!match.startsWith('#')) found.push(range(end + index, end + index + match.length));
    end = next;
  }
  const [first] = found;
  if (!first) return;
  yield {
    range: first,
    message: `${codePoint(text, first.start)} is not white space in SPARQL`,
    because: 'Engines accept only spaces, tabs and line breaks between the words of a query.',
    advice: 'Write a space.',
    edits: {
      title: 'Change to spaces',
      edits: found.map((one) => ({ range: one, newText: ' '.repeat(one.end - one.start) })),
    },
  };
}

function codePoint(text: string, offset: number): string {
  const code = text.charCodeAt(offset);
  return code === 0xa0 ? 'A no-break space' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
