/** How the connected KB writes a value: with a datatype, as the usual endpoints do, or plain, as the Freebase dump does. */
import { isNumeric, literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { KbKnowledge } from '../kb-knowledge';
import { formatDatatype, looksLike } from './literal-form';

/** `as-given` if a fact has the literal as it is written; the literal of a fact with the same value if only that exists. */
export function literalInKb(
  literal: LiteralTerm,
  relation: string,
  family: LiteralFamily,
  query: QueryModel,
  kb: KbKnowledge,
): 'as-given' | { readonly right: string } | undefined {
  const value = literal.value.trim();
  const isPlain = literal.written === 'plain' && looksLike(value, family);
  const isTyped = literal.written === 'typed' && literalFamily(literal.datatype) === family;
  if (!isPlain && !isTyped) return undefined;
  const has = (datatype: string | undefined): boolean | undefined =>
    kb.matches(`?s <${relation}> "${value}"${datatype === undefined ? '' : `^^<${XSD}${datatype}>`} .`);
  const given = isPlain ? undefined : literal.datatype.slice(XSD.length);
  if (!isPlain && !literal.datatype.startsWith(XSD)) return undefined;
  const exists = has(given);
  if (exists === true) return 'as-given';
  const others = isPlain ? datatypesOf(value, family) : [undefined];
  // All are asked for at once.
  const found = others.map((datatype) => ({ datatype, exists: has(datatype) }));
  if (exists === undefined || found.some((one) => one.exists === undefined)) return undefined;
  const right = found.find((one) => one.exists);
  if (!right) return undefined;
  return {
    right:
      right.datatype === undefined ? `"${value}"` : `"${value}"^^${formatDatatype(query, right.datatype)}`,
  };
}

function datatypesOf(value: string, family: LiteralFamily): readonly string[] {
  if (isNumeric(family))
    return ['float', 'double', 'decimal', ...(/^[+-]?\d+$/.test(value) ? ['integer'] : [])];
  if (family === 'boolean') return ['boolean'];
  if (/T/.test(value)) return ['dateTime'];
  return [
    /^-?\d{4}$/.test(value) ? 'gYear' : /^-?\d{4}-\d\d$/.test(value) ? 'gYearMonth' : 'date',
    'dateTime',
  ];
}
