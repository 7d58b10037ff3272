import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWordVectors } from '../../server/src/adapters/word-vectors';
import { uncoveredPhrases } from '../../server/src/core/ask/uncovered-phrases';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { schemaRetriever } from '../../server/src/core/question/retrieval/schema-retriever';
import { freebase, PROJECT } from '../support/check';
import { linkedEntity } from '../support/linked-entity';

const schema = freebase();
const retriever = schemaRetriever(schema, openWordVectors(join(PROJECT, 'server', 'data', 'words.vec')));

/** The words that a query about the orbits of the Moon does not cover. */
function uncovered(question: string, mentioned: string): readonly string[] {
  const moon = linkedEntity(question, mentioned, { iri: 'http://rdf.freebase.com/ns/m.04wv_', name: 'Moon' });
  const query = parseQuery(
    'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.04wv_ ns:astronomy.orbital_relationship.orbit_type ?x }',
    'virtuoso',
  );
  return uncoveredPhrases(
    question,
    { entities: [moon], literals: [], troubles: [] },
    { query, reading: 'What is the orbit type of Moon?', types: [] },
    { schema, retriever },
  ).map(({ range }) => question.slice(range.start, range.end));
}

describe('the words that a query does not cover', () => {
  it('include a name with a similar meaning', () => {
    expect(uncovered('What moons does Jupiter have?', 'moons')).toEqual(['Jupiter']);
  });

  it('include neither names that are used nor words with a similar meaning', () => {
    expect(uncovered('What kind of orbit does the Moon have?', 'Moon')).toEqual([]);
    expect(uncovered('how does the moon circle around the planet', 'moon')).toEqual([]);
  });
});
