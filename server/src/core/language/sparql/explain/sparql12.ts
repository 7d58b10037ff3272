/** Recognizes the syntax of SPARQL 1.2, so that it is not reported as a strange character or word. */
import { range } from '../../text/range';
import type { SyntaxExplainer } from './context';

const FUNCTIONS = new Set(
  'TRIPLE SUBJECT PREDICATE OBJECT ISTRIPLE LANGDIR HASLANG HASLANGDIR STRLANGDIR'.split(' '),
);

export const sparql12: SyntaxExplainer = ({ errorToken, previous, tokens, index, text }) => {
  if (!errorToken) return undefined;
  const { type, value, start, end } = errorToken;
  const next = tokens[index + 1];
  const isAt = (what: string): boolean => text.startsWith(what, start);
  if (type === 'punctuation' && (value === '<<' || value === '>>'))
    return explain(text[end] === '(' || text[start - 1] === ')' ? 'A triple term' : 'A reified triple');
  if (type === 'punctuation' && (value === '{|' || value === '|}')) return explain('An annotation');
  if (value === '~') return explain('A reifier');
  if (type === 'word' && value === 'VERSION' && next?.type === 'string')
    return { ...explain('A version declaration'), range: range(start, next.end) };
  if (type === 'word' && FUNCTIONS.has(value) && next?.type === 'punctuation' && next.value.startsWith('('))
    return explain(`The function ${value}`);
  if (previous?.type === 'lang' && previous.end === start && (isAt('--ltr') || isAt('--rtl')))
    return explain('The direction of a text');
  return undefined;
};

function explain(what: string): {
  readonly message: string;
  readonly because: string;
  readonly advice: string;
} {
  return {
    message: `${what} is SPARQL 1.2`,
    because: 'Queries are checked as SPARQL 1.1, and most endpoints do not accept SPARQL 1.2 yet.',
    advice: 'Write it in SPARQL 1.1.',
  };
}
