import { isNumeric, literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';

/** Whether a literal is of a kind, or could be converted to it. */
export function fitsFamily(literal: LiteralTerm, family: LiteralFamily): boolean {
  const given = literalFamily(literal.datatype);
  if (given === family || (isNumeric(given) && isNumeric(family))) return true;
  return literal.written === 'plain' && looksLike(literal.value, family);
}

/** Whether a string looks like a value of the kind. */
export function looksLike(value: string, family: LiteralFamily): boolean {
  if (isNumeric(family)) return NUMBER.test(value);
  if (family === 'datetime') return /^-?\d{4}(-\d\d(-\d\d)?)?/.test(value);
  return family === 'boolean' && /^(true|false)$/i.test(value);
}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Writes a datatype of XSD with the query's prefix, or in angle brackets. */
export function formatDatatype(query: QueryModel, datatype: string): string {
  const declared = query.prefixes.find(({ iri }) => iri === XSD)?.prefix;
  const prefix = declared ?? (query.dialect === 'virtuoso' ? 'xsd' : undefined);
  return prefix === undefined ? `<${XSD}${datatype}>` : `${prefix}:${datatype}`;
}
