import { describe, expect, it } from 'vitest';
import { outlineOf, type OutlineItem } from '../../server/src/core/edit/outline';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { covers } from '../../server/src/core/language/text/range';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { damageAll } from '../support/damaged-texts';

const outline = (text: string): readonly OutlineItem[] => outlineOf(parseDocument(text, 'virtuoso'));

/** One line for each item, with indented children. */
function drawn(items: readonly OutlineItem[], indent = ''): string {
  return items
    .map(
      ({ name, detail, children }) =>
        `${indent}${name}${detail && ` (${detail})`}\n${drawn(children, `${indent}  `)}`,
    )
    .join('');
}

function expectSound(items: readonly OutlineItem[], text: string): void {
  for (const { name, range, selection, children } of items) {
    expect(name).not.toBe('');
    if (
      !covers(range, selection) ||
      range.start < 0 ||
      range.end > text.length ||
      selection.start > selection.end
    )
      expect.fail(`${name} ${JSON.stringify([range, selection])} in ${JSON.stringify(text)}`);
    expectSound(children, text);
  }
}

describe('the outline', () => {
  it('names queries by their question, or by their SELECT clause', () => {
    const text = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }
###
SELECT (COUNT(?x) AS ?n) ?y { ?x a ?y } GROUP BY ?y ORDER BY DESC(?n) LIMIT 3 OFFSET 1
###
INSERT DATA { <a> <b> 1 }`;
    expect(drawn(outline(text))).toBe(`Where was Barack Obama born? (SELECT ?place)
  Prefixes
    ns: (http://rdf.freebase.com/ns/)
  m.02mjmr → place of birth → ?place (people.person.place_of_birth)
SELECT ?n ?y
  ?x → a → ?y (a)
  GROUP BY ?y
  ORDER BY DESC(?n)
  LIMIT 3
  OFFSET 1
INSERT DATA
  INSERT DATA
    <a> → b → 1 (<b>)
`);
  });

  it('shows the parts of a pattern in the order of the text', () => {
    const text = `SELECT * {
      VALUES (?a ?b) { (1 2) (3 4) }
      ?a ex:p ?c ; ex:q/^ex:r_s|ex:t* [ ex:u "x"@en ] .
      OPTIONAL { ?c ?d ?e }
      { ?a a 1 } UNION { ?a a 2 }
      FILTER (?a != ?b && NOT EXISTS { ?b a 3 })
      BIND (?a + 1 AS ?f)
      GRAPH ?g { ?a a 4 } SERVICE ex:s { } MINUS { }
      { SELECT ?h { ?h a 5 } LIMIT 1 }
    }`;
    expect(drawn(outline(text))).toBe(`SELECT *
  VALUES ?a ?b (2 rows)
  ?a → p → ?c (p)
  ?a → q / ^r(s) | t* → […] (ex:q/^ex:r_s|ex:t*)
  […] → u → "x"@en (u)
  OPTIONAL
    ?c → ?d → ?e (?d)
  UNION, branch 1
    ?a → a → 1 (a)
  UNION, branch 2
    ?a → a → 2 (a)
  FILTER ?a != ?b && NOT EXISTS { ?b a 3 }
    NOT EXISTS
      ?b → a → 3 (a)
  BIND ?f (?a + 1)
  GRAPH ?g
    ?a → a → 4 (a)
  SERVICE s
  MINUS
  SELECT ?h (sub-select)
    ?h → a → 5 (a)
    LIMIT 1
`);
  });

  it('shows the parts of an incomplete query, and nothing for an empty text', () => {
    expect(drawn(outline('SELECT ?x { ?x ex:p ?y . OPTIONAL { ?y'))).toBe(
      'SELECT ?x\n  ?x → p → ?y (p)\n  OPTIONAL\n',
    );
    expect(drawn(outline('CONSTRUCT { ?a ?b ?c } WHERE {'))).toContain('CONSTRUCT\n  CONSTRUCT\n');
    expect(outline('')).toEqual([]);
    expect(outline('# question: Which?\n')).toEqual([]);
  });

  it('has selections inside ranges for any text', () => {
    for (const text of [
      ...VALID_QUERIES,
      ...INVALID_QUERIES,
      ...damageAll([...VALID_QUERIES, ...INVALID_QUERIES], 2, new SeededRandom(3)),
    ])
      expectSound(outline(text), text);
    for (const text of VALID_QUERIES)
      for (let end = 0; end < text.length; end += 3) expectSound(outline(text.slice(0, end)), text);
  });

  it('of a huge file is limited', () => {
    const count = (items: readonly OutlineItem[]): number =>
      items.reduce((sum, { children }) => sum + 1 + count(children), 0);
    expect(count(outline(`SELECT * {${'?a ?b ?c .\n'.repeat(20_000)}}`))).toBeLessThan(6000);
    expect(count(outline(`SELECT * ${'{'.repeat(1000)}`))).toBeLessThan(100);
  });
});
