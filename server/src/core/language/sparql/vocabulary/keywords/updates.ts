import type { KeywordWord } from '../../vocabulary';

const MOVE_NAME =
  'WITH <http://example.org/mine>\nDELETE { ?film <http://example.org/label> ?name }\nINSERT { ?film ns:type.object.name ?name }\nWHERE { ?film <http://example.org/label> ?name }';

/** What changes a store; Freebase itself is usually only read. */
export const UPDATE_KEYWORDS: readonly KeywordWord[] = [
  {
    name: 'INSERT',
    about: 'Adds the triples of its template for every solution of WHERE.',
    example: MOVE_NAME,
  },
  {
    name: 'INSERT DATA',
    about: 'Adds the triples that are written out.',
    example: 'INSERT DATA {\n  ns:m.02mjmr ns:common.topic.alias "Obama"@en .\n}',
  },
  {
    name: 'DELETE',
    about: 'Removes the triples of its template for every solution of WHERE.',
    example: MOVE_NAME,
  },
  {
    name: 'DELETE DATA',
    about: 'Removes the triples that are written out.',
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
    about: 'The graph that the WHERE of an update reads, as FROM is for a query.',
    example:
      'DELETE { ?film <http://example.org/label> ?name }\nUSING <http://freebase.com>\nWHERE { ?film <http://example.org/label> ?name }',
  },
  {
    name: 'LOAD',
    about: 'Reads a document of triples from an address into the store.',
    example: 'LOAD <http://example.org/data.ttl> INTO GRAPH <http://example.org/mine>',
  },
  {
    name: 'INTO',
    about: 'After LOAD: the graph that takes what was read.',
    example: 'LOAD <http://example.org/data.ttl> INTO GRAPH <http://example.org/mine>',
  },
  {
    name: 'CLEAR',
    about: 'Removes all triples of a graph.',
    example: 'CLEAR GRAPH <http://example.org/mine>',
  },
  {
    name: 'DROP',
    about: 'Removes a graph and all it holds.',
    example: 'DROP GRAPH <http://example.org/mine>',
  },
  { name: 'CREATE', about: 'Makes an empty graph.', example: 'CREATE GRAPH <http://example.org/mine>' },
  {
    name: 'ADD',
    about: 'Adds all triples of one graph to another.',
    example: 'ADD <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'MOVE',
    about: 'Moves all triples of one graph to another, whose own are lost.',
    example: 'MOVE <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'COPY',
    about: 'Copies all triples of one graph to another, whose own are lost.',
    example: 'COPY <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'TO',
    about: 'Before the graph that ADD, MOVE and COPY write.',
    example: 'ADD <http://example.org/mine> TO <http://example.org/ours>',
  },
  {
    name: 'DEFAULT',
    about: 'The graph that has no name.',
    example: 'COPY DEFAULT TO <http://example.org/mine>',
  },
  { name: 'ALL', about: 'Every graph, named or not.', example: 'CLEAR SILENT ALL' },
];
