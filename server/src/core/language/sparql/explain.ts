/** Explains why the grammar rejects a token. */
import { range, type TextRange } from '../text/range';
import { closesNothing, endsTooEarly, missingCloser } from './explain/brackets';
import {
  clauseOrder,
  filterWithoutBrackets,
  malformedPrefix,
  nothingSelected,
  orderAfterwards,
  orderWithoutBrackets,
  secondQuery,
} from './explain/clauses';
import {
  listExpected,
  quoteToken,
  type SyntaxExplanation,
  type SyntaxExplainer,
  type SyntaxErrorContext,
} from './explain/context';
import { doubledEqual, fences, missingOpener, slashedId } from './explain/repairs';
import { incompleteTriple, lineWithoutObject, missingDot } from './explain/triples';
import { brokenString, invalidCharacter, notEqual, unknownWord } from './explain/words';
import type { GrammarError } from './grammar';
import type { SyntaxProblem } from './model';
import type { Token } from './tokens';

/** The first explanation that applies is used, so the specific ones precede the general ones. */
const EXPLAINERS: readonly SyntaxExplainer[] = [
  brokenString,
  notEqual,
  doubledEqual,
  fences,
  slashedId,
  missingOpener,
  malformedPrefix,
  unknownWord,
  invalidCharacter,
  secondQuery,
  nothingSelected,
  filterWithoutBrackets,
  orderAfterwards,
  orderWithoutBrackets,
  lineWithoutObject,
  missingDot,
  incompleteTriple,
  closesNothing,
  endsTooEarly,
  clauseOrder,
  missingCloser,
];

export function explainSyntax(error: GrammarError, text: string, tokens: readonly Token[]): SyntaxProblem {
  const found = tokens[error.index];
  const previous = tokens[error.index - 1];
  const context: SyntaxErrorContext = {
    text,
    tokens,
    index: error.index,
    found,
    previous,
    expected: new Set(error.expected),
    // The end of the text has no width, so the last token is marked.
    where: tokenRange(found ?? previous) ?? range(0, text.length),
  };
  for (const explain of EXPLAINERS) {
    const problem = explain(context);
    if (problem) return { range: context.where, ...problem };
  }
  return { range: context.where, ...explainGenerally(context) };
}

function explainGenerally(context: SyntaxErrorContext): SyntaxExplanation {
  const after = quoteToken(context, context.previous);
  const expected = listExpected(context);
  return {
    message: `Unexpected ${quoteToken(context, context.found)}${after ? ` after ${after}` : ''}`,
    because: '',
    advice: expected ? `Expected ${expected}.` : 'Remove it, or complete what precedes it.',
  };
}

function tokenRange(token: Token | undefined): TextRange | undefined {
  return token && range(token.start, token.end);
}
