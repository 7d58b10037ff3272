/** Rules for single tokens: the case of `a`, and code points in escapes (SPARQL 1.1, sections 19.2 and 19.8). */
import { range } from '../../text/range';
import type { SyntaxProblem } from '../model';
import { isCharacter, type SparqlToken } from '../tokens';

export function* wrongCase(text: string, tokens: readonly SparqlToken[]): Iterable<SyntaxProblem> {
  for (const { type, start, end, value } of tokens) {
    if (type !== 'keyword' || value !== 'A' || text[start] !== 'A') continue;
    yield {
      range: range(start, end),
      message: "'A' must be in lower case",
      because: 'Of all keywords, only a is case-sensitive.',
      advice: 'Write a.',
      edits: { title: 'Change to a', edits: [{ range: range(start, end), newText: 'a' }] },
    };
  }
}

export function* invalidEscapes(text: string, tokens: readonly SparqlToken[]): Iterable<SyntaxProblem> {
  for (const { type, start, end } of tokens) {
    const escape = type === 'string' ? invalidEscape(text, start, end) : undefined;
    if (!escape) continue;
    yield {
      range: escape.range,
      message: `${escape.written} is not a character`,
      because: 'Code points end at 10FFFF, and D800 to DFFF are reserved for surrogates.',
      advice: escape.written.startsWith('\\u')
        ? 'Write a character beyond FFFF as \\U with eight digits.'
        : 'Write the code point of a character.',
    };
  }
}

function invalidEscape(
  text: string,
  start: number,
  end: number,
): { readonly written: string; readonly range: SyntaxProblem['range'] } | undefined {
  for (let at = start; at < end; at++) {
    if (text[at] !== '\\') continue;
    const digits = { u: 4, U: 8 }[text[at + 1] ?? ''] ?? 0;
    const written = text.slice(at, at + 2 + digits);
    at += 1 + digits;
    if (digits && !isCharacter(Number.parseInt(written.slice(2), 16)))
      return { written, range: range(at - 1 - digits, at + 1) };
  }
  return undefined;
}
