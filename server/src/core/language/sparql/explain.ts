/** Explains why the grammar rejects a token. */
import { range, type TextRange } from '../text/range';
import * as brackets from './explain/brackets';
import * as clauses from './explain/clauses';
import {
  listExpected,
  quoteToken,
  type SyntaxExplanation,
  type SyntaxExplainer,
  type SyntaxErrorContext,
} from './explain/context';
import * as repairs from './explain/repairs';
import { sparql12 } from './explain/sparql12';
import * as triples from './explain/triples';
import * as words from './explain/words';
import type { GrammarError } from './grammar';
import type { Dialect, SyntaxProblem } from './model';
import type { SparqlToken } from './tokens';

/** The first explanation that applies is used, so the specific ones precede the general ones. */
const EXPLAINERS: readonly SyntaxExplainer[] = [
  sparql12,
  words.brokenString,
  words.notEqual,
  repairs.doubledEqual,
  repairs.fences,
  repairs.slashedId,
  repairs.missingOpener,
  clauses.malformedPrefix,
  clauses.endedPrefix,
  clauses.turtlePrefix,
  clauses.latePragma,
  words.unknownWord,
  words.typographicQuote,
  words.invisibleCharacter,
  words.invalidCharacter,
  clauses.secondQuery,
  clauses.nothingSelected,
  clauses.filterWithoutBrackets,
  clauses.unionWithoutGroup,
  clauses.orderAfterwards,
  clauses.orderWithoutBrackets,
  triples.lineWithoutObject,
  triples.missingDot,
  triples.incompleteTriple,
  brackets.closesNothing,
  brackets.endsTooEarly,
  clauses.clauseOrder,
  brackets.missingCloser,
  clauses.wrongStart,
];

export function explainSyntax(
  error: GrammarError,
  text: string,
  tokens: readonly SparqlToken[],
  dialect: Dialect,
): SyntaxProblem {
  const errorToken = tokens[error.index];
  const previous = tokens[error.index - 1];
  const context: SyntaxErrorContext = {
    text,
    tokens,
    dialect,
    index: error.index,
    errorToken,
    previous,
    expected: new Set(error.expected),
    // The end of the text has no width, so the last token is marked.
    where: tokenRange(errorToken ?? previous) ?? range(0, text.length),
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
    message: `Unexpected ${quoteToken(context, context.errorToken)}${after ? ` after ${after}` : ''}`,
    because: '',
    advice: expected ? `Expected ${expected}.` : 'Remove it, or complete what precedes it.',
  };
}

function tokenRange(token: SparqlToken | undefined): TextRange | undefined {
  return token && range(token.start, token.end);
}
