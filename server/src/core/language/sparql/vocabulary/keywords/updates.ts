import type { KeywordRow } from '../../vocabulary';

const MOVE_NAME =
  'WITH <http://example.org/mine>\nDELETE { ?film <http://example.org/label> ?name }\nINSERT { ?film ns:type.object.name ?name }\nWHERE { ?film <http://example.org/label> ?name }';

/** Keywords of updates. Freebase endpoints are usually read-only. */
export const UPDATE_KEYWORDS: readonly KeywordRow[] = [
  ['INSERT', 'Adds the triples of a template for each solution of WHERE.', MOVE_NAME],
  [
    'INSERT DATA',
    'Adds the given triples.',
    'INSERT DATA {\n  ns:m.02mjmr ns:common.topic.alias "Obama"@en .\n}',
  ],
  ['DELETE', 'Removes the triples of a template for each solution of WHERE.', MOVE_NAME],
  [
    'DELETE DATA',
    'Removes the given triples.',
    'DELETE DATA {\n  ns:m.02mjmr ns:common.topic.alias "Obama"@en .\n}',
  ],
  [
    'DELETE WHERE',
    'Removes every triple that matches the pattern.',
    'DELETE WHERE {\n  ns:m.02mjmr ns:common.topic.alias ?alias .\n}',
  ],
  ['WITH', 'The graph that an update reads and writes.', MOVE_NAME],
  [
    'USING',
    'The graph that the WHERE of an update reads, like FROM in a query.',
    'DELETE { ?film <http://example.org/label> ?name }\nUSING <http://freebase.com>\nWHERE { ?film <http://example.org/label> ?name }',
  ],
  [
    'LOAD',
    'Loads a document of triples from an address.',
    'LOAD <http://example.org/data.ttl> INTO GRAPH <http://example.org/mine>',
  ],
  [
    'INTO',
    'After LOAD: the graph to load into.',
    'LOAD <http://example.org/data.ttl> INTO GRAPH <http://example.org/mine>',
  ],
  ['CLEAR', 'Removes all triples of a graph.', 'CLEAR GRAPH <http://example.org/mine>'],
  ['DROP', 'Removes a graph with all its triples.', 'DROP GRAPH <http://example.org/mine>'],
  ['CREATE', 'Creates an empty graph.', 'CREATE GRAPH <http://example.org/mine>'],
  [
    'ADD',
    'Adds all triples of one graph to another.',
    'ADD <http://example.org/mine> TO <http://example.org/ours>',
  ],
  [
    'MOVE',
    'Moves all triples of one graph to another and replaces the triples there.',
    'MOVE <http://example.org/mine> TO <http://example.org/ours>',
  ],
  [
    'COPY',
    'Copies all triples of one graph to another and replaces the triples there.',
    'COPY <http://example.org/mine> TO <http://example.org/ours>',
  ],
  [
    'TO',
    'The target graph of ADD, MOVE and COPY.',
    'ADD <http://example.org/mine> TO <http://example.org/ours>',
  ],
  ['DEFAULT', 'The default graph.', 'COPY DEFAULT TO <http://example.org/mine>'],
  ['ALL', 'The default graph and all named graphs.', 'CLEAR SILENT ALL'],
];
