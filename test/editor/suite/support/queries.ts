const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>';

/** Freebase has people.person.place_of_birth and no birthplace. */
export const unknownRelation = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ‹ns:people.person.birthplace› ?place .
}
`;

export const misspeltRelation = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ‹ns:people.person.place_of_brith› ?place .
}
`;

export const soundQuery = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

/** OR is Virtuoso's; the standard writes ||. */
export const virtuosoQuery = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
  FILTER (?place = ns:m.02hrh0_ OR ?place = ns:m.0d0x8)
}
`;
