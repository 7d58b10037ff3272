/** The response of an endpoint to a query. The first line of the input is the content type. */
import { readExecution } from '../../../../server/src/adapters/kb/remote-answer';
import { behaviorOf } from '../../../../server/src/adapters/kb/remote-engines';
import type { QueryAnswer, RdfTerm } from '../../../../server/src/core/kb/knowledge-base';
import { parseQuery } from '../../../../server/src/core/language/sparql/parse';
import { must, type Target } from '../target';

const JSON_TYPE = 'application/sparql-results+json';
const MAX_ROWS = 5;

export const endpointAnswer: Target = {
  name: 'endpoint-answer',
  seeds: () => [
    `${JSON_TYPE}\n{"head":{"vars":["x","y"]},"results":{"bindings":[{"x":{"type":"uri","value":"http://a/b"},"y":{"type":"literal","value":"1","datatype":"http://www.w3.org/2001/XMLSchema#integer"}},{"y":{"type":"literal","xml:lang":"en","value":"é"}}]}}`,
    `${JSON_TYPE}\n{"head":{},"boolean":true}`,
    `${JSON_TYPE}\n{"head":{"vars":["__ASK_RETVAL"]},"results":{"bindings":[{"__ASK_RETVAL":{"type":"typed-literal","value":"1"}}]}}`,
    `${JSON_TYPE}\n{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"bnode","value":"_:nodeID"}}]}}`,
    'application/n-triples\n<http://a/s> <http://a/p> "text"@en .\n_:b <http://a/p> "1"^^<http://a/t> .\n',
    'text/turtle\n@prefix a: <http://a/> .\na:s a:p a:o , "text"@en , 1.5 ; a:q [ a:r () ] .\n',
    'text/html\n<html><head><title>Virtuoso SPARQL Query Editor</title></head><body></body></html>',
    'text/plain; charset=utf-8\n{"results":{}}',
  ],
  sources: ['core/query/foreign-results.ts', 'core/query/n-triples.ts', 'adapters/kb/remote-answer.ts'],
  words: [
    JSON_TYPE,
    'text/turtle',
    'application/n-triples',
    '"bindings":[',
    '"vars":[',
    '__proto__',
    '{',
    '}',
    '[',
    ']',
  ],
  maxLength: 3000,
  run: async (input) => {
    const lineEnd = input.indexOf('\n');
    const [type, text] = [input.slice(0, Math.max(0, lineEnd)), input.slice(lineEnd + 1)];
    const isGraph = !/json|plain/.test(type);
    const query = parseQuery(
      isGraph ? 'CONSTRUCT { ?x ?p ?y } { ?x ?p ?y }' : 'SELECT ?x ?y { ?x ?p ?y }',
      'virtuoso',
    );
    for (const engine of ['virtuoso', 'fuseki'] as const) {
      const execution = await readExecution(
        {
          headers: { 'content-type': type, 'x-sparql-maxrows': type },
          text,
          address: 'http://127.0.0.1/sparql',
          columns: [],
          milliseconds: 10,
          serverLimitMs: 1000,
        },
        query,
        behaviorOf(engine),
        { timeoutMs: 1000, maxRows: MAX_ROWS },
      );
      if (execution.status === 'answered') expectWellFormed(execution.answer);
      else must(typeof execution.message === 'string', () => 'A failure without a message');
    }
  },
};

function expectWellFormed(answer: QueryAnswer): void {
  switch (answer.kind) {
    case 'table':
      must(answer.rows.length <= MAX_ROWS, () => 'More rows than the limit');
      must(
        answer.columns.every((column) => typeof column === 'string'),
        () => 'A column without a name',
      );
      for (const row of answer.rows) {
        must(row.length === answer.columns.length, () => 'A row without the number of columns');
        for (const term of row) if (term !== null) expectTerm(term);
      }
      return;
    case 'graph':
      must(answer.triples.length <= MAX_ROWS, () => 'More triples than the limit');
      for (const triple of answer.triples) for (const term of triple) expectTerm(term);
      return;
    case 'boolean':
      must(typeof answer.value === 'boolean', () => 'A boolean answer without a boolean');
      return;
    case 'done':
      throw new Error('A query has the answer of an update');
  }
}

function expectTerm(term: RdfTerm): void {
  must(['uri', 'bnode', 'literal'].includes(term.type), () => `A term of type ${term.type}`);
  must(typeof term.value === 'string', () => 'A term without a value');
  if (term.type !== 'literal') return;
  for (const text of [term.datatype, term['xml:lang']])
    must(
      text === undefined || typeof text === 'string',
      () => 'A literal with an invalid datatype or language',
    );
}
