/** Explains mistakes with one certain fix: operators of other languages, and text around a copied query. */
import { range } from '../../text/range';
import { fixBy, insertAt, TERM_TERMINALS, type SyntaxExplainer } from './context';

/** `?g == 1`, as in most other languages. */
export const doubledEqual: SyntaxExplainer = ({ errorToken, previous }) => {
  if (errorToken?.terminal !== '=' || previous?.terminal !== '=' || previous.end !== errorToken.start)
    return undefined;
  const where = range(previous.start, errorToken.end);
  return {
    range: where,
    message: "'==' is not an operator",
    because: "SPARQL compares with a single '='.",
    advice: "Use '='.",
    ...fixBy("Change to '='", { range: where, newText: '=' }),
  };
};

const FENCE_BEFORE = /^\s*(```+|~~~+)[ \t]*(?:\w+[ \t]*)?(?:\r\n|\n|\r|$)/;
const FENCE_AFTER = /(?:\r\n|\n|\r|^)[ \t]*(?:```+|~~~+)\s*$/;

/** A query as it appears in Markdown and in the answers of language models. */
export const fences: SyntaxExplainer = ({ errorToken, text, tokens }) => {
  if (errorToken?.value !== '`' && errorToken?.value !== '~') return undefined;
  const first = tokens[0]?.start ?? 0;
  const last = tokens[tokens.length - 1]?.end ?? text.length;
  const part = text.slice(first, last);
  const before = FENCE_BEFORE.exec(part)?.[0].length ?? 0;
  const after = FENCE_AFTER.exec(part.slice(before))?.[0].length ?? 0;
  if (!before && !after) return undefined;
  return {
    message: 'Markdown fence around the query',
    because: 'The fence is part of Markdown, not of SPARQL.',
    advice: 'Remove the fence.',
    ...fixBy(
      'Remove the Markdown fence',
      ...(before ? [{ range: range(first, first + before), newText: '' }] : []),
      ...(after ? [{ range: range(last - after, last), newText: '' }] : []),
    ),
  };
};

/** Names in Freebase's own notation: `/m/05zppz`, `ns:/m/05zppz`, `ns:m/05zppz`, `ns:people/person/gender`. */
export const slashedId: SyntaxExplainer = ({ errorToken, text, tokens, index }) => {
  // The first '/' of a path is correct, so the word after it is the error.
  const at = errorToken?.type === 'word' ? index - 1 : index;
  const [before, slash] = [tokens[at - 1], tokens[at]];
  if (slash?.terminal !== '/') return undefined;
  const written = /^(?:\/\w+)+/.exec(text.slice(slash.start, slash.start + 300))?.[0];
  const isPrefixed = before?.end === slash.start && /^PNAME/.test(before.terminal);
  const prefixed = isPrefixed ? text.slice(before.start, before.end) : 'ns:';
  const isName = isPrefixed ? /:(?:[a-z_]+)?$/.test(prefixed) : /^\/\w+\/\w/.test(written ?? '');
  if (written === undefined || !isName) return undefined;
  const where = range(isPrefixed ? before.start : slash.start, slash.start + written.length);
  const name = (prefixed + written).replace(':/', ':').replaceAll('/', '.');
  return {
    range: where,
    message: 'IDs use dots in RDF, not slashes',
    because: "In SPARQL, '/' joins the steps of a path.",
    advice: `Write ${name}.`,
    ...fixBy(`Change to ${name}`, { range: where, newText: name }),
  };
};

/** `WHERE ?x … }`: the opening bracket is missing. */
export const missingOpener: SyntaxExplainer = ({ errorToken, previous, expected, tokens }) => {
  if (
    previous?.terminal !== 'WHERE' ||
    !errorToken ||
    !expected.has('{') ||
    !TERM_TERMINALS.has(errorToken.terminal)
  )
    return undefined;
  const count = (sign: string): number =>
    tokens.filter(({ type, value }) => type === 'punctuation' && value === sign).length;
  const lacksOpener = count('}') > count('{');
  return {
    message: "Missing '{' after WHERE",
    because: 'The patterns of a query are in curly brackets.',
    advice: lacksOpener ? "Add the '{'." : "Put '{' and '}' around the patterns.",
    ...(lacksOpener && fixBy("Insert the missing '{'", insertAt(previous.end, ' {'))),
  };
};
