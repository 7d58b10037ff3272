import { describe, expect, it } from 'vitest';
import { summarizeFinding } from '../../server/src/core/check/finding-text';
import { findingLines, check } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/> ';
const query = (body: string, select = '?x'): string => `${NS}SELECT ${select} { ${body} }`;

describe('a syntax message', () => {
  it.each([
    ['a comma is missing', '?x ns:type.object.name ?n FILTER(regex(?n "a"))'],
    ['an operator is missing', '?x ns:people.person.date_of_birth ?d FILTER(YEAR(?d) 1961)'],
    ['there is an argument too many', '?x ns:type.object.name ?n FILTER(STRLEN(?n, 1) = 3)'],
  ])('reports no missing bracket if %s', (_, body) => {
    const [finding] = check(query(body));
    expect(finding?.code).toBe('syntax');
    expect(finding && summarizeFinding(finding)).not.toContain('Missing');
  });

  it('reports a missing bracket', () => {
    const [finding] = check(query('?x ns:type.object.name ?n FILTER(regex(?n, "a")'));
    expect(finding?.message).toBe("Missing ')'");
  });

  it('reports an unmatched bracket', () => {
    const [finding] = check(query('?x ns:type.object.name ?n FILTER(?n = "a"))'));
    expect(finding?.message).toBe("Unmatched ')'");
  });

  it('reports a clause among the patterns', () => {
    const [finding] = check(query('?x ns:type.object.name ?n . LIMIT 1'));
    expect(finding?.message).toBe("LIMIT must follow the closing '}'");
  });

  it('reports an operator of another language', () => {
    const [finding] = check(query('?x ns:type.object.name ?n FILTER(?n <> ns:m.02mjmr)'));
    expect(finding?.advice).toBe("Use '!='.");
  });

  it('reports a direction after the expression', () => {
    const [finding] = check(`${query('?x ns:type.object.name ?n')} ORDER BY ?n DESC`);
    expect(finding?.message).toBe('DESC must precede the expression');
    expect(finding?.fixes?.[0]?.edits[0]?.newText).toBe('DESC(?n)');
  });

  it('suggests no keyword that the grammar does not accept there', () => {
    for (const { advice } of check(`${NS}SELECT TOP 5 ?x { ?x ns:type.object.name ?n }`))
      expect(advice).not.toMatch(/Did you mean TO\b/);
  });
});

describe('a literal of the wrong kind', () => {
  const dated = (filter: string): readonly string[] =>
    findingLines(
      query(`?h ns:people.person.date_of_birth ?y . ?h ns:people.person.place_of_birth ?x FILTER(${filter})`),
    );

  it('is an error if every solution must satisfy it', () => {
    expect(dated('?y > 2009')).toEqual(["error float_suffix '2009'"]);
    expect(dated('?y > 2009 && ?x != ns:m.02mjmr')).toEqual(["error float_suffix '2009'"]);
  });

  it('is information if it is one of several alternatives', () => {
    expect(dated('?y = "2009"^^xsd:gYear || ?y = 2009')).toEqual(["information float_suffix '2009'"]);
    expect(dated('?y IN ("2009"^^xsd:gYear, 2009)')).toEqual(["information float_suffix '2009'"]);
    expect(dated('!(?y = 2009)')).toEqual(["information float_suffix '2009'"]);
  });
});

describe('one mistake', () => {
  it('with a mediator is reported once: clash, not name', () => {
    const body =
      'ns:m.02mjmr ns:people.person.spouse_s ?m . ?m ns:people.person.gender ?x ; ns:type.object.name ?n';
    expect(findingLines(query(body)).map((line) => line.split(' ')[1])).toEqual(['lf_semantic']);
  });

  it('with a mediator is reported once: answer, not name', () => {
    const body = 'ns:m.02mjmr ns:people.person.spouse_s ?x . ?x ns:type.object.name ?n';
    expect(findingLines(query(body, '?x ?n'))).toEqual(["warning intermediate '?x'"]);
  });
});

describe('a name that every node has', () => {
  it.each([
    ['people.person.name', 'type.object.name'],
    ['film.film.title', 'type.object.name'],
    ['people.person.alias', 'common.topic.alias'],
  ])('%s gets the suggestion %s', (written, meant) => {
    const [finding] = check(query(`?x ns:${written} ?n`));
    expect(finding?.advice).toBe(`Did you mean ${meant}?`);
  });
});

describe('a prefix that stops short of the namespace', () => {
  it('is reported, because otherwise nothing would be checked', () => {
    const text = 'PREFIX ns: <http://rdf.freebase.com/> SELECT ?x { ?x ns:people.person.parents ?y }';
    expect(findingLines(text)).toEqual(["warning grounding 'PREFIX ns: <http://rdf.freebase.com/>'"]);
  });
});

describe('patterns are connected', () => {
  it('with a sub-select that gives one row', () => {
    const body =
      '?x ns:people.person.height_meters ?h { SELECT (AVG(?g) AS ?avg) { ?p ns:people.person.height_meters ?g } } FILTER(?h > 2)';
    expect(findingLines(query(body))).toEqual([]);
  });

  it('through the members of a collection', () => {
    expect(findingLines(`${NS}SELECT ?x { (1 2 ?x) ns:people.person.parents ?y }`)).toEqual([]);
  });
});
