import { describe, expect, it } from 'vitest';
import { tell } from '../../server/src/core/check/tell';
import { briefly, check } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/> ';
const query = (body: string, select = '?x'): string => `${NS}SELECT ${select} { ${body} }`;

describe('a bracket', () => {
  it.each([
    ['a comma is missing', '?x ns:type.object.name ?n FILTER(regex(?n "a"))'],
    ['an operator is missing', '?x ns:people.person.date_of_birth ?d FILTER(YEAR(?d) 1961)'],
    ['there is an argument too many', '?x ns:type.object.name ?n FILTER(STRLEN(?n, 1) = 3)'],
  ])('is not said to be missing where %s', (_, body) => {
    const [finding] = check(query(body));
    expect(finding?.code).toBe('syntax');
    expect(finding && tell(finding)).not.toContain('never closed');
  });

  it('is said to be missing where it is', () => {
    const [finding] = check(query('?x ns:type.object.name ?n FILTER(regex(?n, "a")'));
    expect(finding?.message).toContain("A ')' is missing");
  });

  it('too many is what is said of one too many', () => {
    const [finding] = check(query('?x ns:type.object.name ?n FILTER(?n = "a"))'));
    expect(finding?.message).toBe("This ')' closes nothing");
  });
});

describe('what stands in the wrong place', () => {
  it('is told by its name: a clause among the patterns', () => {
    const [finding] = check(query('?x ns:type.object.name ?n . LIMIT 1'));
    expect(finding?.message).toBe("LIMIT belongs after the '}'");
  });

  it('is told by its name: the sign of another language', () => {
    const [finding] = check(query('?x ns:type.object.name ?n FILTER(?n <> ns:m.02mjmr)'));
    expect(finding?.message).toContain("did you mean '!='?");
  });

  it('is told by its name: a direction after what it orders', () => {
    const [finding] = check(`${query('?x ns:type.object.name ?n')} ORDER BY ?n DESC`);
    expect(finding?.message).toBe('The direction stands before what it orders: DESC(?n)');
    expect(finding?.fixes?.[0]?.edits[0]?.newText).toBe('DESC(?n)');
  });

  it('gets no keyword suggested that could not stand there either', () => {
    for (const { message } of check(`${NS}SELECT TOP 5 ?x { ?x ns:type.object.name ?n }`))
      expect(message).not.toMatch(/did you mean TO\b/);
  });
});

describe('a literal of the wrong kind', () => {
  const dated = (filter: string): readonly string[] =>
    briefly(
      query(`?h ns:people.person.date_of_birth ?y . ?h ns:people.person.place_of_birth ?x FILTER(${filter})`),
    );

  it('is an error where every solution has to pass it', () => {
    expect(dated('?y > 2009')).toEqual(["error float_suffix '2009'"]);
    expect(dated('?y > 2009 && ?x != ns:m.02mjmr')).toEqual(["error float_suffix '2009'"]);
  });

  it('is information where it is one of several alternatives', () => {
    expect(dated('?y = "2009"^^xsd:gYear || ?y = 2009')).toEqual(["information float_suffix '2009'"]);
    expect(dated('?y IN ("2009"^^xsd:gYear, 2009)')).toEqual(["information float_suffix '2009'"]);
    expect(dated('!(?y = 2009)')).toEqual(["information float_suffix '2009'"]);
  });
});

describe('one mistake', () => {
  it('with a mediator is told once: clash, not name', () => {
    const body =
      'ns:m.02mjmr ns:people.person.spouse_s ?m . ?m ns:people.person.gender ?x ; ns:type.object.name ?n';
    expect(briefly(query(body)).map((line) => line.split(' ')[1])).toEqual(['lf_semantic']);
  });

  it('with a mediator is told once: answer, not name', () => {
    const body = 'ns:m.02mjmr ns:people.person.spouse_s ?x . ?x ns:type.object.name ?n';
    expect(briefly(query(body, '?x ?n'))).toEqual(["warning intermediate '?x'"]);
  });
});

describe('a name that every node has', () => {
  it.each([
    ['people.person.name', 'type.object.name'],
    ['film.film.title', 'type.object.name'],
    ['people.person.alias', 'common.topic.alias'],
  ])('%s is known as %s', (written, meant) => {
    const [finding] = check(query(`?x ns:${written} ?n`));
    expect(finding?.message).toContain(`did you mean ${meant}?`);
  });
});

describe('a prefix that stops short of the namespace', () => {
  it('is told, because else nothing would be checked', () => {
    const text = 'PREFIX ns: <http://rdf.freebase.com/> SELECT ?x { ?x ns:people.person.parents ?y }';
    expect(briefly(text)).toEqual(["warning grounding 'PREFIX ns: <http://rdf.freebase.com/>'"]);
  });
});

describe('patterns hang together', () => {
  it('with a sub-select that gives one row', () => {
    const body =
      '?x ns:people.person.height_meters ?h { SELECT (AVG(?g) AS ?avg) { ?p ns:people.person.height_meters ?g } } FILTER(?h > 2)';
    expect(briefly(query(body))).toEqual([]);
  });

  it('through the members of a collection', () => {
    expect(briefly(`${NS}SELECT ?x { (1 2 ?x) ns:people.person.parents ?y }`)).toEqual([]);
  });
});
