import { describe, expect, it } from 'vitest';
import { placeInDocument, findQueryToRun, type Runnable } from '../../server/src/core/query/selection';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { range } from '../../server/src/core/language/text/range';

/** The selection, or the caret, is between ‹ and ›. */
function run(marked: string): Runnable | { readonly problem: string } {
  const text = marked.replace(/[‹›]/g, '');
  const start = marked.indexOf('‹');
  const selected = range(start, marked.indexOf('›') - 1);
  const found = findQueryToRun(parseDocument(text, 'virtuoso'), selected);
  if (!('problem' in found))
    expect(found.text.slice(found.added)).toContain(text.slice(found.where.start, found.where.end));
  return found;
}

const textOf = (marked: string): string => {
  const found = run(marked);
  return 'problem' in found ? found.problem : found.text;
};

const PREFIXES = 'PREFIX ns: <http://rdf.freebase.com/ns/>\nPREFIX ex: <http://example.org/>\n';

describe('the query to run', () => {
  it('is the query around the caret, with its comments', () => {
    expect(textOf('# one\nASK { ?a ?b‹› ?c }\n')).toBe('# one\nASK { ?a ?b ?c }');
  });

  it.each([
    ['in the first query', 'ASK { ‹›?a ?b 1 }\n###\nASK { ?a ?b 2 }', 'ASK { ?a ?b 1 }'],
    ['in the second', 'ASK { ?a ?b 1 }\n###\nASK { ?a ?b 2 ‹›}', 'ASK { ?a ?b 2 }'],
    ['on the line between them', 'ASK { ?a ?b 1 }\n##‹›# next\nASK { ?a ?b 2 }', 'ASK { ?a ?b 2 }'],
    ['after all of them', 'ASK { ?a ?b 1 }\n###\nASK { ?a ?b 2 }\n###\n\n‹›', 'ASK { ?a ?b 2 }'],
    ['before the first', '‹›###\nASK { ?a ?b 1 }\n###\nASK { ?a ?b 2 }', 'ASK { ?a ?b 1 }'],
  ])('is one of several when the caret is %s', (_, marked, expected) => {
    expect(textOf(marked)).toBe(expected);
  });

  it('is the selection, with the prefixes that it uses and does not declare', () => {
    expect(textOf(`${PREFIXES}SELECT ?x WHERE { { ‹SELECT ?x { ns:m.1 ns:a.b.c ?x }› } }`)).toBe(
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.1 ns:a.b.c ?x }',
    );
    const whole = 'PREFIX ns: <http://other.org/>\nASK { ns:a ns:b ns:c }';
    expect(textOf(`${PREFIXES}###\n‹${whole}›`)).toBe(whole);
  });

  it('has the BASE of the query around it', () => {
    expect(textOf('BASE <http://example.org/>\n‹ASK { <a> <b> <c> }›')).toBe(
      'BASE <http://example.org/>\nASK { <a> <b> <c> }',
    );
  });

  it('is a query of the patterns that are selected', () => {
    expect(textOf(`${PREFIXES}SELECT ?x WHERE {\n ‹?x ns:a.b.c ?y . # why\n› ?y ns:a.b.d 1 }`)).toBe(
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT * WHERE {\n?x ns:a.b.c ?y . # why\n}',
    );
    expect(textOf(`${PREFIXES}SELECT ?x WHERE { ?x a ex:c . ‹ns:m.1 ns:a.b.c ns:m.2› }`)).toBe(
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nASK {\nns:m.1 ns:a.b.c ns:m.2\n}',
    );
    expect(textOf('ASK { ?a ?b ?c . ‹{ SELECT ?d { ?d ?e 1 } }› }')).toBe(
      'SELECT * WHERE {\n{ SELECT ?d { ?d ?e 1 } }\n}',
    );
    expect(textOf('ASK { ?a ?b ?c ‹OPTIONAL { ?a ?d ?e }› }')).toBe(
      'SELECT * WHERE {\nOPTIONAL { ?a ?d ?e }\n}',
    );
  });

  it.each([
    ['a name', 'ASK { ?a ‹ex:b› ?c }'],
    ['white space', 'ASK { ?a ex:b‹ › ?c }'],
    ['half a triple', 'ASK { ‹?a ex:b› ?c }'],
    ['a filter', 'ASK { ?a ex:b ?c ‹FILTER (?c > 1)› }'],
    ['a filter with a pattern', 'ASK { ?a ex:b ?c ‹FILTER EXISTS { ?a ?b ?d }› }'],
    ['a comment', '‹# one›\nASK { ?a ex:b ?c }'],
  ])('is the query around %s that is marked', (_, marked) => {
    expect(textOf(marked)).toBe(marked.replace(/[‹›]/g, ''));
  });

  it('is the selection even if it does not parse', () => {
    expect(textOf('‹SELECT ?a WHERE { ?a ?b› ?c }')).toBe('SELECT ?a WHERE { ?a ?b');
  });

  it('is missing if several queries or none are selected', () => {
    expect(textOf('‹ASK { ?a ?b 1 }\n###\nASK { ?a ?b 2 }›')).toMatch(/^2 queries are selected/);
    expect(textOf('‹ASK { ?a ?b 1 }\n###\n›ASK { ?a ?b 2 }')).toBe('ASK { ?a ?b 1 }\n###');
    expect(textOf('# nothing yet‹›\n')).toMatch(/no query here/);
    expect(textOf('‹›')).toMatch(/no query here/);
  });
});

describe('a range of the text that was run', () => {
  it('is mapped to the document', () => {
    const marked = `${PREFIXES}SELECT ?x WHERE {\n  ‹?x ns:a.b.c ?y .› }`;
    const found = run(marked) as Runnable;
    const at = found.text.indexOf('?y');
    const place = placeInDocument(found, range(at, at + 2));
    expect(marked.replace(/[‹›]/g, '').slice(place.start, place.end)).toBe('?y');
  });

  it('is the start of the selection for added text', () => {
    const found = run(`${PREFIXES}SELECT ?x WHERE {\n  ‹?x ns:a.b.c ?y .› }`) as Runnable;
    expect(placeInDocument(found, range(0, 6))).toEqual(range(found.where.start, found.where.start));
    const end = range(found.text.length - 1, found.text.length);
    expect(placeInDocument(found, end)).toEqual(range(found.where.end, found.where.end));
  });
});
