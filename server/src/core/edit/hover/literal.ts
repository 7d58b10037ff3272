import { RDF, XSD } from '../../language/rdf/names';
import type { LiteralTerm } from '../../language/sparql/model';
import { code } from './markdown';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['boolean', 'true or false'],
  ['integer', 'a whole number'],
  ['int', 'a whole number in 32 bits'],
  ['long', 'a whole number in 64 bits'],
  ['float', 'a number in 32 bits'],
  ['double', 'a number in 64 bits'],
  ['decimal', 'a number with an exact fraction'],
  ['date', 'a day'],
  ['dateTime', 'a point in time'],
  ['datetime', 'a point in time, as Virtuoso spells it'],
  ['time', 'a time of day'],
  ['gYear', 'a year'],
  ['gYearMonth', 'a month of a year'],
  ['gMonthDay', 'a day of every year'],
  ['gMonth', 'a month of every year'],
  ['gDay', 'a day of every month'],
  ['duration', 'a length of time'],
  ['anyURI', 'a web address'],
]);

export function describeLiteral({ datatype, language }: LiteralTerm): readonly string[] {
  if (language !== undefined) return [`**string** — literal in the language ${code(language)}`];
  if (datatype.startsWith(XSD)) {
    const name = datatype.slice(XSD.length);
    const kind = KINDS.get(name);
    return [`**literal** ${code(`xsd:${name}`)}${kind === undefined ? '' : `: ${kind}`}`];
  }
  return datatype.startsWith(RDF) ? [] : [`**literal** of the datatype ${code(datatype)}`];
}
