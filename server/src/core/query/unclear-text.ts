/**
 * Why a text cannot be trusted to be one query that only reads. An engine may read a text differently than we do, and Virtuoso takes
 * an update wherever it takes a query. So everything that we cannot read as a whole counts as unclear.
 */
import type { QueryModel, SyntaxProblem } from '../language/sparql/model';
import { tokenize, type Token } from '../language/sparql/tokens';
import { range } from '../language/text/range';

export function unclearText(model: QueryModel): SyntaxProblem | undefined {
  return unendedComment(model) ?? unreadable(model);
}

/** A comment ends at a carriage return for us and for the standard; for Virtuoso it ends at a line feed only. */
function unendedComment({ text, comments }: QueryModel): SyntaxProblem | undefined {
  const comment = comments.find(({ end }) => text[end] === '\r' && text[end + 1] !== '\n');
  if (!comment) return undefined;
  return {
    range: range(comment.start, comment.end),
    message: 'This comment ends with a carriage return alone',
    because: 'Virtuoso continues it on the next line.',
    advice: 'Save the file with line feeds (LF or CRLF), or remove the comment.',
  };
}

function unreadable({ tokens, parses, query, problems }: QueryModel): SyntaxProblem | undefined {
  const invalid = tokens.find(({ type }) => type === 'invalid');
  if (!invalid && parses && READING.has(query.form)) return undefined;
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

const READING: ReadonlySet<string> = new Set(['select', 'ask', 'construct', 'describe']);

/** The text with blanks for Virtuoso's options of triples, such as `OPTION (TRANSITIVE)`, which the grammar does not know. */
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

/** Undefined where these are no such options, or where their text would become SQL. */
function endOfOptions(tokens: readonly Token[], open: number): number | undefined {
  if (tokens[open]?.value !== '(') return undefined;
  let depth = 0;
  for (const { type, value, end } of tokens.slice(open)) {
    if (value === '(') depth++;
    if (value === ')' && --depth === 0) return end;
    if (value === 'TABLE_OPTION' || value === '{' || value === '}' || type === 'invalid') return undefined;
  }
  return undefined;
}
