import { describe, expect, it } from 'vitest';
import { symbolAt } from '../../server/src/core/edit/occurrences';
import { parseDocument } from '../../server/src/core/language/sparql/parse';

/** The text with the occurrences of the symbol at the `|`: reads in «…», writes in ‹…›. */
function marked(source: string): string | undefined {
  const offset = source.indexOf('|');
  const text = source.replace('|', '');
  const thing = symbolAt(parseDocument(text, 'virtuoso'), offset);
  if (!thing) return undefined;
  let result = '';
  let at = 0;
  for (const { range, access } of thing.occurrences) {
    const [open, close] = access === 'write' ? ['‹', '›'] : ['«', '»'];
    result += text.slice(at, range.start) + open + text.slice(range.start, range.end) + close;
    at = range.end;
  }
  return result + text.slice(at);
}

describe('the occurrences of a variable', () => {
  it.each([
    ['are found in the whole query', 'SELECT ?|x { ?x ?p ?y }', 'SELECT «?x» { «?x» ?p ?y }'],
    ['are the same with either sign', 'SELECT $x { ?|x ?p ?y }', 'SELECT «$x» { «?x» ?p ?y }'],
    ['do not include longer names', 'SELECT ?xy { ?|x ?p ?xy }', 'SELECT ?xy { «?x» ?p ?xy }'],
    [
      'include UNION, OPTIONAL, MINUS and EXISTS',
      'SELECT ?|x { { ?x a 1 } UNION { ?x a 2 } OPTIONAL { ?x a 3 } MINUS { ?x a 4 } FILTER NOT EXISTS { ?x a 5 } }',
      'SELECT «?x» { { «?x» a 1 } UNION { «?x» a 2 } OPTIONAL { «?x» a 3 } MINUS { «?x» a 4 } FILTER NOT EXISTS { «?x» a 5 } }',
    ],
    [
      'include grouping and ordering',
      'SELECT ?|x { ?x ?p ?y } GROUP BY ?x HAVING (COUNT(?x) > 1) ORDER BY DESC(?x)',
      'SELECT «?x» { «?x» ?p ?y } GROUP BY «?x» HAVING (COUNT(«?x») > 1) ORDER BY DESC(«?x»)',
    ],
    [
      'are written by AS and VALUES',
      'SELECT (1 AS ?a) { BIND(2 AS ?|x) VALUES ?x { 1 } VALUES (?y ?x) { (1 2) } } VALUES ?x { 3 }',
      'SELECT (1 AS ?a) { BIND(2 AS ‹?x›) VALUES ‹?x› { 1 } VALUES (?y ‹?x›) { (1 2) } } VALUES ‹?x› { 3 }',
    ],
    [
      'leave out a sub-select that does not select it',
      'SELECT ?|x { ?x ?p ?y { SELECT ?y { ?x ?q ?y } } }',
      'SELECT «?x» { «?x» ?p ?y { SELECT ?y { ?x ?q ?y } } }',
    ],
    [
      'are limited to a sub-select that does not select it',
      'SELECT ?x { ?x ?p ?y { SELECT ?y { ?|x ?q ?y FILTER(?x > 1) } ORDER BY ?x } }',
      'SELECT ?x { ?x ?p ?y { SELECT ?y { «?x» ?q ?y FILTER(«?x» > 1) } ORDER BY «?x» } }',
    ],
    [
      'include a sub-select that selects it',
      'SELECT ?x { ?x ?p ?y { SELECT ?y { ?x ?q ?|y } } }',
      'SELECT ?x { ?x ?p «?y» { SELECT «?y» { ?x ?q «?y» } } }',
    ],
    [
      'include a sub-select that computes it',
      'SELECT ?|n { { SELECT (COUNT(?x) AS ?n) { ?x ?p ?q } } }',
      'SELECT «?n» { { SELECT (COUNT(?x) AS ‹?n›) { ?x ?p ?q } } }',
    ],
    [
      'include a sub-select with a star, but not an inner one that does not select it',
      'SELECT ?|x { { SELECT * { ?x ?p ?y { SELECT ?z { ?x ?q ?z } } } } }',
      'SELECT «?x» { { SELECT * { «?x» ?p ?y { SELECT ?z { ?x ?q ?z } } } } }',
    ],
    [
      'are separate in sub-selects, also in conditions',
      'SELECT ?z { FILTER EXISTS { SELECT ?z { ?|x ?p ?z } } { SELECT ?z { ?x ?q ?z } } }',
      'SELECT ?z { FILTER EXISTS { SELECT ?z { «?x» ?p ?z } } { SELECT ?z { ?x ?q ?z } } }',
    ],
    [
      'are limited to one query of a file',
      'SELECT ?|x { ?x ?p 1 }\n###\nSELECT ?x { ?x ?p 2 }',
      'SELECT «?x» { «?x» ?p 1 }\n###\nSELECT ?x { ?x ?p 2 }',
    ],
    [
      'are limited to one operation of an update',
      'DELETE { ?|x a 1 } WHERE { ?x a 2 } ; INSERT { ?x a 3 } WHERE { ?x a 4 }',
      'DELETE { «?x» a 1 } WHERE { «?x» a 2 } ; INSERT { ?x a 3 } WHERE { ?x a 4 }',
    ],
    [
      'are found in text that does not parse',
      'SELECT ?|x { ?x FILTER( ?x ] ?x BIND(?y AS ?x',
      'SELECT «?x» { «?x» FILTER( «?x» ] «?x» BIND(?y AS ‹?x›',
    ],
    ['are found from the end of the name', 'SELECT ?x| { ?x ?p ?y }', 'SELECT «?x» { «?x» ?p ?y }'],
    ['are not found in comments and strings', 'ASK { ?|x ?p "?x" } # ?x', 'ASK { «?x» ?p "?x" } # ?x'],
  ])('%s', (_, source, expected) => {
    expect(marked(source)).toBe(expected);
  });
});

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

describe('occurrences of other symbols', () => {
  it.each([
    ['a blank node by its label', 'ASK { _:a| ?p _:b . _:b ?q _:a }', 'ASK { «_:a» ?p _:b . _:b ?q «_:a» }'],
    [
      'a prefix with its declaration',
      'PREFIX ns: <a:>\nASK { n|s:x ns:y "ns:z"^^ns:t }',
      'PREFIX ‹ns:› <a:>\nASK { «ns:»x «ns:»y "ns:z"^^«ns:»t }',
    ],
    ['the empty prefix', 'PREFIX |: <a:> ASK { :x a :y }', 'PREFIX ‹:› <a:> ASK { «:»x a «:»y }'],
    [
      'the uses of a prefix without those in pragmas',
      'DEFINE sql:a 1\nASK { ?x |sql:b 1 }',
      'DEFINE sql:a 1\nASK { ?x «sql:»b 1 }',
    ],
    [
      'a relation in any notation, in all queries of the file',
      `${NS}ASK { ?x ns:film.|film.genre ?y }\n###\nASK { ?x ^<http://rdf.freebase.com/ns/film.film.genre> ?y }`,
      `${NS}ASK { ?x «ns:film.film.genre» ?y }\n###\nASK { ?x ^«<http://rdf.freebase.com/ns/film.film.genre>» ?y }`,
    ],
    [
      'the relation a, also as rdf:type',
      'ASK { ?x |a ?y ; rdf:type ?z }',
      'ASK { ?x «a» ?y ; «rdf:type» ?z }',
    ],
  ])('find %s', (_, source, expected) => {
    expect(marked(source)).toBe(expected);
  });

  it('are empty for keywords, literals, namespaces and white space', () => {
    expect(marked('SEL|ECT ?x { }')).toBeUndefined();
    expect(marked('ASK { ?x ?y "a|b" }')).toBeUndefined();
    expect(marked('PREFIX ns: <http://rdf.|freebase.com/ns/> ASK {}')).toBeUndefined();
    expect(marked('ASK {  |  }')).toBeUndefined();
    expect(marked('|')).toBeUndefined();
  });
});
