import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../server/src/core/edit/hover';
import type { EntityDetails } from '../../server/src/core/edit/hover/entity';
import { termsOf } from '../../server/src/core/language/sparql/query-terms';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

/** The hover at the `|` of a query. */
function hover(
  marked: string,
  schema: KbSchema | undefined = freebase(),
  info?: EntityDetails,
): { readonly about: string; readonly markdown: string } | undefined {
  const text = PROLOGUE + marked.replace('|', '');
  const offset = PROLOGUE.length + marked.indexOf('|');
  const found = hoverAt(parseQuery(text, 'virtuoso'), schema, offset, info);
  return found && { about: text.slice(found.range.start, found.range.end), markdown: found.markdown };
}

describe('hover', () => {
  it('on a relation shows label, domain, range and reverse', () => {
    const found = hover('SELECT ?x { ns:m.02mjmr ns:people.person.place|_of_birth ?x }');
    expect(found?.about).toBe('ns:people.person.place_of_birth');
    expect(found?.markdown).toContain('**place of birth**');
    expect(found?.markdown).toContain('person (`people.person`) → location (`location.location`)');
    expect(found?.markdown).toContain('Reverse: `location.location.people_born_here`');
  });

  it('on a relation to a mediator shows the relations beyond it', () => {
    const found = hover('SELECT ?x { ?x ns:film.film.star|ring ?p }');
    expect(found?.markdown).toContain('`film.performance.actor` → actor (`film.actor`)');
    // The relation back to the film is left out.
    expect(found?.markdown).not.toContain('- `film.performance.film`');
  });

  it('on a relation to a literal shows its kind', () => {
    expect(hover('SELECT ?x { ?x ns:people.person.date_of_birth| ?d }')?.markdown).toContain(
      'literals: datetime',
    );
  });

  it('on a class shows what it includes and its relations', () => {
    const found = hover('SELECT ?x { ?x a ns:film.act|or }');
    expect(found?.markdown).toContain('class `film.actor`');
    expect(found?.markdown).toContain('`people.person`');
    expect(found?.markdown).toContain('`film.actor.film`');
  });

  it('on a class lists included types of the commons first', () => {
    expect(hover('ASK { ?x a ns:film.act|or }')?.markdown).toMatch(
      /^Includes `common\.topic`, `people\.person`(?:, `base\.type_ontology\.\w+`)+\.$/m,
    );
  });

  it('on a variable shows its types and the relations they come from', () => {
    const found = hover('SELECT ?x { ?x ns:film.film.directed_by ?d . ?|d ns:people.person.parents ?y }');
    expect(found?.markdown).toContain('director (`film.director`), as object of `film.film.directed_by`');
    expect(found?.markdown).toContain('person (`people.person`), as subject of `people.person.parents`');
  });

  it('on a selected variable shows the types from the patterns', () => {
    expect(hover('SELECT ?|x { ?x a ns:film.film }')?.markdown).toContain('film (`film.film`), by its class');
  });

  it('distinguishes a variable of a sub-select from one with the same name outside', () => {
    const found = hover('SELECT ?x { ?x a ns:film.film { SELECT ?y { ?y ns:people.person.parents ?|x } } }');
    expect(found?.markdown).toContain('`people.person`');
    expect(found?.markdown).not.toContain('`film.film`');
  });

  it('on a variable shows its number of uses and whether it is selected', () => {
    const query = 'SELECT ?x { ?x ns:film.film.directed_by ?d FILTER(?d != ?x) }';
    expect(hover(query.replace('{ ?x', '{ |?x'))?.markdown).toContain('Selected, 3 uses.');
    expect(hover(query.replace('?d ', '?d| '))?.markdown).toContain('\n\n2 uses.');
    expect(hover('SELECT ?x { ?x ?p ?|once }')?.markdown).toContain('\n\n1 use.');
  });

  it('on a variable in a condition shows its types from the patterns', () => {
    const found = hover('SELECT ?x { ?x ns:people.person.height_meters ?h FILTER(?|h > 2.0) }');
    expect(found?.markdown).toContain('as object of `people.person.height_meters`');
  });

  it('on a variable in a sub-select ignores the variable with the same name outside', () => {
    const found = hover('SELECT ?x { ?x a ns:film.film { SELECT ?y { ?y ?p 1 FILTER(?|x > 1) } } }');
    expect(found?.markdown).toContain('The query does not determine its type.');
  });

  it('on a relation in a path, also after ^, shows its domain and range', () => {
    expect(hover('ASK { ?x ns:film.film.starring/ns:film.perform|ance.actor ?y }')?.markdown).toContain(
      'relation `film.performance.actor`',
    );
    const reversed = hover('ASK { ?x ^ns:people.person.place_of|_birth ?y }');
    expect(reversed?.about).toBe('ns:people.person.place_of_birth');
    expect(reversed?.markdown).toContain(
      'Inverse path here (`^`): location (`location.location`) → person (`people.person`)',
    );
    expect(hover('ASK { ?x ns:people.person.place_of|_birth ?y }')?.markdown).not.toContain('Turned');
  });

  it('on a relation in text that does not parse shows its label', () => {
    expect(hover('SELECT ?x { ?x ] ) ns:film.film.gen|re')?.markdown).toContain('relation `film.film.genre`');
  });

  it('on an entity shows its id, and its name if known', () => {
    const kb = { name: 'Sample', complete: false };
    const entity = {
      exists: true,
      name: 'Steven *S*',
      types: ['common.topic', 'film.director'],
      mediator: false,
    };
    const told = { kb, entity, description: 'Directs <films>.' };
    expect(hover('ASK { ns:m.06p|j8 ?p ?o }', freebase(), told)?.markdown).toBe(
      '**Steven \\*S\\*** — entity `m.06pj8`\n\nDirects \\<films\\>\\.\n\nTypes: `film.director`.\n\n[Look it up on Wikidata](https://www.wikidata.org/w/index.php?search=haswbstatement%3AP646%3D%2Fm%2F06pj8)',
    );
    expect(hover('ASK { ns:m.02m|jmr ?p ?o }')?.markdown).toContain('Connect a KB to see');
    const missing = { exists: false, types: [], mediator: false };
    const seen = (answer: EntityDetails): string | undefined =>
      hover('ASK { ns:m.02m|jmr ?p ?o }', freebase(), answer)?.markdown;
    expect(seen({ kb, entity: missing })).toContain('is incomplete and does not contain it');
    expect(seen({ kb: { ...kb, complete: true }, entity: missing })).toContain('does not contain it');
    expect(seen({ kb, entity: undefined })).toContain('The KB Sample has not answered.');
  });

  it('on a function shows its parameters, its result and an example', () => {
    const found = hover('SELECT ?x { ?x ?p ?n FILTER(sub|str(?n, 1, 2) = "a") }');
    expect(found?.about).toBe('substr');
    expect(found?.markdown).toMatch(/^`SUBSTR\(string, start, length\?\)` → a string\n\n/);
    expect(found?.markdown).toContain('- `start`: The first character is 1, not 0.');
    expect(found?.markdown).toContain('```sparql\nSELECT');
  });

  it('on an aggregate or cast shows its signature', () => {
    expect(hover('SELECT (COU|NT(*) AS ?n) {}')?.markdown).toContain('`COUNT(values)` → an integer');
    expect(hover('ASK { ?x ?p ?y FILTER(xsd:|float(?y) > 1) }')?.markdown).toContain('`xsd:float(value)`');
    expect(hover('ASK { ?x ?p ?y FILTER(xsd:|datetime(?y) > ?x) }')?.markdown).toContain(
      '`xsd:dateTime(value)`',
    );
  });

  it('on a keyword shows its description', () => {
    expect(hover('SELECT ?x { OPT|IONAL { ?x ?p ?y } }')?.markdown).toMatch(/^\*\*OPTIONAL\*\* — keyword/);
    expect(hover('ASK { ?x |a ?y }')?.markdown).toContain('`rdf:type`');
    expect(hover('INSERT |DATA { ns:m.0x ns:p 1 }')?.markdown).toContain('INSERT DATA');
  });

  it.each(['FILTER NOT EX|ISTS { ?x ?p ?y }', 'FILTER N|OT EXISTS { ?x ?p ?y }', 'FILTER (not exi|sts {})'])(
    'on either word of %s describes both',
    (filter) => {
      const found = hover(`ASK { ${filter} }`);
      expect(found?.about.toUpperCase()).toBe('NOT EXISTS');
      expect(found?.markdown).toMatch(/^\*\*NOT EXISTS\*\* — keyword\n\n.*has no match/);
    },
  );

  it('on EXISTS and IN without NOT describes only these', () => {
    expect(hover('ASK { FILTER EX|ISTS { ?x ?p ?y } }')?.markdown).toMatch(/^\*\*EXISTS\*\*/);
    expect(hover('ASK { FILTER (?x I|N (1)) }')?.markdown).toMatch(/^\*\*IN\*\*/);
    expect(hover('ASK { FILTER (?x NOT I|N (1)) }')?.markdown).toMatch(/^\*\*NOT IN\*\*/);
  });

  it('on an unknown relation reports that, with similar names', () => {
    const found = hover('ASK { ?x ns:film.film.direct|edby ?y }');
    expect(found?.about).toBe('ns:film.film.directedby');
    expect(found?.markdown).toContain('The schema of Freebase has no relation with this name.');
    expect(found?.markdown).toMatch(/^Similar: `film\.film\.directed_by`.*\.$/m);
  });

  it('on an unknown class reports that, with similar names', () => {
    const found = hover('ASK { ?x a ns:film.act|r }');
    expect(found?.markdown).toContain('has no class with this name');
    expect(found?.markdown).toMatch(/^Similar: .*`film\.actor`/m);
  });

  it('on an unknown name of a domain that the schema lacks says that it cannot be checked', () => {
    const found = hover('ASK { ?x ns:user.nobody.some.th|ing ?y }');
    expect(found?.markdown).toContain('does not cover `user.nobody`');
    expect(found?.markdown).not.toContain('Similar');
  });

  it('on an unknown name in text that does not parse shows similar names', () => {
    expect(hover('SELECT ?x { ] ) ns:film.film.gen|er')?.markdown).toContain('`film.film.genre`');
  });

  it.each([
    ['"1961"^^xsd:g|Year', '**literal** `xsd:gYear`: a year'],
    ['"19|61"^^xsd:gYear', '**literal** `xsd:gYear`: a year'],
    ['4|2', '**literal** `xsd:integer`: a whole number'],
    ['"Par|is"@en', '**string** — literal in the language `en`'],
    ['tr|ue', '**literal** `xsd:boolean`: true or false'],
    ['"x"^^<http://example.org/t|>', '**literal** of the datatype `http://example.org/t`'],
  ])('on the literal %s shows its kind', (literal, expected) => {
    expect(hover(`ASK { ?x ?p ${literal} }`)?.markdown).toBe(expected);
  });

  it('on a prefix shows its namespace, whether it is the KB’s, and its uses', () => {
    const text = `${PROLOGUE}ASK { ns:m.06pj8 ns:film.director.film ?x }`;
    const found = hoverAt(parseQuery(text, 'virtuoso'), freebase(), text.indexOf('ns:'));
    expect(found?.markdown).toContain('**ns:** — prefix of `http://rdf.freebase.com/ns/`');
    expect(found?.markdown).toContain('The namespace of Freebase');
    expect(found?.markdown).toContain('2 uses.');
    const onIri = hoverAt(parseQuery(text, 'virtuoso'), freebase(), text.indexOf('freebase'));
    expect(onIri?.markdown).toBe(found?.markdown);
    expect(hover('ASK { ?x ?p xsd|: }')?.markdown).toContain('Predefined by Virtuoso.');
    expect(hover('PREFIX ex|: <http://example.org/> ASK { ?x ?p ex:a }')?.markdown).not.toContain(
      'The namespace of',
    );
  });

  it('without a schema still describes keywords, functions and literals', () => {
    const bare = (marked: string): string | undefined => {
      const query = parseQuery(marked.replace('|', ''), 'virtuoso');
      return hoverAt(query, undefined, marked.indexOf('|'))?.markdown;
    };
    expect(bare('SEL|ECT ?x {}')).toContain('keyword');
    expect(bare('SELECT ?|x {}')).toContain('1 use');
    expect(bare('SELECT ?x { ?x ns:|y 1}')).toBeUndefined();
  });

  it('is empty on other vocabularies, white space, comments and punctuation', () => {
    expect(hover('SELECT ?x { ?x <http://example.org/p|> "a" }')).toBeUndefined();
    expect(hover('SELECT ?x {  |  ?x ns:type.object.name ?y }')).toBeUndefined();
    expect(hover('SELECT ?x { } # SEL|ECT')).toBeUndefined();
    expect(hover('SELECT ?x { |} ')).toBeUndefined();
    expect(hover('|')).toBeUndefined();
  });
});

describe('the terms of a query', () => {
  it('are found in every part of a query', () => {
    const text = `${PROLOGUE}SELECT ?a (COUNT(?b) AS ?c) {
      VALUES (?a ?v) { (ns:m.01 2) } ?a ns:p1/^ns:p2|!ns:p3 ?b OPTIONAL { GRAPH ?g { ?a ?p 3 } }
      FILTER(EXISTS { ?e ns:p4 ?a } && ?b > 5) BIND(?b + 1 AS ?d) { SELECT ?s { ?s a ns:k } }
    } GROUP BY ?a HAVING (COUNT(?h) > 1) ORDER BY ?o`;
    const found = [...termsOf(parseQuery(text, 'virtuoso'))].map(({ range }) =>
      text.slice(range.start, range.end),
    );
    for (const written of [
      '?a',
      '?b',
      '?c',
      '?v',
      'ns:m.01',
      '2',
      'ns:p1',
      'ns:p2',
      'ns:p3',
      '?g',
      '?p',
      '3',
      '?e',
      'ns:p4',
      '5',
      '1',
      '?d',
      '?s',
      'a',
      'ns:k',
      '?h',
      '?o',
    ]) {
      expect(found, written).toContain(written);
    }
  });
});
