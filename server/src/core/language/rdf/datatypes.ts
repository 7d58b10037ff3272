import { RDF, XSD } from './names';

/** What a literal is, as far as a comparison or a match cares. */
export const LITERAL_FAMILIES = [
  'integer',
  'float',
  'datetime',
  'boolean',
  'text',
  'duration',
  'other',
] as const;
export type LiteralFamily = (typeof LITERAL_FAMILIES)[number];

const FAMILY_OF: ReadonlyMap<string, LiteralFamily> = new Map([
  ...[
    'integer',
    'int',
    'long',
    'short',
    'byte',
    'nonNegativeInteger',
    'positiveInteger',
    'nonPositiveInteger',
    'negativeInteger',
    'unsignedInt',
    'unsignedLong',
    'unsignedShort',
    'unsignedByte',
  ].map((name): [string, LiteralFamily] => [XSD + name, 'integer']),
  ...['float', 'double', 'decimal'].map((name): [string, LiteralFamily] => [XSD + name, 'float']),
  ...[
    'date',
    'dateTime',
    'gYear',
    'gYearMonth',
    'gMonthDay',
    'gDay',
    'gMonth',
    'time',
    'dateTimeStamp',
    'datetime',
  ].map((name): [string, LiteralFamily] => [XSD + name, 'datetime']),
  ...['duration', 'dayTimeDuration', 'yearMonthDuration'].map((name): [string, LiteralFamily] => [
    XSD + name,
    'duration',
  ]),
  [`${XSD}boolean`, 'boolean'],
  ...['string', 'anyURI', 'token', 'normalizedString', 'language', 'Name', 'NCName'].map(
    (name): [string, LiteralFamily] => [XSD + name, 'text'],
  ),
  [`${RDF}langString`, 'text'],
]);

export function literalFamily(datatype: string): LiteralFamily {
  return FAMILY_OF.get(datatype) ?? 'other';
}
