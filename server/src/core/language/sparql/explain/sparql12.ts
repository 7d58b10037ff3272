/** Recognizes the syntax of SPARQL 1.2, so that it is not reported as a strange character or word. */
import { range } from '../../text/range';
import { TERMINALS_12 } from '../parser/expressions';
import type { SyntaxExplainer, SyntaxExplanation } from './context';
import type { SyntaxProblem } from '../model';

export const sparql12: SyntaxExplainer = ({ errorToken, tokens, index, text, dialect }) => {
  if (!errorToken) return undefined;
  const { type, value, start, end } = errorToken;
  if (dialect === 'sparql12') return explainPlace(value, isFence(text, start));
  const next = tokens[index + 1];
  if (type === 'punctuation' && (value === '<<(' || value === ')>>')) return explain('A triple term');
  if (type === 'punctuation' && (value === '<<' || value === '>>')) return explain('A reified triple');
  if (type === 'punctuation' && (value === '{|' || value === '|}')) return explain('An annotation');
  if (value === '~' && !isFence(text, start)) return explain('A reifier');
  if (type === 'word' && value === 'VERSION' && next?.type === 'string')
    return { ...explain('A version declaration'), range: range(start, next.end) };
  if (
    type === 'word' &&
    TERMINALS_12.has(value) &&
    next?.type === 'punctuation' &&
    next.value.startsWith('(')
  )
    return explain(`The function ${value}`);
  if (type === 'lang' && text.slice(start, end).includes('--')) return explain('The direction of a text');
  return undefined;
};

/** In the dialect sparql12, the parser explains what is wrong inside; here the place is wrong. */
function explainPlace(value: string, isFenced: boolean): SyntaxExplanation | undefined {
  if ((value !== '~' && value !== '{|') || isFenced) return undefined;
  return {
    message: `${value === '~' ? 'A reifier' : 'An annotation'} must follow the object of a triple`,
    because: 'It names or describes that triple.',
    advice: 'Move it after an object.',
  };
}

/** A Markdown fence `~~~` around a query. */
function isFence(text: string, start: number): boolean {
  return text.startsWith('~~~', start);
}

function explain(what: string): Omit<SyntaxProblem, 'range'> {
  return {
    message: `${what} is SPARQL 1.2`,
    because: 'Queries are checked as SPARQL 1.1, and most endpoints do not accept SPARQL 1.2 yet.',
    advice: 'Write it in SPARQL 1.1, or set funfusic.dialect to sparql12.',
  };
}
