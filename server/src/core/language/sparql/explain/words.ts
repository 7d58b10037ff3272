/** Words, signs and strings that SPARQL does not know. */
import { nearest } from '../../text/distance';
import { range } from '../../text/range';
import { KEYWORDS } from '../tokens';
import type { Explanation } from './scene';

export const brokenString: Explanation = ({ found }) => {
  if (found?.type !== 'invalid' || found.value !== '"') return undefined;
  return {
    message: 'This string is not closed, or holds an escape that SPARQL does not know',
    because:
      'A string in single or double quotes ends on its own line, and \\ may only stand before t, b, n, r, f, ", \', \\ or a code point.',
    advice: 'Close the string with the quote it was opened with, or write \\\\ for a backslash.',
  };
};

export const unknownWord: Explanation = (scene) => {
  const { found, text, tokens, index } = scene;
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
      because: 'Without a prefix or angle brackets the name stands for nothing.',
      advice: `Write it with a prefix, such as ns:${word}…, and declare that prefix.`,
      edits: {
        title: "Put 'ns:' before it",
        edits: [{ range: range(found.start, found.start), newText: 'ns:' }],
      },
    };
  }
  const fitting = [...KEYWORDS]
    .filter(([, terminal]) => scene.expected.has(terminal))
    .map(([keyword]) => keyword);
  const [near] = nearest(word.toUpperCase(), fitting, {
    most: 1,
    within: Math.max(1, Math.floor(word.length / 3)),
  });
  return {
    message: near
      ? `'${word}' is not a SPARQL keyword; did you mean ${near}?`
      : `'${word}' is not a SPARQL keyword`,
    because: 'A bare word can only be a keyword or a function of SPARQL.',
    advice: near
      ? `Write ${near}.`
      : `Write ?${word} for a variable, "${word}" for a text, or a prefix before it for a name.`,
    ...(near
      ? { edits: { title: `Change to ${near}`, edits: [{ range: scene.where, newText: near }] } }
      : {}),
  };
};

export const invalidCharacter: Explanation = ({ found }) => {
  if (found?.type !== 'invalid') return undefined;
  const doubled = found.value === '&' ? '&&' : undefined;
  return {
    message: doubled ? `'&' is not an operator; did you mean '&&'?` : `'${found.value}' cannot stand here`,
    because: 'SPARQL has no such sign outside strings, IRIs and comments.',
    advice: doubled ? "Write '&&'." : 'Remove it.',
    ...(doubled
      ? {
          edits: {
            title: "Change to '&&'",
            edits: [{ range: range(found.start, found.end), newText: '&&' }],
          },
        }
      : {}),
  };
};

/** SQL's sign for "not equal" is an empty IRI to SPARQL. */
export const notEqual: Explanation = ({ found, previous, text, where }) => {
  const sign = [found, previous].find(
    (token) => token?.terminal === 'IRIREF' && text.slice(token.start, token.end) === '<>',
  );
  if (!sign) return undefined;
  const at = sign === found ? where : range(sign.start, sign.end);
  return {
    range: at,
    message: "'<>' is not an operator; did you mean '!='?",
    because: 'SPARQL reads <> as an IRI.',
    advice: "Write '!='.",
    edits: { title: "Change to '!='", edits: [{ range: at, newText: '!=' }] },
  };
};
