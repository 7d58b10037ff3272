/** Explains words, characters and strings that are not SPARQL. */
import { nearest } from '../../text/distance';
import { range } from '../../text/range';
import { KEYWORDS } from '../tokens';
import { fixBy, insertAt, type SyntaxExplainer } from './context';

export const brokenString: SyntaxExplainer = ({ found }) => {
  if (found?.type !== 'invalid' || found.value !== '"') return undefined;
  return {
    message: 'Unclosed string or invalid escape',
    because:
      'A string in single or double quotes ends on its own line. A \\ may only precede t, b, n, r, f, ", \', \\ or a code point.',
    advice: 'Close the string with its opening quote, or write \\\\ for a backslash.',
  };
};

export const unknownWord: SyntaxExplainer = (context) => {
  const { found, text, tokens, index } = context;
  if (found?.type !== 'word') return undefined;
  const word = text.slice(found.start, found.end);
  const next = tokens[index + 1];
  if (next && next.start === found.end && (next.terminal === '.' || next.type === 'number')) {
    let end = next.end;
    for (
      let at = index + 2;
      tokens[at] && tokens[at]?.start === end && tokens[at]?.type !== 'punctuation';
      at++
    )
      end = tokens[at]?.end ?? end;
    return {
      range: range(found.start, found.end),
      message: `'${text.slice(found.start, end)}…' has no prefix`,
      because: 'A name needs a prefix or angle brackets.',
      advice: `Write ns:${word}… and declare the prefix.`,
      ...fixBy("Add the prefix 'ns:'", insertAt(found.start, 'ns:')),
    };
  }
  const expectedKeywords = [...KEYWORDS]
    .filter(([, terminal]) => context.expected.has(terminal))
    .map(([keyword]) => keyword);
  const [near] = nearest(word.toUpperCase(), expectedKeywords, {
    most: 1,
    within: Math.max(1, Math.floor(word.length / 3)),
  });
  return {
    message: `'${word}' is not a SPARQL keyword`,
    because: 'A bare word must be a keyword or a function of SPARQL.',
    advice: near
      ? `Did you mean ${near}?`
      : `Write ?${word} for a variable, "${word}" for a string, or add a prefix for a name.`,
    ...(near && fixBy(`Change to ${near}`, { range: context.where, newText: near })),
  };
};

export const invalidCharacter: SyntaxExplainer = ({ found }) => {
  if (found?.type !== 'invalid') return undefined;
  const isAmpersand = found.value === '&';
  return {
    message: isAmpersand ? "'&' is not an operator" : `Unexpected character '${found.value}'`,
    because: 'SPARQL does not allow it outside strings, IRIs and comments.',
    advice: isAmpersand ? "Use '&&'." : 'Remove it.',
    ...(isAmpersand && fixBy("Change to '&&'", { range: range(found.start, found.end), newText: '&&' })),
  };
};

/** SQL's "not equal" `<>` is an empty IRI in SPARQL. */
export const notEqual: SyntaxExplainer = ({ found, previous, text, where }) => {
  const sign = [found, previous].find(
    (token) => token?.terminal === 'IRIREF' && text.slice(token.start, token.end) === '<>',
  );
  if (!sign) return undefined;
  const at = sign === found ? where : range(sign.start, sign.end);
  return {
    range: at,
    message: "'<>' is not an operator",
    because: 'SPARQL reads <> as an IRI.',
    advice: "Use '!='.",
    ...fixBy("Change to '!='", { range: at, newText: '!=' }),
  };
};
