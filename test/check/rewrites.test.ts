import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { rewritesAt } from '../../server/src/core/check/rewrites';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

/** The rewrites at the last LIMIT, and their results. */
function offered(text: string): readonly { readonly title: string; readonly after: string }[] {
  const caret = text.lastIndexOf('LIMIT');
  const query = parseQuery(text, 'virtuoso');
  return rewritesAt(query, { start: caret, end: caret }).map(({ title, edits }) => ({
    title,
    after: applyEdits(text, edits),
  }));
}

describe('a limit can be removed', () => {
  it('without ORDER BY', () => {
    const text = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`;
    expect(offered(`${text}\nLIMIT 1`)).toEqual([
      { title: 'Remove LIMIT 1: without ORDER BY, it keeps arbitrary answers', after: text },
    ]);
  });

  it('if there is only one answer', () => {
    const ask = `${NS}ASK { ns:m.02mjmr ns:people.person.children ?x }`;
    expect(offered(`${ask} LIMIT 1`)).toEqual([{ title: 'Remove LIMIT 1: ASK has one answer', after: ask }]);
    const count = `${NS}SELECT (COUNT(?x) AS ?n) { ns:m.02mjmr ns:people.person.children ?x }`;
    expect(offered(`${count} ORDER BY ?n LIMIT 1`)[0]?.title).toBe(
      'Remove LIMIT 1: an aggregate has one answer',
    );
  });

  it('in a sub-select', () => {
    const text = `${NS}SELECT ?x { { SELECT ?x { ns:m.02mjmr ns:people.person.children ?x } LIMIT 1 } }`;
    expect(offered(text)[0]?.after).toBe(text.replace(' LIMIT 1', ''));
  });

  it('after a comment, whose line does not go on', () => {
    const text = `${NS}SELECT ?x { { SELECT ?x { ns:m.02mjmr ns:people.person.children ?x } # all\nLIMIT 1 } }`;
    expect(offered(text)[0]?.after).toBe(text.replace('LIMIT 1 ', ''));
  });
});

describe('a limit is not removed', () => {
  it.each([
    ['after ORDER BY', 'SELECT ?x { ?x ns:people.person.date_of_birth ?d } ORDER BY ?d LIMIT 1'],
    ['with OFFSET', 'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x } LIMIT 10 OFFSET 20'],
    [
      'with GROUP BY',
      'SELECT ?x (COUNT(?y) AS ?n) { ?x ns:people.person.children ?y } GROUP BY ?x ORDER BY DESC(?n) LIMIT 1',
    ],
    ['in a query that does not parse', 'SELECT ?x { ns:m.02mjmr } LIMIT 1'],
  ])('%s', (_, text) => {
    expect(offered(NS + text)).toEqual([]);
  });

  it('if the cursor is elsewhere', () => {
    const text = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.children ?x } LIMIT 1`;
    expect(rewritesAt(parseQuery(text, 'virtuoso'), { start: 0, end: 0 })).toEqual([]);
  });
});
