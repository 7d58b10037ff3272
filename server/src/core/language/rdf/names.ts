/** Namespaces of Freebase queries, and the prefixes that Virtuoso predefines. */

export const FREEBASE = 'http://rdf.freebase.com/ns/';
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const OWL = 'http://www.w3.org/2002/07/owl#';

export const RDF_TYPE = `${RDF}type`;
export const RDFS_LABEL = `${RDFS}label`;

/** Prefixes that Virtuoso resolves without a declaration (tested with version 7.2.5). */
export const VIRTUOSO_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['xsd', XSD],
  ['rdf', RDF],
  ['rdfs', RDFS],
  ['owl', OWL],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['geo', 'http://www.w3.org/2003/01/geo/wgs84_pos#'],
  ['fn', 'http://www.w3.org/2005/xpath-functions/#'],
  ['dbpedia', 'http://dbpedia.org/resource/'],
  ['yago', 'http://dbpedia.org/class/yago/'],
  ['sioc', 'http://rdfs.org/sioc/ns#'],
  ['void', 'http://rdfs.org/ns/void#'],
  ['vcard', 'http://www.w3.org/2001/vcard-rdf/3.0#'],
  ['rdfa', 'http://www.w3.org/ns/rdfa#'],
  ['bif', 'bif:'],
  ['sql', 'sql:'],
]);

/** The usual namespaces of undeclared prefixes. They are used to continue checking, and offered as a fix. */
export const CUSTOMARY_PREFIXES: ReadonlyMap<string, string> = new Map([
  ...VIRTUOSO_PREFIXES,
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['dct', 'http://purl.org/dc/terms/'],
  ['schema', 'http://schema.org/'],
  ['wd', 'http://www.wikidata.org/entity/'],
  ['wdt', 'http://www.wikidata.org/prop/direct/'],
  ['ns', FREEBASE],
  ['fb', FREEBASE],
  ['freebase', FREEBASE],
  ['', FREEBASE],
  ['key', 'http://rdf.freebase.com/key/'],
]);
