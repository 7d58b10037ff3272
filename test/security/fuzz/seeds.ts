/** Initial inputs of the targets that read SPARQL. */
import { VALID_QUERIES, INVALID_QUERIES } from '../../support/queries';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

export const FREEBASE_QUERIES: readonly string[] = [
  `${NS}SELECT DISTINCT ?x WHERE { FILTER(?x != ns:m.02mjmr) ns:m.02mjmr ns:people.person.spouse_s ?m . ?m ns:people.marriage.spouse ?x . OPTIONAL { ?m ns:people.marriage.to ?sk } FILTER(!BOUND(?sk) || xsd:datetime(?sk) > "2015-08-10"^^xsd:dateTime) } ORDER BY DESC(?sk) LIMIT 1`,
  `${NS}SELECT (?x0 AS ?value) WHERE { SELECT DISTINCT ?x0 WHERE { ?x0 :type.object.type :film.film . ?x1 ns:film.film.genre ?x0 . VALUES ?x2 { ns:m.0ds3t5x } FILTER(?x0 != ?x1 && ?x1 != ?x2) } }`,
  `# question: how tall?\n${NS}SELECT COUNT(?x) { { ?x ns:people.person.height_meters "1.5"^^xsd:float } UNION { ?x a ns:people.person ; ns:people.person.date_of_birth ?d } MINUS { ?x ns:people.person.children [ ns:type.object.name "😀"@en ] } }\n###\nASK { ?x ^ns:film.film.genre/a ?y }`,
];

/** Contains every tenth hand-written query, so that most of a run tests new inputs. */
export const QUERIES: readonly string[] = [
  ...FREEBASE_QUERIES,
  ...[...VALID_QUERIES, ...INVALID_QUERIES].filter((_, index) => index % 10 === 0),
];
