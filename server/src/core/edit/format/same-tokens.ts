import { looksLikeSeparator, startsLine } from '../../language/sparql/parse';
import { tokenize, type Comment, type SparqlToken, type Tokens } from '../../language/sparql/tokens';

/**
 * Whether two texts have the same tokens and comments in the same order, except for white space and the case of keywords.
 * Formatting is tested with it before its edits are applied.
 */
export function hasSameTokens(before: string, after: string): boolean {
  const [left, right] = [tokenize(before), tokenize(after)];
  return (
    left.tokens.length === right.tokens.length &&
    left.comments.length === right.comments.length &&
    left.tokens.every((token, index) => isSameToken(before, token, after, right.tokens[index])) &&
    left.comments.every((comment, index) => isSameComment(before, comment, after, right.comments[index])) &&
    haveSameCommentPlaces(left, right)
  );
}

function isSameToken(
  before: string,
  left: SparqlToken,
  after: string,
  right: SparqlToken | undefined,
): boolean {
  if (left.terminal !== right?.terminal || left.type !== right.type) return false;
  const [was, is] = [before.slice(left.start, left.end), after.slice(right.start, right.end)];
  if (was === is) return true;
  // White space inside `( )` and the case of keywords may change. `INSERT DATA` is one token that may contain a comment.
  if (left.terminal === 'NIL' || left.terminal === 'ANON') return true;
  const mayChange = (left.type === 'keyword' && left.value !== 'A') || left.type === 'word';
  return mayChange && !was.includes('#') && normalizeKeyword(was) === normalizeKeyword(is);
}

function normalizeKeyword(words: string): string {
  return words.toUpperCase().replace(/\s+/g, ' ');
}

/** A `###` comment separates two queries only at the start of a line, so that must not change. */
function isSameComment(before: string, left: Comment, after: string, right: Comment | undefined): boolean {
  if (!right) return false;
  const [was, is] = [before.slice(left.start, left.end), after.slice(right.start, right.end)];
  if (was.trimEnd() !== is.trimEnd()) return false;
  return !looksLikeSeparator(was) || startsLine(before, left.start) === startsLine(after, right.start);
}

function haveSameCommentPlaces(left: Tokens, right: Tokens): boolean {
  let token = 0;
  return left.comments.every((comment, index) => {
    while ((left.tokens[token]?.start ?? Infinity) < comment.start) token++;
    const { start = 0 } = right.comments[index] ?? {};
    return (right.tokens[token - 1]?.start ?? -1) < start && start < (right.tokens[token]?.start ?? Infinity);
  });
}
