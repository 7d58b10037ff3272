import { describe, expect, it } from 'vitest';
import { documentLinks } from '../../server/src/core/edit/document-links';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';

function links(text: string): readonly string[] {
  return documentLinks(parseQuery(text, 'virtuoso'), freebase()).map(({ range, target }) => {
    const written = text.slice(range.start, range.end);
    return `${written} → ${target.kind === 'page' ? `page “${target.id}”` : target.url}`;
  });
}

describe('Links in a query', () => {
  it('open the schema for the namespace of the KB, and the web for other IRIs', () => {
    expect(
      links(
        'PREFIX ns: <http://rdf.freebase.com/ns/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\nSELECT * {}',
      ),
    ).toEqual([
      'http://rdf.freebase.com/ns/ → page “”',
      'http://www.w3.org/2001/XMLSchema# → http://www.w3.org/2001/XMLSchema#',
    ]);
  });

  it('open the page of a relation in angle brackets', () => {
    expect(links('SELECT * { ?x <http://rdf.freebase.com/ns/film.film.genre> ?y }')).toEqual([
      'http://rdf.freebase.com/ns/film.film.genre → page “film.film.genre”',
    ]);
  });

  it('do not exist for prefixed names, which have definitions', () => {
    expect(
      links('PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT * { ns:m.0dr_4 a ns:film.film }'),
    ).toHaveLength(1);
  });

  it.each(['', 'PREFIX', 'PREFIX ns: ', 'PREFIX ns: <', 'PREFIX ns: <http://x', 'SELECT * { <http://'])(
    'do not fail in “%s”',
    (text) => {
      for (const { range } of documentLinks(parseQuery(text, 'virtuoso'), freebase()))
        expect(range.end).toBeGreaterThanOrEqual(range.start);
    },
  );
});
