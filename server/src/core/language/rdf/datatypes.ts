import { RDF, XSD } from './names';

/** The literal families that a user-defined schema can name. */
export const SCHEMA_LITERALS = ['integer', 'float', 'datetime', 'boolean', 'text'] as const;

/** The kinds of literals that comparisons and matches distinguish. */
export const LITERAL_FAMILIES = [...SCHEMA_LITERALS, 'duration', 'other'] as const;
export type LiteralFamily = (typeof LITERAL_FAMILIES)[number];

export function isNumeric(family: string): boolean {
  return family === 'integer' || family === 'float';
}

const FAMILY_BY_DATATYPE: ReadonlyMap<string, LiteralFamily> = new Map([
  ...xsdTypes(
    'integer',
    'integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger ' +
      'unsignedInt unsignedLong unsignedShort unsignedByte',
  ),
  ...xsdTypes('float', 'float double decimal'),
  ...xsdTypes('datetime', 'date dateTime gYear gYearMonth gMonthDay gDay gMonth time dateTimeStamp datetime'),
  ...xsdTypes('duration', 'duration dayTimeDuration yearMonthDuration'),
  ...xsdTypes('boolean', 'boolean'),
  ...xsdTypes('text', 'string anyURI token normalizedString language Name NCName'),
  [`${RDF}langString`, 'text'],
  [`${RDF}dirLangString`, 'text'],
]);

export function literalFamily(datatype: string): LiteralFamily {
  return FAMILY_BY_DATATYPE.get(datatype) ?? 'other';
}

function xsdTypes(family: LiteralFamily, names: string): readonly [string, LiteralFamily][] {
  return names.split(' ').map((name) => [XSD + name, family]);
}
