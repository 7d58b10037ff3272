/** One spelling for all literals that a query tells as one: the same number however it is written, the same text in one language. */
import { literalFamily, type LiteralFamily } from '../language/rdf/datatypes';
import { RDF } from '../language/rdf/names';
import { isNumberText } from './literal-words';
import type { LiteralExpr } from './sexpr';
import { fittingLiteral } from './written-term';

/** `family`: what the relation holds, which a query then makes of the literal. */
export function literalSpelling(literal: LiteralExpr, family: LiteralFamily | undefined): string {
  const { value, datatype, language } = literal;
  if (language !== undefined && (family === undefined || family === 'text'))
    return `${JSON.stringify(value)}@${language.toLowerCase()}`;
  const text = value.trim();
  const kind = fittingLiteral(text, family) || family === 'text' ? family : literalFamily(datatype);
  switch (kind) {
    case 'integer':
    case 'float':
      return isNumberText(text) ? numberSpelling(text) : `${JSON.stringify(value)}^^${datatype}`;
    case 'datetime':
    case 'boolean':
      return `${kind} ${JSON.stringify(text)}`;
    case 'text':
      return JSON.stringify(value);
    default:
      return `${JSON.stringify(value)}^^${datatype === `${RDF}langString` ? '' : datatype}`;
  }
}

/** All digits that count, and where the point is: more of them than a number of JavaScript keeps. */
export function numberSpelling(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const counting = digits.replace(/0+$/, '');
  if (counting === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - counting.length);
  return `${sign === '-' ? '-' : ''}${counting}e${power}`;
}
