/** Detection of the engine of an endpoint, and the requests for each engine. */
import { describe, expect, it } from 'vitest';
import type { EndpointConfig } from '../../../server/src/core/kb/kb-config';
import type { Execution, KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { endpoint, open } from './closing';
import { answers, JSON_RESULTS, oneRow, refuses, type Behaviour, type Endpoint } from './endpoint';

async function at(
  behave: Behaviour,
  config: Partial<EndpointConfig> = { engine: 'auto' },
  path = '/sparql',
): Promise<Endpoint & { readonly kb: KnowledgeBase }> {
  const started = await endpoint(behave);
  return { ...started, kb: open({ endpoint: started.address.replace('/sparql', path), ...config }) };
}

function run(
  kb: KnowledgeBase,
  query = 'SELECT ?x WHERE { ?x a ?o . FILTER (?o = 1 OR ?o = 2) }',
  maxRows = 100,
): Promise<Execution> {
  return kb.execute(query, { timeoutMs: 2500, maxRows }, new AbortController().signal);
}

const VIRTUOSO_ASK = '{ "head": { "link": [], "vars": ["__ASK_RETVAL"] }, "results": { "bindings": [ ] } }';

describe('The engine of an endpoint is detected', () => {
  it.each([
    ['Virtuoso/07.20.3229 (Linux) x86_64', 'It is Virtuoso/07.20.3229.'],
    ['Apache Jena Fuseki (4.9.0)', 'It is Apache Jena Fuseki (4.9.0).'],
    ['GraphDB/10.2.1 RDF4J/4.2.2', 'It is GraphDB/10.2.1.'],
    ['oxigraph/0.4.1', 'It is oxigraph/0.4.1.'],
    [
      'nginx',
      'It does not report its engine and is treated as a standard endpoint. Set "engine" if you know it.',
    ],
  ])('by the header Server: %s', async (server, line) => {
    const { kb } = await at(answers('{ "boolean": true }', { server }));
    const { lines } = (await kb.testConnection?.(5000, new AbortController().signal)) ?? { lines: [] };
    expect(lines[1]).toBe(line);
  });

  it.each([
    ['Virtuoso', answers(VIRTUOSO_ASK), '/sparql'],
    [
      'Virtuoso',
      refuses(400, 'Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error'),
      '/sparql',
    ],
    ['Fuseki', answers('{ "boolean": true }', { 'fuseki-request-id': '1' }), '/sparql'],
    ['Blazegraph', answers('{ "boolean": true }'), '/bigdata/namespace/kb/sparql'],
    ['GraphDB', answers('{ "boolean": true }'), '/repositories/facts'],
  ])('or by a trace that only %s leaves, behind another server', async (title, behave, path) => {
    const { kb } = await at(behave, { engine: 'auto' }, path);
    const { lines } = (await kb.testConnection?.(5000, new AbortController().signal)) ?? { lines: [] };
    expect(lines[1]).toBe(`It is ${title}.`);
  });

  it('once, and not if the settings name it', async () => {
    const { kb, requests } = await at(answers(oneRow));
    await run(kb);
    await run(kb);
    expect(requests.map(({ form }) => form.get('query') === 'ASK {}')).toEqual([true, false, false]);
    const told = await at(answers(oneRow), { engine: 'fuseki' });
    await run(told.kb);
    expect(told.requests).toHaveLength(1);
  });
});

describe('Limits are sent to each engine in its own way', () => {
  it.each([
    ['virtuoso', { timeout: '2500', maxrows: '101' }],
    ['qlever', { timeout: '3s' }],
    ['graphdb', { timeout: '3' }],
    ['fuseki', { timeout: '3' }],
    ['stardog', { timeout: '2500' }],
    ['other', {}],
  ] as const)('%s', async (engine, expected) => {
    const { kb, requests } = await at(answers(oneRow), { engine });
    await run(kb);
    const { query, ...limits } = Object.fromEntries(requests[0]?.form ?? []);
    expect(limits).toEqual(expected);
    expect(query).toContain('SELECT');
  });

  it('blazegraph', async () => {
    const { kb, requests } = await at(answers(oneRow), { engine: 'blazegraph' });
    await run(kb);
    expect(requests[0]?.headers).toMatchObject({ 'x-bigdata-max-query-millis': '2500' });
  });

  it('not if the engine rejects them', async () => {
    const { kb, requests } = await at(
      (response, one) =>
        (one.form.has('timeout')
          ? refuses(403, 'User submitted timeout was higher than what is currently allowed')
          : answers(oneRow))(response, one),
      { engine: 'qlever' },
    );
    expect((await run(kb)).status).toBe('answered');
    expect((await run(kb)).status).toBe('answered');
    expect(requests).toHaveLength(3);
  });
});

describe('A query is sent', () => {
  const dialect = 'SELECT ?x WHERE { ?x ns:people.person.age ?a . FILTER (?a = 1 OR ?a = 2) }';
  const given = `PREFIX ns: <http://rdf.freebase.com/ns/> ${dialect}`;

  it('unchanged to Virtuoso', async () => {
    const { kb, requests } = await at(answers(oneRow), { engine: 'virtuoso' });
    await run(kb, given);
    expect(requests[0]?.form.get('query')).toBe(given);
  });

  it('to others by the standard, with a limit', async () => {
    const { kb, requests } = await at(answers(oneRow), { engine: 'other' });
    await run(kb, given);
    expect(requests[0]?.form.get('query')).toMatch(
      /<http:\/\/rdf\.freebase\.com\/ns\/people\.person\.age>.*\|\|.*LIMIT 101/s,
    );
  });

  it('in column order, if it names none', async () => {
    const bindings = [{ b: { type: 'literal', value: '2' }, a: { type: 'literal', value: '1' } }];
    const reply = JSON.stringify({ head: { vars: ['b', 'a'] }, results: { bindings } });
    const { kb } = await at(answers(reply), { engine: 'other' });
    expect(await run(kb, 'SELECT * WHERE { ?a <x:y> ?b }')).toMatchObject({
      answer: { columns: ['a', 'b'], rows: [[{ value: '1' }, { value: '2' }]] },
    });
  });
});

describe('The error of an engine is reported with our explanation and its position', () => {
  const query =
    'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x WHERE {\n  ?x ns:people.person.age ?a . FILTER(ns:f(?a)) }';
  const said = async (behave: Behaviour): Promise<string> => {
    const { kb } = await at(behave, { engine: 'fuseki' });
    const execution = await run(kb, query);
    if (execution.status !== 'refused') return execution.status;
    const { place, message } = execution;
    return `${message} @ ${place ? query.slice(place.start, place.end) : ''}`;
  };
  /** The position in the query as it was sent. */
  const column = '  ?x <http://rdf.freebase.com/ns/people.person.age> ?a . FILTER('.length + 1;

  it.each([
    ['Fuseki', `Parse error: \nEncountered "<" at line 3, column ${column}.`, 'text/plain'],
    ['Oxigraph', `error at 3:${column}: expected something`, 'text/plain'],
    [
      'QLever',
      JSON.stringify({ exception: 'Unknown function', metadata: { line: 3, startIndex: 0 } }),
      'application/json',
    ],
  ])('as %s does', async (engine, text, type) => {
    const told = await said(refuses(400, text, { 'content-type': type }));
    expect(told).toMatch(/^Fuseki does not accept this query from here on\. Fuseki says: /);
    expect(told).toMatch(engine === 'QLever' ? / @ PREFIX$/ : / @ ns:f$/);
  });

  it('without a stack trace', async () => {
    const told = await said(refuses(400, 'java.lang.Boom: no\n\tat org.example.Main.run(Main.java:1)\n'));
    expect(told).toBe('Fuseki does not accept this query. Fuseki says: java.lang.Boom: no. @ ');
  });

  it('and a timeout is not reported as a rejection', async () => {
    expect(await said(refuses(503, 'Query timed out'))).toBe('timed-out');
    expect(await said(refuses(500, '{"exception":"Operation timed out."}'))).toBe('timed-out');
  });
});

describe('Virtuoso behind a proxy of its own', () => {
  const virtuoso = (headers: Readonly<Record<string, string>>, rows: number): Behaviour =>
    answers(
      JSON.stringify({
        head: { link: [], vars: ['x'] },
        results: { bindings: Array.from({ length: rows }, () => ({ x: { type: 'literal', value: '1' } })) },
      }),
      { 'content-type': JSON_RESULTS, ...headers },
    );

  it('is understood in newer versions with other headers', async () => {
    const { kb } = await at(virtuoso({ 'x-sparql-anytime': 'timeout=1000; max_timeout=30000' }, 2), {
      engine: 'virtuoso',
    });
    expect(await run(kb)).toMatchObject({ incomplete: { reason: 'time' } });
  });

  it('has its time limit observed', async () => {
    const { kb } = await at(virtuoso({ 'x-sql-state': 'S1TAT' }, 0), { engine: 'virtuoso' });
    expect(await run(kb)).toEqual({
      status: 'timed-out',
      message: expect.stringContaining('MaxQueryExecutionTime'),
    });
  });
});

describe('The format of rows', () => {
  const limits = { timeoutMs: 2500, maxRows: 100, fastFormat: true };
  const never = new AbortController().signal;

  it.each([
    ['virtuoso', 'application/sparql-results+xml'],
    ['fuseki', JSON_RESULTS],
  ] as const)('is the one that %s writes fastest, if the rows are not shown', async (engine, format) => {
    const { kb, requests } = await at(answers(oneRow), { engine });
    await kb.execute('SELECT ?x WHERE { ?x ?p ?o }', limits, never);
    await kb.execute('ASK { ?x ?p ?o }', limits, never);
    await run(kb);
    expect(requests.map(({ headers }) => headers.accept)).toEqual([format, JSON_RESULTS, JSON_RESULTS]);
  });

  it('may be XML', async () => {
    const xml = `<sparql><head><variable name="x"/></head><results><result>
      <binding name="x"><uri>http://a/b</uri></binding></result></results></sparql>`;
    const { kb } = await at(
      answers(xml, { 'content-type': 'application/sparql-results+xml; charset=UTF-8' }),
      {
        engine: 'virtuoso',
      },
    );
    expect(await kb.execute('SELECT ?x WHERE { ?x ?p ?o }', limits, never)).toEqual({
      status: 'answered',
      answer: { kind: 'table', columns: ['x'], rows: [[{ type: 'uri', value: 'http://a/b' }]] },
    });
  });
});
