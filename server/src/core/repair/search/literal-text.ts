import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';

/** A literal with another datatype, which is named as the query names such. */
export function typedAs(
  { text, prefixes }: QueryModel,
  { value, range }: LiteralTerm,
  datatype: string,
): string {
  const quoted = JSON.stringify(value);
  if (datatype === `${XSD}string`) return quoted;
  const prefix = prefixes.find(({ iri }) => iri === XSD)?.prefix;
  const inBrackets = text.slice(range.start, range.end).endsWith('>');
  return prefix === undefined || inBrackets
    ? `${quoted}^^<${datatype}>`
    : `${quoted}^^${prefix}:${datatype.slice(XSD.length)}`;
}
