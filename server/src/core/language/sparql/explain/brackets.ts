/** Explains missing and unmatched brackets. */
import { range } from '../../text/range';
import type { SparqlToken } from '../tokens';
import {
  CLAUSES,
  fixBy,
  insertAt,
  listExpected,
  quoteToken,
  type SyntaxExplanation,
  type SyntaxExplainer,
  type SyntaxErrorContext,
} from './context';

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '{|': '|}' };

export const closesNothing: SyntaxExplainer = (context) => {
  const { errorToken } = context;
  if (!errorToken || !['}', ')', ']'].includes(errorToken.terminal)) return undefined;
  const open = innermostOpen(context);
  if (open && CLOSERS[open.value] !== errorToken.terminal && isMissing(context, open))
    return explainUnclosed(context, open);
  const opener = Object.keys(CLOSERS).find((sign) => CLOSERS[sign] === errorToken.terminal) ?? '';
  if (countUnclosed(context, opener) >= 0) return undefined;
  return {
    message: `Unmatched '${errorToken.terminal}'`,
    because: `There are more '${errorToken.terminal}' than '${opener}'.`,
    advice: `Remove it, or add the missing '${opener}'.`,
    ...fixBy(`Remove '${errorToken.terminal}'`, { range: context.where, newText: '' }),
  };
};

export const endsTooEarly: SyntaxExplainer = (context) => {
  if (context.errorToken) return undefined;
  const open = innermostOpen(context);
  if (open && isMissing(context, open)) return explainUnclosed(context, open);
  const after = quoteToken(context, context.previous);
  return {
    message: `Incomplete query${after ? ` after ${after}` : ''}`,
    because: '',
    advice: `Expected ${listExpected(context) || 'more'}.`,
  };
};

export const missingCloser: SyntaxExplainer = (context) => {
  const { expected, errorToken } = context;
  const open = innermostOpen(context);
  if (!open || !errorToken) return undefined;
  const closer = CLOSERS[open.value] ?? '';
  if (closer === '}' ? !CLAUSES.includes(errorToken.terminal) : !expected.has(closer)) return undefined;
  if (isMissing(context, open)) return explainUnclosed(context, open);
  if (closer !== '}') return undefined;
  return {
    message: `${errorToken.value} must follow the closing '}'`,
    because: 'It applies to all solutions, so it is outside the patterns.',
    advice: `Move the ${errorToken.value} clause after the '}'.`,
  };
};

function explainUnclosed(context: SyntaxErrorContext, open: SparqlToken): SyntaxExplanation {
  const closer = CLOSERS[open.value] ?? '';
  const end = context.previous?.end ?? 0;
  return {
    message: `Missing '${closer}'`,
    because: '',
    advice: `Close the '${open.value}' on line ${lineNumber(context.text, open.start)}.`,
    related: [{ range: range(open.start, open.end), message: `This '${open.value}' is not closed` }],
    ...fixBy(`Insert the missing '${closer}'`, insertAt(end, closer === '}' ? '\n}' : closer)),
  };
}

/** Returns the number of unclosed brackets of a kind in the text; negative if closing brackets are unmatched. */
function countUnclosed({ tokens }: SyntaxErrorContext, opener: string): number {
  let count = 0;
  for (const { type, value } of tokens) {
    if (type !== 'punctuation') continue;
    if (value === opener) count++;
    else if (value === CLOSERS[opener]) count--;
  }
  return count;
}

/** A closing bracket is reported as missing only if there are too few of them. */
function isMissing(context: SyntaxErrorContext, open: SparqlToken): boolean {
  return countUnclosed(context, open.value) > 0;
}

function innermostOpen({ tokens, index }: SyntaxErrorContext): SparqlToken | undefined {
  const open: SparqlToken[] = [];
  for (const token of tokens.slice(0, index)) {
    if (token.type !== 'punctuation') continue;
    if (CLOSERS[token.value]) open.push(token);
    else if (CLOSERS[open.at(-1)?.value ?? ''] === token.value) open.pop();
  }
  return open.at(-1);
}

function lineNumber(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
