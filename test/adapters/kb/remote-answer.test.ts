import { describe, expect, it } from 'vitest';
import { readExecution } from '../../../server/src/adapters/kb/remote-answer';
import { behaviorOf } from '../../../server/src/adapters/kb/remote-engines';
import type { Execution } from '../../../server/src/core/kb/knowledge-base';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';

/** One row that Virtuoso sent at its time limit. */
function lateAnswer(query: string): Promise<Execution> {
  const text = '{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"1"}}]}}';
  return readExecution(
    {
      headers: { 'content-type': 'application/sparql-results+json' },
      text,
      address: 'http://localhost/sparql',
      columns: [],
      milliseconds: 3001,
      serverLimitMs: Infinity,
    },
    parseQuery(query, 'virtuoso'),
    behaviorOf('virtuoso'),
    { timeoutMs: 3000, maxRows: 100 },
  );
}

describe('An answer of Virtuoso at its time limit', () => {
  it.each([
    ['with fewer rows than the query asks for, may lack some', 'SELECT ?x { ?x ?p ?o } LIMIT 2', 'time'],
    ['with no limit to the query, may lack some', 'SELECT ?x { ?x ?p ?o }', 'time'],
    ['with all the rows the query asks for, is whole', 'SELECT ?x { ?x ?p ?o } LIMIT 1', undefined],
  ])('%s', async (_, query, reason) => {
    const execution = await lateAnswer(query);
    expect(execution.status === 'answered' && execution.incomplete?.reason).toBe(reason);
  });

  it('is not an answer to a query with ORDER BY', async () => {
    const execution = await lateAnswer('SELECT ?x { ?x ?p ?o } ORDER BY ?x LIMIT 1');
    expect(execution).toMatchObject({ status: 'timed-out', message: expect.stringContaining('3 seconds') });
  });
});
