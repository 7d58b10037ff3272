const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>';

/** Freebase has people.person.place_of_birth, but no birthplace. */
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

/** OR is an extension of Virtuoso; the standard operator is ||. */
export const virtuosoQuery = `${PREFIX}
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
  FILTER (?place = ns:m.02hrh0_ OR ?place = ns:m.0d0x8)
}
`;
