/** Queries for several tests. */

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>';

export const sound = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

/** Freebase has people.person.place_of_birth, but no birthplace. */
export const unknownRelation = sound.replace('place_of_birth', 'birthplace');

export const misspeltRelation = sound.replace('place_of_birth', 'place_of_brith');

export const unusedPrefix = `PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n${sound}`;

/** film.film.starring ends at a mediator, not at a person. */
export const typeClash = `${PREFIX}
SELECT DISTINCT ?film WHERE {
  ?film ns:film.film.directed_by ns:m.06pj8 .
  ?film ns:film.film.starring ?actor .
  ?actor ns:people.person.place_of_birth ?place .
}
`;

/** OR is an extension of Virtuoso. Standard SPARQL has ||. */
export const virtuoso = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
  FILTER (?place = ns:m.02hrh0_ OR ?place = ns:m.0d0x8)
}
`;

/** The answer is a mediator with several parts. */
export const mediatorAnswer = `${PREFIX}
SELECT DISTINCT ?marriage WHERE {
  ns:m.02mjmr ns:people.person.spouse_s ?marriage .
}
`;

/** Three findings with safe fixes, and one with an unsafe fix. */
export const untidy = `PREFIX ns: <http://rdf.freebase.com/ns/>
PREFIX ex: <http://example.org/>
SELECT DISTINCT ?child WHERE {
  ?person ns:people.person.height_meters "2"^^xsd:integer .
  ?person fb:people.person.childs ?child .
}
`;
