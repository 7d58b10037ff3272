import type { RdfTerm } from '../../server/src/protocol/index';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

export const text = (value: string): RdfTerm => ({ type: 'literal', value });
export const english = (value: string): RdfTerm => ({ type: 'literal', value, 'xml:lang': 'en' });
export const typed = (value: string, datatype: string): RdfTerm => ({
  type: 'literal',
  value,
  datatype: XSD + datatype,
});
export const integer = (value: number): RdfTerm => typed(String(value), 'integer');
export const entity = (id: string): RdfTerm => ({ type: 'uri', value: `http://rdf.freebase.com/ns/${id}` });

/** A lookup of names by ID. */
export const named =
  (names: Readonly<Record<string, string>>) =>
  (iri: string): string | undefined =>
    names[iri.replace('http://rdf.freebase.com/ns/', '')];

export const nameless = (): undefined => undefined;
