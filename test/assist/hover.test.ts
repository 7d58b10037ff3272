import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../server/src/core/assist/hover';
import { termsOf } from '../../server/src/core/assist/terms-of';
import { parseQuery } from '../../server/src/core/sparql/parse';
import { freebase } from '../support/check';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

/** The hover at the `|` of a query. */
function hover(marked: string): { readonly about: string; readonly markdown: string } | undefined {
  const text = PROLOGUE + marked.replace('|', '');
  const found = hoverAt(parseQuery(text, 'virtuoso'), freebase(), PROLOGUE.length + marked.indexOf('|'));
  return found && { about: text.slice(found.range.start, found.range.end), markdown: found.markdown };
}

describe('hovering', () => {
  it('over a relation tells label, domain, range and reverse', () => {
    const found = hover('SELECT ?x { ns:m.02mjmr ns:people.person.place|_of_birth ?x }');
    expect(found?.about).toBe('ns:people.person.place_of_birth');
    expect(found?.markdown).toContain('**place of birth**');
    expect(found?.markdown).toContain('person (`people.person`) → location (`location.location`)');
    expect(found?.markdown).toContain('Reverse: `location.location.people_born_here`');
  });

  it('over a relation to a mediator tells what lies beyond it', () => {
    const found = hover('SELECT ?x { ?x ns:film.film.star|ring ?p }');
    expect(found?.markdown).toContain('`film.performance.actor` → actor (`film.actor`)');
    // Back to the film is no news.
    expect(found?.markdown).not.toContain('- `film.performance.film`');
  });

  it('over a relation to a literal tells its kind', () => {
    expect(hover('SELECT ?x { ?x ns:people.person.date_of_birth| ?d }')?.markdown).toContain(
      'literals: datetime',
    );
  });

  it('over a class tells what it includes and its relations', () => {
    const found = hover('SELECT ?x { ?x a ns:film.act|or }');
    expect(found?.markdown).toContain('class `film.actor`');
    expect(found?.markdown).toContain('`people.person`');
    expect(found?.markdown).toContain('`film.actor.film`');
  });

  it('over a variable tells its types and which relations gave them', () => {
    const found = hover('SELECT ?x { ?x ns:film.film.directed_by ?d . ?|d ns:people.person.parents ?y }');
    expect(found?.markdown).toContain('director (`film.director`), as object of `film.film.directed_by`');
    expect(found?.markdown).toContain('person (`people.person`), as subject of `people.person.parents`');
  });

  it('over a selected variable tells the same', () => {
    expect(hover('SELECT ?|x { ?x a ns:film.film }')?.markdown).toContain(
      'film (`film.film`), as its class says',
    );
  });

  it('keeps the variable of a sub-select apart from its namesake', () => {
    const found = hover('SELECT ?x { ?x a ns:film.film { SELECT ?y { ?y ns:people.person.parents ?|x } } }');
    expect(found?.markdown).toContain('`people.person`');
    expect(found?.markdown).not.toContain('`film.film`');
  });

  it('says nothing of other vocabularies, literals and blank space', () => {
    expect(hover('SELECT ?x { ?x <http://example.org/p|> "a" }')).toBeUndefined();
    expect(hover('SELECT ?x { ?x ns:type.object.name "a|b"@en }')).toBeUndefined();
    expect(hover('SELECT ?x {  |  ?x ns:type.object.name ?y }')).toBeUndefined();
  });
});

describe('the terms of a query', () => {
  it('are all of them, wherever they stand', () => {
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
