/** Explains triples that lack a part, or the dot between them. */
import { range } from '../../text/range';
import type { SparqlToken } from '../tokens';
import { fixBy, insertAt, quoteToken, TERM_TERMINALS, type SyntaxExplainer } from './context';

/** `?x ns:film.film.genre` at the end of a line, and a complete triple on the next: the object is missing. */
export const lineWithoutObject: SyntaxExplainer = (context) => {
  const { errorToken, previous, expected, text, tokens, index } = context;
  const verb = tokens[index - 2];
  if (!errorToken || !previous || !verb || !expected.has('.') || !expected.has('}')) return undefined;
  const verbs = ['PNAME_LN', 'IRIREF', 'VAR', 'a'];
  if (!verbs.includes(errorToken.terminal) || !verbs.includes(verb.terminal) || errorToken.terminal === 'VAR')
    return undefined;
  const hasLineBreak = (from: SparqlToken, to: SparqlToken): boolean =>
    /[\n\r]/.test(text.slice(from.end, to.start));
  if (!hasLineBreak(verb, previous) || hasLineBreak(previous, errorToken)) return undefined;
  return {
    range: range(verb.start, verb.end),
    message: `Missing object after ${quoteToken(context, verb)}`,
    because: `A triple has a subject, a relation and an object. ${quoteToken(context, previous)} on the next line starts another triple.`,
    advice: "Add a variable, an ID or a literal, then '.'.",
    related: [{ range: range(previous.start, previous.end), message: 'The next triple starts here' }],
  };
};

export const missingDot: SyntaxExplainer = (context) => {
  const { errorToken, previous, expected, text, tokens, index } = context;
  if (
    !errorToken ||
    !previous ||
    !expected.has('.') ||
    !expected.has('}') ||
    !TERM_TERMINALS.has(errorToken.terminal)
  )
    return undefined;
  const next = tokens[index + 1];
  const sameLine = !/[\n\r]/.test(text.slice(previous.end, errorToken.start));
  const endsTriple = !next || ['.', ';', '}', ','].includes(next.terminal);
  if (sameLine && endsTriple) {
    return {
      message: `Unexpected term ${quoteToken(context, errorToken)}`,
      because: 'A triple has a subject, a relation and an object.',
      advice: "Remove it, or add ',' before another object or '.' before another triple.",
    };
  }
  return {
    message: "Missing '.' between two triples",
    because: `${quoteToken(context, previous)} ends a triple, and ${quoteToken(context, errorToken)} starts another.`,
    advice: "Add '.', or ';' if both have the same subject.",
    related: [{ range: range(previous.start, previous.end), message: "Add '.' after this" }],
    ...fixBy("Insert the missing '.'", insertAt(previous.end, ' .')),
  };
};

export const incompleteTriple: SyntaxExplainer = (context) => {
  const { errorToken, previous, expected } = context;
  if (
    !previous ||
    (errorToken && !['.', ';', ',', '}', ']'].includes(errorToken.terminal) && errorToken.type !== 'keyword')
  )
    return undefined;
  const expectsObject = expected.has('VAR') && expected.has('INTEGER') && !expected.has('}');
  if (expectsObject && ['PNAME_LN', 'PNAME_NS', 'IRIREF', 'VAR', 'a', ','].includes(previous.terminal)) {
    return {
      message: `Missing object after ${quoteToken(context, previous)}`,
      because: 'A triple has a subject, a relation and an object.',
      advice: 'Add a variable, an ID or a literal.',
    };
  }
  if (expected.has('a') && expected.has('^') && !expected.has('.')) {
    return {
      message: `Missing relation and object after ${quoteToken(context, previous)}`,
      because: 'A triple has a subject, a relation and an object.',
      advice: 'Add a relation such as ns:people.person.place_of_birth, and an object.',
    };
  }
  return undefined;
};
