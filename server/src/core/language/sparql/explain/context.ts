/** The input of the syntax explainers, and helpers that several of them use. */
import { joinWithOr } from '../../english/lists';
import type { TextEdit } from '../../text/edit';
import { range, type TextRange } from '../../text/range';
import type { Dialect, SyntaxProblem } from '../model';
import { KEYWORDS, type SparqlToken } from '../tokens';

export interface SyntaxErrorContext {
  readonly text: string;
  readonly tokens: readonly SparqlToken[];
  readonly dialect: Dialect;
  /** The index of the rejected token. */
  readonly index: number;
  readonly errorToken: SparqlToken | undefined;
  readonly previous: SparqlToken | undefined;
  readonly expected: ReadonlySet<string>;
  readonly where: TextRange;
}

export type SyntaxExplanation = Omit<SyntaxProblem, 'range'> & { readonly range?: TextRange };
export type SyntaxExplainer = (context: SyntaxErrorContext) => SyntaxExplanation | undefined;

/** Terminals that may begin or end a triple. */
export const TERM_TERMINALS = new Set(
  (
    'VAR IRIREF PNAME_LN PNAME_NS BLANK_NODE_LABEL ANON NIL [ ( INTEGER DECIMAL DOUBLE BOOLEAN ' +
    'STRING_LITERAL1 STRING_LITERAL2 STRING_LITERAL_LONG1 STRING_LITERAL_LONG2'
  ).split(' '),
);

export const CLAUSES = ['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES'];

const TERMINAL_NAMES: readonly (readonly [string, string])[] = [
  ['VAR', 'a variable'],
  ['PNAME_LN', 'a name'],
  ['INTEGER', 'a number'],
  ['STRING_LITERAL1', 'a string'],
  ['EOF', 'the end'],
];

export function listExpected({ expected }: SyntaxErrorContext): string {
  const words = TERMINAL_NAMES.filter(([terminal]) => expected.has(terminal)).map(([, name]) => name);
  for (const terminal of expected) {
    if (words.length >= 5) break;
    if (/^[{}()[\].,;]$/.test(terminal)) words.push(`'${terminal}'`);
    else if (KEYWORDS.has(terminal) && terminal === terminal.toUpperCase() && expected.size <= 12)
      words.push(terminal);
  }
  return joinWithOr(words);
}

export function fixBy(title: string, ...edits: readonly TextEdit[]): Pick<SyntaxExplanation, 'edits'> {
  return { edits: { title, edits } };
}

export function insertAt(offset: number, newText: string): TextEdit {
  return { range: range(offset, offset), newText };
}

export function quoteToken({ text }: SyntaxErrorContext, token: SparqlToken | undefined): string {
  if (!token) return '';
  const written = text.slice(token.start, token.end);
  return `'${written.length > 60 ? `${written.slice(0, 57)}…` : written}'`;
}
