/** Syntax highlighting of queries on pages. It uses a few rules instead of a parser, and may be wrong in rare cases. */
import type { Span } from './segments';

export type Color = 'comment' | 'string' | 'iri' | 'variable' | 'name' | 'number' | 'keyword';

export interface ColoredSpan extends Span {
  readonly color: Color;
}

/** Returns the colored spans in order and without overlaps. */
export function* highlightSparql(text: string): Generator<ColoredSpan> {
  for (const match of text.matchAll(RULES)) {
    const color = COLORS.find((name) => match.groups?.[name] !== undefined);
    if (color) yield { color, start: match.index, end: match.index + match[0].length };
  }
}

// The first match wins: a word before a colon is a prefix, not a keyword.
const COLORS = ['comment', 'string', 'iri', 'variable', 'name', 'number', 'keyword'] as const;

const WORDS =
  'base|prefix|select|distinct|reduced|as|construct|where|describe|ask|from|named|group|by|having|order|asc|desc|limit|offset|values|load|silent|into|clear|drop|create|add|to|move|copy|with|delete|insert|data|using|default|graph|all|optional|service|bind|undef|minus|union|filter|in|not|exists|count|sum|min|max|avg|sample|group_concat|separator|a|true|false';

// Each rule consumes all that it reads, terminated or not, so that matching is linear.
const RULES = new RegExp(
  [
    '(?<comment>#[^\\n\\r]*)',
    '(?<string>"""[^]*?(?:"""|$)|\'\'\'[^]*?(?:\'\'\'|$)|"(?:[^"\\\\\\n\\r]|\\\\.)*"?|\'(?:[^\'\\\\\\n\\r]|\\\\.)*\'?|@[a-z]+(?:-[a-z0-9]+)*)',
    '(?<iri><[^<>"{}|^`\\\\\\s]*>)',
    '(?<variable>[?$][\\p{L}\\p{N}_]+)',
    '(?<name>[\\p{L}_][\\p{L}\\p{N}_-]*:[\\p{L}\\p{N}_.:%-]*[\\p{L}\\p{N}_:%-]|[\\p{L}_][\\p{L}\\p{N}_-]*:)',
    '(?<number>(?<![\\p{L}\\p{N}_])\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)',
    `(?<keyword>(?:${WORDS})(?![\\p{L}\\p{N}_-]))`,
    '[\\p{L}\\p{N}_][\\p{L}\\p{N}_-]*',
  ].join('|'),
  'giu',
);
