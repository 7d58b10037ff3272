/** Explains words, characters and strings that are not SPARQL. */
import { findNearest } from '../../text/distance';
import { range } from '../../text/range';
import { KEYWORDS } from '../tokens';
import { fixBy, insertAt, type SyntaxExplainer } from './context';

export const brokenString: SyntaxExplainer = ({ errorToken }) => {
  if (errorToken?.type !== 'invalid' || errorToken.value !== '"') return undefined;
  return {
    message: 'Unclosed string or invalid escape',
    because:
      'A string in single or double quotes ends on its own line. A \\ may only precede t, b, n, r, f, ", \', \\ or a code point.',
    advice: 'Close the string with its opening quote, or write \\\\ for a backslash.',
  };
};

export const unknownWord: SyntaxExplainer = (context) => {
  const { errorToken, text, tokens, index } = context;
  if (errorToken?.type !== 'word') return undefined;
  const word = text.slice(errorToken.start, errorToken.end);
  const next = tokens[index + 1];
  if (next && next.start === errorToken.end && (next.terminal === '.' || next.type === 'number')) {
    let end = next.end;
    for (
      let at = index + 2;
      tokens[at] && tokens[at]?.start === end && tokens[at]?.type !== 'punctuation';
      at++
    )
      end = tokens[at]?.end ?? end;
    return {
      range: range(errorToken.start, errorToken.end),
      message: `'${text.slice(errorToken.start, end)}…' has no prefix`,
      because: 'A name needs a prefix or angle brackets.',
      advice: `Write ns:${word}… and declare the prefix.`,
      ...fixBy("Add the prefix 'ns:'", insertAt(errorToken.start, 'ns:')),
    };
  }
  const expectedKeywords = [...KEYWORDS]
    // Every letter is near to the keyword A.
    .filter(([keyword, terminal]) => keyword.length > 1 && context.expected.has(terminal))
    .map(([keyword]) => keyword);
  const [near] = findNearest(word.toUpperCase(), expectedKeywords, {
    limit: 1,
    within: Math.max(1, Math.floor(word.length / 3)),
  });
  // At the start of a query, only a keyword is possible.
  if (!near && context.expected.has('ASK')) return undefined;
  return {
    message: `'${word}' is not a SPARQL keyword`,
    because: 'A bare word must be a keyword or a function of SPARQL.',
    advice: near
      ? `Did you mean ${near}?`
      : `Write ?${word} for a variable, "${word}" for a string, or add a prefix for a name.`,
    ...(near && fixBy(`Change to ${near}`, { range: context.where, newText: near })),
  };
};

const QUOTED = /^(?:[“”„‟«»]([^“”„‟«»\r\n]*)[“”„‟«»]|[‘’‚‛]([^‘’‚‛\r\n]*)[‘’‚‛])/;

/** Quotes as word processors write them. */
export const typographicQuote: SyntaxExplainer = ({ errorToken, text }) => {
  if (errorToken?.type !== 'invalid' || !/^[“”„‟«»‘’‚‛]/.test(errorToken.value)) return undefined;
  const [written = '', double, single] = QUOTED.exec(text.slice(errorToken.start)) ?? [];
  const content = double ?? single;
  return {
    message: `'${errorToken.value}' is not a quotation mark of SPARQL`,
    because: 'A string is in straight quotes.',
    advice: 'Write " or \'.',
    ...(content !== undefined &&
      !content.includes('"') &&
      fixBy('Change to straight quotes', {
        range: range(errorToken.start, errorToken.start + written.length),
        newText: `"${content}"`,
      })),
  };
};

export const invisibleCharacter: SyntaxExplainer = ({ errorToken, where }) => {
  if (errorToken?.type !== 'invalid' || !/^[\p{Cf}\p{Cc}]/u.test(errorToken.value)) return undefined;
  const code = errorToken.value.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return {
    message: `Invisible character U+${code}`,
    because: 'SPARQL does not allow it outside strings, IRIs and comments.',
    advice: 'Remove it.',
    ...fixBy('Remove the invisible character', { range: where, newText: '' }),
  };
};

export const invalidCharacter: SyntaxExplainer = ({ errorToken }) => {
  if (errorToken?.type !== 'invalid' && errorToken?.value !== '`' && errorToken?.value !== '~')
    return undefined;
  const isAmpersand = errorToken.value === '&';
  return {
    message: isAmpersand ? "'&' is not an operator" : `Unexpected character '${errorToken.value}'`,
    because: 'SPARQL does not allow it outside strings, IRIs and comments.',
    advice: isAmpersand ? "Use '&&'." : 'Remove it.',
    ...(isAmpersand &&
      fixBy("Change to '&&'", { range: range(errorToken.start, errorToken.end), newText: '&&' })),
  };
};

/** SQL's "not equal" `<>` is an empty IRI in SPARQL. */
export const notEqual: SyntaxExplainer = ({ errorToken, previous, text, where }) => {
  const sign = [errorToken, previous].find(
    (token) => token?.terminal === 'IRIREF' && text.slice(token.start, token.end) === '<>',
  );
  if (!sign) return undefined;
  const at = sign === errorToken ? where : range(sign.start, sign.end);
  return {
    range: at,
    message: "'<>' is not an operator",
    because: 'SPARQL reads <> as an IRI.',
    advice: "Use '!='.",
    ...fixBy("Change to '!='", { range: at, newText: '!=' }),
  };
};
