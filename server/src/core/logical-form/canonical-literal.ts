/** Canonical spellings of literals. Equal numbers, and equal texts of one language, have the same spelling. */
import { literalFamily, type LiteralFamily } from '../language/rdf/datatypes';
import { RDF } from '../language/rdf/names';
import { isNumberText } from './parse-literal';
import type { LiteralExpr } from './sexpr';
import { convertLiteral } from './format-term';

/** `family` is the kind of literal in the range of the relation, to which a query converts the literal. */
export function canonicalLiteral(literal: LiteralExpr, family: LiteralFamily | undefined): string {
  const { value, datatype, language } = literal;
  if (language !== undefined && (family === undefined || family === 'text'))
    return `${JSON.stringify(value)}@${language.toLowerCase()}`;
  const text = value.trim();
  const kind = convertLiteral(text, family) || family === 'text' ? family : literalFamily(datatype);
  switch (kind) {
    case 'integer':
    case 'float':
      return isNumberText(text) ? canonicalNumber(text) : `${JSON.stringify(value)}^^${datatype}`;
    case 'datetime':
    case 'boolean':
      return `${kind} ${JSON.stringify(text)}`;
    case 'text':
      return JSON.stringify(value);
    default:
      return `${JSON.stringify(value)}^^${datatype === `${RDF}langString` ? '' : datatype}`;
  }
}

/** Returns the significant digits and the exponent. Keeps more digits than a JavaScript number. */
export function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
