import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../server/src/core/edit/definition';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

/** The symbol at the `|`, and its definition: a page, or a line and its text. */
function definition(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = definitionAt(parseQuery(text, 'virtuoso'), freebase(), offset);
  if (!found) return undefined;
  const { origin, target } = found;
  const asked = text.slice(origin.start, origin.end);
  if (target.kind === 'page') return `${asked} → page ${target.id}`;
  const line = text.slice(0, target.range.start).split('\n').length;
  return `${asked} → line ${line} ${text.slice(target.range.start, target.range.end)}`;
}

const query = (body: string): string => `${PROLOGUE}SELECT ?film WHERE {\n${body}\n}`;

describe('The definition', () => {
  it.each([
    '?film ns:film.film.|directed_by ?d .',
    '?film |ns:film.film.directed_by ?d .',
    '?film ns:film.film.directed_by| ?d .',
  ])('of a relation is its page: %s', (body) => {
    expect(definition(query(body))).toBe('ns:film.film.directed_by → page film.film.directed_by');
  });

  it('of a class is its page', () => {
    expect(definition(query('?film a ns:film.f|ilm .'))).toBe('ns:film.film → page film.film');
  });

  it('of a relation inside a path is its page', () => {
    expect(definition(query('?film ns:film.film.starring/^ns:film.ac|tor.film ?x .'))).toBe(
      'ns:film.actor.film → page film.actor.film',
    );
  });

  it('of a name in angle brackets is its page', () => {
    expect(definition(query('?film <http://rdf.freebase.com/ns/film.film.gen|re> ?g .'))).toBe(
      '<http://rdf.freebase.com/ns/film.film.genre> → page film.film.genre',
    );
  });

  it('of a prefix is its declaration', () => {
    expect(definition(query('?film n|s:film.film.genre ?g .'))).toBe(
      'ns: → line 1 PREFIX ns: <http://rdf.freebase.com/ns/>',
    );
    expect(definition(query('n|s:m.02mjmr ns:film.film.genre ?g .'))).toMatch(/^ns: → line 1 /);
  });

  it('of a variable is its first use in a pattern', () => {
    const text = `${PROLOGUE}SELECT ?f|ilm WHERE {\n  ?film a ns:film.film .\n  FILTER (?film != ns:m.0) }`;
    expect(definition(text)).toBe('?film → line 3 ?film');
    expect(definition(text.replace('|', '').replace('(?film', '(?fi|lm'))).toBe('?film → line 3 ?film');
  });

  it('of a variable that a sub-select does not select is inside the sub-select', () => {
    const text = `SELECT ?x WHERE {\n?x ?y ?z .\n{ SELECT ?x WHERE {\n?x ?p ?z .\nFILTER (?|z > 1) } } }`;
    expect(definition(text)).toBe('?z → line 4 ?z');
  });

  it('of a computed variable is its assignment', () => {
    expect(definition('SELECT (COUNT(?x) AS ?n) WHERE { ?x ?p ?o } ORDER BY ?|n')).toBe('?n → line 1 ?n');
  });

  it('does not exist for entities, literals, undeclared prefixes, unbound variables and unknown names', () => {
    expect(definition(query('ns:m.02|mjmr ns:film.film.genre ?g .'))).toBeUndefined();
    expect(definition(query('?film ns:type.object.name "x|y" .'))).toBeUndefined();
    expect(definition(query('?film fo|o:bar ?g .'))).toBeUndefined();
    expect(definition(query('?film ns:film.film.ca|st ?g .'))).toBeUndefined();
    expect(definition(`${PROLOGUE}SELECT ?no|where WHERE { ?x a ns:film.film }`)).toBeUndefined();
  });

  it.each(['|', '#|', 'SELECT ?|', 'SELECT * { ?x ns:|', 'PREFIX n|s:', '}|{'])(
    'does not fail in %s',
    (text) => {
      expect(() => definition(text)).not.toThrow();
    },
  );
});
