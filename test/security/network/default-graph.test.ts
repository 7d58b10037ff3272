/** Virtuoso writes the default graph of a request into the query, as `define input:default-graph-uri <…>`. */
import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../../server/src/settings/settings';

const ENDPOINT = 'http://127.0.0.1:8890/sparql';

describe('default graph', () => {
  it.each([
    'http://x> INSERT INTO <http://g> { <a:a> <a:b> <a:c> } #',
    ['http://x', 'http://y>\nCLEAR GRAPH <http://g>'],
    'http://x y',
  ])('the settings reject a default graph that closes its IRI: %j', (defaultGraph) => {
    const { settings, problems } = parseSettings({
      knowledgeBases: { Mine: { endpoint: ENDPOINT, defaultGraph } },
    });
    expect(settings.knowledgeBases).not.toHaveProperty('Mine');
    expect(problems).toHaveLength(1);
  });

  it.each(['http://example.org/facts', 'urn:g', ['http://x', "http://y/o'hare(1)"]])(
    'the settings accept any IRI as default graph: %j',
    (defaultGraph) => {
      const { settings, problems } = parseSettings({
        knowledgeBases: { Mine: { endpoint: ENDPOINT, defaultGraph } },
      });
      expect(problems).toEqual([]);
      expect(settings.knowledgeBases).toHaveProperty('Mine');
    },
  );
});
