/** Which kinds of values a literal can stand for. */
import { literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import type { LiteralTerm } from '../../language/sparql/model';

/** Whether it has the kind, or could be converted to it. */
export function fitsFamily(literal: LiteralTerm, family: LiteralFamily): boolean {
  const given = literalFamily(literal.datatype);
  if (given === family || (isNumeric(given) && isNumeric(family))) return true;
  return literal.written === 'plain' && readsLike(literal.value, family);
}

export function isNumeric(family: LiteralFamily): boolean {
  return family === 'integer' || family === 'float';
}

/** Whether a string looks like a value of the kind. */
export function readsLike(value: string, family: LiteralFamily): boolean {
  if (isNumeric(family)) return NUMBER.test(value);
  if (family === 'datetime') return /^-?\d{4}(-\d\d(-\d\d)?)?/.test(value);
  return family === 'boolean' && /^(true|false)$/i.test(value);
}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
