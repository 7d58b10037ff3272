/** Slips whose repair is certain: signs of other languages, and what surrounds a query that was copied. */
import { range } from '../../text/range';
import { TERM_TERMINALS, type Explanation } from './scene';

/** `?g == 1`, as most other languages have it. */
export const doubledEqual: Explanation = ({ found, previous }) => {
  if (found?.terminal !== '=' || previous?.terminal !== '=' || previous.end !== found.start) return undefined;
  const where = range(previous.start, found.end);
  return {
    range: where,
    message: "'==' is not an operator; did you mean '='?",
    because: "SPARQL compares with a single '='.",
    advice: "Write '='.",
    edits: { title: "Change to '='", edits: [{ range: where, newText: '=' }] },
  };
};

const FENCE_BEFORE = /^\s*(```+|~~~+)[ \t]*\w*[ \t]*(?:\r\n|\n|\r|$)/;
const FENCE_AFTER = /(?:\r\n|\n|\r|^)[ \t]*(?:```+|~~~+)\s*$/;

/** A query as it stands in Markdown, and in the answers of language models. */
export const fences: Explanation = ({ found, text, tokens }) => {
  if (found?.type !== 'invalid' || !/[`~]/.test(found.value)) return undefined;
  const first = tokens[0]?.start ?? 0;
  const last = tokens[tokens.length - 1]?.end ?? text.length;
  const part = text.slice(first, last);
  const before = FENCE_BEFORE.exec(part)?.[0].length ?? 0;
  const after = FENCE_AFTER.exec(part.slice(before))?.[0].length ?? 0;
  if (!before && !after) return undefined;
  return {
    message: 'The fence around the query is not part of it',
    because: 'Markdown puts such lines around a query; SPARQL does not know them.',
    advice: 'Remove the lines with the fence.',
    edits: {
      title: 'Remove the fence around the query',
      edits: [
        ...(before ? [{ range: range(first, first + before), newText: '' }] : []),
        ...(after ? [{ range: range(last - after, last), newText: '' }] : []),
      ],
    },
  };
};

/** `ns:/m/05zppz`, half RDF and half the way in which Freebase itself wrote ids. */
export const slashedId: Explanation = ({ found, previous, text }) => {
  if (found?.terminal !== '/' || previous?.terminal !== 'PNAME_NS' || previous.end !== found.start)
    return undefined;
  const written = /^(?:\/\w+)+/.exec(text.slice(found.start, found.start + 300))?.[0];
  if (written === undefined) return undefined;
  const meant = written.slice(1).replaceAll('/', '.');
  const where = range(previous.start, found.start + written.length);
  const name = text.slice(previous.start, previous.end) + meant;
  return {
    range: where,
    message: `In RDF this is written with dots: ${name}`,
    because: "After a prefix no '/' can stand.",
    advice: `Write ${name}.`,
    edits: { title: `Change to ${name}`, edits: [{ range: where, newText: name }] },
  };
};

/** `WHERE ?x …`, where the closing bracket stands and the opening one does not. */
export const missingOpener: Explanation = ({ found, previous, expected, tokens }) => {
  if (previous?.terminal !== 'WHERE' || !found || !expected.has('{') || !TERM_TERMINALS.has(found.terminal))
    return undefined;
  const count = (sign: string): number =>
    tokens.filter(({ type, value }) => type === 'punctuation' && value === sign).length;
  const lacks = count('}') > count('{');
  return {
    message: "A '{' is missing after WHERE",
    because: 'The patterns of a query stand in curly brackets.',
    advice: lacks ? "Add the '{'." : "Put '{' and '}' around the patterns.",
    ...(lacks
      ? {
          edits: {
            title: "Insert the missing '{'",
            edits: [{ range: range(previous.end, previous.end), newText: ' {' }],
          },
        }
      : {}),
  };
};
