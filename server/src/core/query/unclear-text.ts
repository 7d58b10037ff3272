/**
 * Reports text that is not certainly one read-only query. An engine may parse a text differently, and Virtuoso accepts an update
 * wherever it accepts a query, so everything that does not parse completely counts as unclear.
 */
import type { QueryModel, SyntaxProblem } from '../language/sparql/model';
import { tokenize, type SparqlToken } from '../language/sparql/tokens';
import { range } from '../language/text/range';

export function unclearText(model: QueryModel): SyntaxProblem | undefined {
  return findUnendedComment(model) ?? findUnparsedText(model);
}

/** By the standard a comment ends at a carriage return; for Virtuoso it ends only at a line feed. */
function findUnendedComment({ text, comments }: QueryModel): SyntaxProblem | undefined {
  const comment = comments.find(({ end }) => text[end] === '\r' && text[end + 1] !== '\n');
  if (!comment) return undefined;
  return {
    range: range(comment.start, comment.end),
    message: 'This comment ends with a carriage return alone',
    because: 'Virtuoso continues it on the next line.',
    advice: 'Save the file with line feeds (LF or CRLF), or remove the comment.',
  };
}

function findUnparsedText({ tokens, parses, query, problems }: QueryModel): SyntaxProblem | undefined {
  // Text in backquotes and table options can become SQL.
  const invalid = tokens.find(
    ({ type, value }) => type === 'invalid' || value === '`' || value === 'TABLE_OPTION',
  );
  if (!invalid && parses && READ_FORMS.has(query.form)) return undefined;
  const [problem] = problems;
  if (problem) return problem;
  const { start, end } = invalid ?? { start: 0, end: tokens.at(-1)?.end ?? 0 };
  return {
    range: range(start, end),
    message: 'This is not one query',
    because: 'A query is one SELECT, ASK, CONSTRUCT or DESCRIBE after its prefixes.',
    advice: 'Write one query.',
  };
}

const READ_FORMS: ReadonlySet<string> = new Set(['select', 'ask', 'construct', 'describe']);

/** Replaces Virtuoso's triple options, such as `OPTION (TRANSITIVE)`, with spaces; the grammar does not know them. */
export function withoutTripleOptions(text: string): string {
  if (!/option/i.test(text)) return text;
  const { tokens } = tokenize(text);
  let blanked = text;
  for (const [index, token] of tokens.entries()) {
    const end = token.value === 'OPTION' ? endOfOptions(tokens, index + 1) : undefined;
    if (end !== undefined)
      blanked = blanked.slice(0, token.start) + ' '.repeat(end - token.start) + blanked.slice(end);
  }
  return blanked;
}

/** Undefined if these are not triple options, or if their text would become SQL. */
function endOfOptions(tokens: readonly SparqlToken[], open: number): number | undefined {
  if (tokens[open]?.value !== '(') return undefined;
  let depth = 0;
  for (const { type, value, end } of tokens.slice(open)) {
    if (value === '(') depth++;
    if (value === ')' && --depth === 0) return end;
    if (value === 'TABLE_OPTION' || value === '{' || value === '}' || type === 'invalid' || value === '`')
      return undefined;
  }
  return undefined;
}
