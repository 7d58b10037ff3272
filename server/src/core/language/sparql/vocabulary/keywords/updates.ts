import type { KeywordWord } from '../../vocabulary';

const MOVE_NAME =
  'WITH <http://example.org/mine>\nDELETE { ?film <http://example.org/label> ?name }\nINSERT { ?film ns:type.object.name ?name }\nWHERE { ?film <http://example.org/label> ?name }';

/** Keywords of updates. Freebase endpoints are usually read-only. */
export const UPDATE_KEYWORDS: readonly KeywordWord[] = [
  {
    name: 'INSERT',
    about: 'Adds the triples of a template for each solution of WHERE.',
    example: MOVE_NAME,
  },
  {
    name: 'INSERT DATA',
    about: 'Adds the given triples.',
    example: 'INSERT DATA {\n  ns:m.02mjmr ns:common.topic.alias "Obama"@en .\n}',
  },
  {
    name: 'DELETE',
    about: 'Removes the triples of a template for each solution of WHERE.',
    example: MOVE_NAME,
  },
  {
    name: 'DELETE DATA',
    about: 'Removes the given triples.',
    example: 'DELETE DATA {\n  ns:m.02mjmr ns:common.topic.alias "Obama"@en .\n}',
  },
  {
    name: 'DELETE WHERE',
    about: 'Removes every triple that matches the pattern.',
    example: 'DELETE WHERE {\n  ns:m.02mjmr ns:common.topic.alias ?alias .\n}',
  },
  { name: 'WITH', about: 'The graph that an update reads and writes.', example: MOVE_NAME },
  {
    name: 'USING',
    about: 'The graph that the WHERE of an update reads, like FROM in a query.',
    example:
      'DELETE { ?film <http://example.org/label> ?name }\nUSING <http://freebase.com>\nWHERE { ?film <http://example.org/label> ?name }',
  },
  {
    name: 'LOAD',
    about: 'Loads a document of triples from an address.',
    example: 'LOAD <http://example.org/data.ttl> INTO GRAPH <http://example.org/mine>',
  },
  {
    name: 'INTO',
    about: 'After LOAD: the graph to load into.',
    example: 'LOAD <http://example.org/data.ttl> INTO GRAPH <http://example.org/mine>',
  },
  {
    name: 'CLEAR',
    about: 'Removes all triples of a graph.',
    example: 'CLEAR GRAPH <http://example.org/mine>',
  },
  {
    name: 'DROP',
    about: 'Removes a graph with all its triples.',
    example: 'DROP GRAPH <http://example.org/mine>',
  },
  { name: 'CREATE', about: 'Creates an empty graph.', example: 'CREATE GRAPH <http://example.org/mine>' },
  {
    name: 'ADD',
    about: 'Adds all triples of one graph to another.',
    example: 'ADD <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'MOVE',
    about: 'Moves all triples of one graph to another and replaces the triples there.',
    example: 'MOVE <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'COPY',
    about: 'Copies all triples of one graph to another and replaces the triples there.',
    example: 'COPY <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'TO',
    about: 'The target graph of ADD, MOVE and COPY.',
    example: 'ADD <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'DEFAULT',
    about: 'The default graph.',
    example: 'COPY DEFAULT TO <http://example.org/mine>',
  },
  { name: 'ALL', about: 'The default graph and all named graphs.', example: 'CLEAR SILENT ALL' },
];
