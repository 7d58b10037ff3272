/** Clauses that are incomplete, in the wrong order or in the wrong form. */
import { range } from '../../text/range';
import { CLAUSES, TERM_TERMINALS, type Explanation } from './scene';

export const secondQuery: Explanation = ({ found, expected }) => {
  const starts =
    found && ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE', 'PREFIX', 'BASE'].includes(found.terminal);
  if (!starts || !expected.has('EOF')) return undefined;
  return {
    message: 'A second query starts here',
    because: 'An engine takes one query at a time.',
    advice: 'Put a line ### between two queries in one file, or remove one of them.',
  };
};

export const malformedPrefix: Explanation = ({ previous, tokens, index }) => {
  const before = tokens[index - 2];
  if (
    previous?.terminal !== 'PREFIX' &&
    !(before?.terminal === 'PREFIX' && previous?.terminal === 'PNAME_NS')
  )
    return undefined;
  return {
    message: 'This prefix declaration is not complete',
    because: 'A declaration is the word PREFIX, a name that ends in a colon, and an IRI in angle brackets.',
    advice: 'Write it as PREFIX ns: <http://rdf.freebase.com/ns/> (with no full stop after it).',
  };
};

export const nothingSelected: Explanation = ({ previous, found }) => {
  if (!previous || !['SELECT', 'DISTINCT', 'REDUCED'].includes(previous.terminal)) return undefined;
  if (!found || !['WHERE', '{', 'FROM'].includes(found.terminal)) return undefined;
  return {
    message: 'SELECT names no variable',
    because: 'A SELECT query says which variables it wants, or * for all of them.',
    advice: 'Put a variable such as ?x, or *, after SELECT.',
    edits: {
      title: 'Select everything (*)',
      edits: [{ range: range(previous.end, previous.end), newText: ' *' }],
    },
  };
};

export const filterWithoutBrackets: Explanation = ({ previous, found }) => {
  if (previous?.terminal !== 'FILTER' || !found || !TERM_TERMINALS.has(found.terminal)) return undefined;
  return {
    message: 'The condition of a FILTER stands in brackets',
    because: 'Only a call such as regex(…) may follow FILTER without them.',
    advice: 'Write FILTER ( … ).',
  };
};

/** `ORDER BY ?x DESC`, as SQL has it. */
export const orderAfterwards: Explanation = ({ previous, tokens, index, text, found }) => {
  const variable = tokens[index - 2];
  if (
    !previous ||
    (previous.terminal !== 'ASC' && previous.terminal !== 'DESC') ||
    variable?.terminal !== 'VAR'
  )
    return undefined;
  if (found?.terminal === '(' || found?.terminal === 'VAR') return undefined;
  const standard = `${previous.value}(${text.slice(variable.start, variable.end)})`;
  const where = range(variable.start, previous.end);
  return {
    range: where,
    message: `The direction stands before what it orders: ${standard}`,
    because: 'SPARQL writes it as a function around the expression.',
    advice: `Write ${standard}.`,
    edits: { title: `Change to ${standard}`, edits: [{ range: where, newText: standard }] },
  };
};

export const orderWithoutBrackets: Explanation = ({ previous, found, text }) => {
  if (!previous || !found || (previous.terminal !== 'ASC' && previous.terminal !== 'DESC')) return undefined;
  if (found.terminal !== 'VAR') {
    return {
      message: `${previous.value} wants brackets: ${previous.value}( … )`,
      because: 'A direction is followed by an expression in brackets.',
      advice: `Put ${previous.value}( … ) around what the rows are ordered by.`,
    };
  }
  const variable = text.slice(found.start, found.end);
  return {
    message: `${previous.value} wants brackets: ${previous.value}(${variable})`,
    because: 'A direction is followed by an expression in brackets.',
    advice: `Write ${previous.value}(${variable}).`,
    edits: {
      title: `Change to ${previous.value}(${variable})`,
      edits: [{ range: range(previous.end, found.end), newText: `(${variable})` }],
    },
  };
};

export const clauseOrder: Explanation = ({ found, tokens, index }) => {
  if (!found || !CLAUSES.includes(found.terminal)) return undefined;
  const later = tokens
    .slice(0, index)
    .find((token) => CLAUSES.indexOf(token.terminal) > CLAUSES.indexOf(found.terminal));
  if (!later) return undefined;
  return {
    message: `${found.value} must stand before ${later.value}`,
    because: 'The order is GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET.',
    advice: `Move ${found.value} up.`,
    related: [{ range: range(later.start, later.end), message: `${later.value} stands here` }],
  };
};
