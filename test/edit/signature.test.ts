import { describe, expect, it } from 'vitest';
import { signatureAt } from '../../server/src/core/edit/signature';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { signatureOf } from '../../server/src/core/language/sparql/vocabulary';

/** The signature at the `|`, its active parameter in «…». */
function help(marked: string): string | undefined {
  const found = signatureAt(parseQuery(marked.replace('|', ''), 'virtuoso'), marked.indexOf('|'));
  if (!found) return undefined;
  const { label, parameters } = signatureOf(found.word);
  const [start, end] = parameters[found.active] ?? [0, 0];
  return start === end ? label : `${label.slice(0, start)}«${label.slice(start, end)}»${label.slice(end)}`;
}

describe('signature help', () => {
  it.each([
    ['at the first parameter', 'ASK { FILTER(REGEX(?x|, "a")) }', 'REGEX(«string», pattern, flags?)'],
    ['right after the bracket', 'ASK { FILTER(REGEX(|?x)) }', 'REGEX(«string», pattern, flags?)'],
    ['at the second', 'ASK { FILTER(REGEX(?x, |"a")) }', 'REGEX(string, «pattern», flags?)'],
    ['at the last', 'ASK { FILTER(REGEX(?x, "a", "|i")) }', 'REGEX(string, pattern, «flags?»)'],
    ['in empty brackets', 'ASK { FILTER(STRLEN(|)) }', 'STRLEN(«string»)'],
    ['in half-typed text', 'SELECT ?x { ?x ?p ?n FILTER(substr(?n, ', 'SUBSTR(string, «start», length?)'],
    ['in the inner call', 'ASK { FILTER(CONTAINS(LCASE(?|x), "a")) }', 'LCASE(«string»)'],
    ['after the inner call', 'ASK { FILTER(CONTAINS(LCASE(?x), "|a")) }', 'CONTAINS(string, «part»)'],
    ['within brackets of an argument', 'ASK { FILTER(ABS((?x + 1|)) > 2) }', 'ABS(«number»)'],
    ['of a repeatable parameter', 'ASK { BIND(CONCAT(?a, ?b, ?c, |) AS ?d) }', 'CONCAT(string, «next?, …»)'],
    ['at the separator', 'SELECT (GROUP_CONCAT(?x; |) AS ?y) {}', 'GROUP_CONCAT(strings; «SEPARATOR="…"?»)'],
    ['of a cast', 'ASK { FILTER(xsd:float(|?x) > 1) }', 'xsd:float(«value»)'],
    [
      'of a cast by its IRI',
      'ASK { FILTER(<http://www.w3.org/2001/XMLSchema#integer>(?x|) > 1) }',
      'xsd:integer(«value»)',
    ],
    ['of Virtuoso’s spelling', 'ASK { FILTER(xsd:datetime(|?x) > 1) }', 'xsd:dateTime(«value»)'],
    ['of a function without parameters', 'ASK { FILTER(?x > NOW(|)) }', 'NOW()'],
    ['with one argument too many', 'ASK { FILTER(STRLEN(?x, |)) }', 'STRLEN(«string»)'],
    ['ignoring commas in strings', 'ASK { FILTER(REGEX(",,|", "a")) }', 'REGEX(«string», pattern, flags?)'],
  ])('shows the call %s', (_, marked, expected) => {
    expect(help(marked.includes('|') ? marked : `${marked}|`)).toBe(expected);
  });

  it.each([
    ['before the bracket', 'ASK { FILTER(STRLEN|(?x) > 1) }'],
    ['after the call', 'ASK { FILTER(STRLEN(?x)| > 1) }'],
    ['in a pattern', 'ASK { ?x |?p ?y }'],
    ['in brackets that are not a call', 'ASK { FILTER(?x| > 1) }'],
    ['after a call that was never closed', 'ASK { BIND(STRLEN(?x AS ?y . ?z |'],
    ['in the next clause', 'ASK { BIND(STRLEN(?x OPTIONAL { ?y |'],
    ['in a comment', 'ASK { FILTER(STRLEN( # |'],
    ['in a list', 'ASK { FILTER(?x IN (1, |2)) }'],
    ['in an unknown function', 'ASK { FILTER(<http://example.org/f>(|?x)) }'],
    ['in an empty text', '|'],
  ])('shows nothing %s', (_, marked) => {
    expect(help(marked)).toBeUndefined();
  });
});
