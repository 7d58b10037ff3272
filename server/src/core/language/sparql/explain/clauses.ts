/** Explains clauses that are incomplete, malformed or in the wrong order. */
import { range } from '../../text/range';
import { COMPARISONS } from '../parser/expressions';
import type { SparqlToken } from '../tokens';
import {
  CLAUSES,
  fixBy,
  insertAt,
  quoteToken,
  TERM_TERMINALS,
  type SyntaxExplainer,
  type SyntaxExplanation,
} from './context';

/** ASK is expected only at the start of a query. */
export const wrongStart: SyntaxExplainer = (context) => {
  const { errorToken, expected } = context;
  if (!errorToken || !expected.has('ASK')) return undefined;
  return {
    message: `A query cannot start with ${quoteToken(context, errorToken)}`,
    because: '',
    advice:
      errorToken.type === 'word'
        ? 'Start it with SELECT, ASK, CONSTRUCT or DESCRIBE. Write a question in English after "# question:".'
        : 'Start it with SELECT, ASK, CONSTRUCT or DESCRIBE.',
  };
};

export const secondQuery: SyntaxExplainer = ({ errorToken, expected }) => {
  const starts =
    errorToken && ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE', 'PREFIX', 'BASE'].includes(errorToken.terminal);
  if (!starts || !expected.has('EOF')) return undefined;
  return {
    message: 'A second query starts here',
    because: 'A request contains one query.',
    advice: 'Separate the queries with a line ###, or remove one of them.',
  };
};

export const malformedPrefix: SyntaxExplainer = ({ previous, errorToken, text, tokens, index }) => {
  const before = tokens[index - 2];
  if (
    previous?.terminal !== 'PREFIX' &&
    !(before?.terminal === 'PREFIX' && previous?.terminal === 'PNAME_NS')
  )
    return undefined;
  return {
    message: 'Incomplete prefix declaration',
    because: 'A declaration is PREFIX, a name that ends in a colon, and an IRI in angle brackets.',
    advice: 'Write PREFIX ns: <http://rdf.freebase.com/ns/> without a full stop.',
    ...(errorToken ? fixPrefix(text, errorToken, tokens[index + 1]) : {}),
  };
};

/** `PREFIX ns <…>` lacks its colon, `PREFIX ns: http://…` its angle brackets. */
function fixPrefix(
  text: string,
  errorToken: SparqlToken,
  next: SparqlToken | undefined,
): Pick<SyntaxExplanation, 'edits'> {
  if (errorToken.type === 'word' && next?.terminal === 'IRIREF') {
    return fixBy(
      `Add the colon: ${text.slice(errorToken.start, errorToken.end)}:`,
      insertAt(errorToken.end, ':'),
    );
  }
  const iri = /^https?:\/\/[^\s<>"{}|^`\\]+/.exec(text.slice(errorToken.start, errorToken.start + 1000))?.[0];
  if (iri === undefined) return {};
  const where = range(errorToken.start, errorToken.start + iri.length);
  const newText = `<${iri}>`;
  // A closing bracket without an opening one is replaced too.
  const closed = text[where.end] === '>' ? range(where.start, where.end + 1) : where;
  return fixBy(`Add angle brackets: ${newText}`, { range: closed, newText });
}

/** `PREFIX ns: <…> .`, as in Turtle. */
export const endedPrefix: SyntaxExplainer = ({ previous, errorToken, tokens, index, where }) => {
  if (!errorToken || !['.', ';', ','].includes(errorToken.terminal) || previous?.terminal !== 'IRIREF')
    return undefined;
  if (tokens[index - 2]?.terminal !== 'BASE' && tokens[index - 3]?.terminal !== 'PREFIX') return undefined;
  return {
    message: `Unexpected '${errorToken.value}' after a declaration`,
    because: 'A declaration of SPARQL ends with its IRI.',
    advice: 'Remove it.',
    ...fixBy(`Remove '${errorToken.value}'`, { range: where, newText: '' }),
  };
};

/** `@prefix ns: <…> .`, as in Turtle. */
export const turtlePrefix: SyntaxExplainer = ({ errorToken, text, tokens }) => {
  const keywordOf = (token: SparqlToken | undefined): string =>
    token?.type === 'lang' ? text.slice(token.start + 1, token.end).toUpperCase() : '';
  const keyword = keywordOf(errorToken);
  if (keyword !== 'PREFIX' && keyword !== 'BASE') return undefined;
  const edits = tokens.flatMap((token, at) => {
    const found = keywordOf(token);
    if (found !== 'PREFIX' && found !== 'BASE') return [];
    const end = tokens[at + (found === 'BASE' ? 2 : 3)];
    return [
      { range: range(token.start, token.end), newText: found },
      ...(end?.terminal === '.' ? [{ range: range(end.start, end.end), newText: '' }] : []),
    ];
  });
  return {
    message: `'@${keyword.toLowerCase()}' is Turtle, not SPARQL`,
    because: 'A declaration of SPARQL has no @, and no full stop at the end.',
    advice: `Write ${keyword}.`,
    ...fixBy(`Change to ${keyword}`, ...edits),
  };
};

/** `PREFIX ns: <…> DEFINE input:inference "rules"`. */
export const latePragma: SyntaxExplainer = ({ errorToken, tokens, index, text }) => {
  const [first] = tokens;
  if (errorToken?.type !== 'word' || errorToken.value !== 'DEFINE' || !first) return undefined;
  let last = index;
  const isPragma = (token: SparqlToken | undefined): boolean =>
    ['pname', 'string', 'number', 'iri'].includes(token?.type ?? '') || token?.value === 'DEFINE';
  while (isPragma(tokens[last + 1])) last++;
  const end = tokens[last]?.end ?? errorToken.end;
  const rest = tokens[last + 1]?.start ?? end;
  return {
    range: range(errorToken.start, end),
    message: 'DEFINE must come before the prefixes',
    because: 'Virtuoso reads pragmas only at the start of a query.',
    advice: 'Move it to the start.',
    ...fixBy('Move DEFINE to the start', insertAt(first.start, `${text.slice(errorToken.start, end)}\n`), {
      range: range(errorToken.start, rest),
      newText: '',
    }),
  };
};

/** `?x … UNION { … }`, or `{ … } . UNION { … }`. */
export const unionWithoutGroup: SyntaxExplainer = ({ previous, errorToken, tokens, index }) => {
  if (errorToken?.terminal !== 'UNION' || !previous || previous.terminal === '}') return undefined;
  const problem = {
    message: "UNION must follow a '}'",
    because: 'It joins groups: { … } UNION { … }.',
  };
  if (previous.terminal !== '.' || tokens[index - 2]?.terminal !== '}')
    return { ...problem, advice: "Put '{' and '}' around the patterns before it." };
  return {
    ...problem,
    advice: "Remove the '.'.",
    ...fixBy("Remove '.'", { range: range(previous.start, previous.end), newText: '' }),
  };
};

export const nothingSelected: SyntaxExplainer = ({ previous, errorToken }) => {
  if (!previous || !['SELECT', 'DISTINCT', 'REDUCED'].includes(previous.terminal)) return undefined;
  if (!errorToken || !['WHERE', '{', 'FROM'].includes(errorToken.terminal)) return undefined;
  return {
    message: 'SELECT without a variable',
    because: 'SELECT lists the variables to return, or * for all of them.',
    advice: 'Add a variable such as ?x, or *.',
    ...fixBy('Select all variables (*)', insertAt(previous.end, ' *')),
  };
};

export const filterWithoutBrackets: SyntaxExplainer = ({ previous, errorToken, tokens, index }) => {
  if (previous?.terminal !== 'FILTER' || !errorToken || !TERM_TERMINALS.has(errorToken.terminal))
    return undefined;
  return {
    message: 'FILTER condition without brackets',
    because: 'Only a function call such as regex(…) needs none.',
    advice: 'Write FILTER ( … ).',
    ...bracketsAround(tokens.slice(index, index + 4)),
  };
};

/** Handles a single comparison only, because the end of a longer condition is uncertain. */
function bracketsAround([left, sign, right, next]: readonly SparqlToken[]): Pick<SyntaxExplanation, 'edits'> {
  if (!left || !sign || !right || !next) return {};
  const isSimple = (token: SparqlToken): boolean =>
    ['variable', 'number', 'string', 'iri', 'pname'].includes(token.type);
  const isComparison = isSimple(left) && isSimple(right) && COMPARISONS.has(sign.terminal);
  if (!isComparison || !(next.terminal === '}' || next.terminal === '.')) return {};
  return fixBy('Add brackets around the condition', insertAt(left.start, '('), insertAt(right.end, ')'));
}

/** `ORDER BY ?x DESC`, as in SQL. */
export const orderAfterwards: SyntaxExplainer = ({ previous, tokens, index, text, errorToken }) => {
  const variable = tokens[index - 2];
  if (!isDirection(previous) || variable?.terminal !== 'VAR') return undefined;
  if (errorToken?.terminal === '(' || errorToken?.terminal === 'VAR') return undefined;
  const standard = `${previous.value}(${text.slice(variable.start, variable.end)})`;
  const where = range(variable.start, previous.end);
  return {
    range: where,
    message: `${previous.value} must precede the expression`,
    because: 'SPARQL writes the direction as a function around the expression.',
    advice: `Write ${standard}.`,
    ...fixBy(`Change to ${standard}`, { range: where, newText: standard }),
  };
};

export const orderWithoutBrackets: SyntaxExplainer = ({ previous, errorToken, text }) => {
  if (!isDirection(previous) || !errorToken) return undefined;
  const problem = {
    message: `${previous.value} without brackets`,
    because: 'An expression in brackets follows the direction.',
  };
  if (errorToken.terminal !== 'VAR') return { ...problem, advice: `Write ${previous.value}( … ).` };
  const variable = text.slice(errorToken.start, errorToken.end);
  return {
    ...problem,
    advice: `Write ${previous.value}(${variable}).`,
    ...fixBy(`Change to ${previous.value}(${variable})`, {
      range: range(previous.end, errorToken.end),
      newText: `(${variable})`,
    }),
  };
};

function isDirection(token: SparqlToken | undefined): token is SparqlToken {
  return token?.terminal === 'ASC' || token?.terminal === 'DESC';
}

export const clauseOrder: SyntaxExplainer = ({ errorToken, text, tokens, index }) => {
  if (!errorToken || !CLAUSES.includes(errorToken.terminal)) return undefined;
  const later = tokens
    .slice(0, index)
    .find((token) => CLAUSES.indexOf(token.terminal) > CLAUSES.indexOf(errorToken.terminal));
  if (!later) return undefined;
  return {
    message: `${errorToken.value} must precede ${later.value}`,
    because: 'The order is GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET.',
    advice: `Move the ${errorToken.value} clause up.`,
    related: [{ range: range(later.start, later.end), message: `${later.value} is here` }],
    // A clause in another group belongs to another query.
    ...(tokens.slice(tokens.indexOf(later), index).some(({ terminal }) => terminal === '}')
      ? {}
      : moveUp(text, tokens.slice(index), later)),
  };
};

/** Moves a clause that is the end of the text. */
function moveUp(
  text: string,
  clause: readonly SparqlToken[],
  later: SparqlToken,
): Pick<SyntaxExplanation, 'edits'> {
  const [first, ...rest] = clause;
  const last = rest[rest.length - 1];
  const isFollowed = rest.some(({ terminal }) => CLAUSES.includes(terminal) || terminal === '}');
  if (!first || !last || isFollowed) return {};
  const before = /\s*$/.exec(text.slice(0, first.start))?.[0] ?? '';
  const start = first.start - before.length;
  return fixBy(
    `Move ${first.value} before ${later.value}`,
    insertAt(later.start, text.slice(first.start, last.end) + (before || ' ')),
    { range: range(start, last.end), newText: '' },
  );
}
