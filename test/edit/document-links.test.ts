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
  it('lead from the namespace of the KB to the whole schema, and from others to the web', () => {
    expect(
      links(
        'PREFIX ns: <http://rdf.freebase.com/ns/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\nSELECT * {}',
      ),
    ).toEqual([
      'http://rdf.freebase.com/ns/ → page “”',
      'http://www.w3.org/2001/XMLSchema# → http://www.w3.org/2001/XMLSchema#',
    ]);
  });

  it('lead from a relation written in full to its page', () => {
    expect(links('SELECT * { ?x <http://rdf.freebase.com/ns/film.film.genre> ?y }')).toEqual([
      'http://rdf.freebase.com/ns/film.film.genre → page “film.film.genre”',
    ]);
  });

  it('are not at prefixed names, whose definition is a click away', () => {
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
