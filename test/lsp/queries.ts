/** Texts that several tests check. */

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>';

export const sound = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

/** Freebase has people.person.place_of_birth and no birthplace. */
export const unknownRelation = sound.replace('place_of_birth', 'birthplace');

export const misspeltRelation = sound.replace('place_of_birth', 'place_of_brith');

export const unusedPrefix = `PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n${sound}`;

/** A film and a person never meet in one node. */
export const typeClash = `${PREFIX}
SELECT DISTINCT ?film WHERE {
  ?film ns:film.film.directed_by ns:m.06pj8 .
  ?film ns:film.film.starring ?actor .
  ?actor ns:people.person.place_of_birth ?place .
}
`;

/** OR is Virtuoso's; the standard writes ||. */
export const virtuoso = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
  FILTER (?place = ns:m.02hrh0_ OR ?place = ns:m.0d0x8)
}
`;

/** A marriage is no answer; its parts are, and there are several. */
export const mediatorAnswer = `${PREFIX}
SELECT DISTINCT ?marriage WHERE {
  ns:m.02mjmr ns:people.person.spouse_s ?marriage .
}
`;

/** Three things that can be mended safely, and one that is a guess. */
export const untidy = `PREFIX ns: <http://rdf.freebase.com/ns/>
PREFIX ex: <http://example.org/>
SELECT DISTINCT ?child WHERE {
  ?person ns:people.person.height_meters "2"^^xsd:integer .
  ?person fb:people.person.childs ?child .
}
`;
