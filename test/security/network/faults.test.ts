import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../server/src/core/kb/knowledge-base';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { answers, oneRow, refuses, type Behaviour } from '../../adapters/kb/endpoint';
import { funfusic, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { startModelServer, type ModelStep } from '../../support/model-server';

/** Without a model it is not known whether they ask this question. */
const born = (relation: string): string =>
  `# question: What is the story behind Barack Obama?\nPREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?place WHERE { ns:m.02mjmr ns:people.person.${relation} ?place . }\n`;
const QUERIES = { 'right.rq': born('place_of_birth'), 'wrong.rq': born('birthplace') };
const SERVER_ERROR = 'java.lang.NullPointerException: Cannot invoke "Index.size()"';

/** Starts a model server that gives the same response to every request. */
async function startModel(step: ModelStep): Promise<string> {
  const server = await startModelServer([{ ...step, always: true }]);
  closeLater(server);
  return server.url;
}

const repair = (...args: readonly string[]): Promise<Outcome> =>
  funfusic(['repair', ...args], { cwd: temporaryFolder(QUERIES) });

describe.each(Object.keys(QUERIES))('repair of %s', (file) => {
  it('repair exits with 2 when the KB responds with 404', async () => {
    const { address } = await endpoint(refuses(404));
    const { code, stderr } = await repair('--kb', address, file);
    expect(stderr).toContain(`Not found: ${address}.`);
    expect(code).toBe(2);
  });

  it('repair exits with 2 when the KB responds with 500', async () => {
    const { address } = await endpoint(refuses(500, SERVER_ERROR));
    expect((await repair('--kb', address, file)).code).toBe(2);
  });

  it('repair exits with 2 when the model responds with 401', async () => {
    const url = await startModel({ status: 401, message: 'Incorrect API key provided.' });
    const { code, stderr } = await repair('--model-url', url, '--model', 'm', file);
    expect(stderr).toContain('requires a key.');
    expect(code).toBe(2);
  });
});

describe('failing model', () => {
  const runWithModel = (command: string, url: string, retries: number): Promise<Outcome> => {
    const settings = { 'funfusic.models': { failing: { url, model: 'm', retries } } };
    const cwd = temporaryFolder({ ...QUERIES, '.vscode/settings.json': JSON.stringify(settings) });
    return funfusic([command, '--trust-folder', '--model', 'failing', 'wrong.rq'], { cwd });
  };

  it.each<readonly [string, ModelStep]>([
    ['responds with 500', { status: 500, headers: { 'retry-after-ms': '1' } }],
    ['responds with 429', { status: 429, headers: { 'retry-after-ms': '1' } }],
  ])('repair prints no listener warning when the model always %s', async (_, step) => {
    const url = await startModel(step);
    const { code, stderr } = await runWithModel('repair', url, 10);
    expect(stderr).not.toContain('Warning');
    expect(code).toBe(2);
  });

  it('a request is retried up to "retries" times when the model closes the connection', async () => {
    let tries = 0;
    const { port } = await endpoint((response) => {
      tries++;
      response.destroy();
    });
    const { stderr } = await runWithModel('explain', `http://127.0.0.1:${port}/v1`, 1);
    expect(stderr).not.toContain('Warning');
    expect(tries).toBe(2);
  });
});

describe('endpoint that responds with 500', () => {
  const execute = async (behave: Behaviour, engine: 'other' | 'virtuoso'): Promise<Execution> => {
    const kb = open({ endpoint: (await endpoint(behave)).address, engine });
    return kb.execute(
      'SELECT ?x WHERE { ?x ?p ?o }',
      { timeoutMs: 20_000, maxRows: 10 },
      new AbortController().signal,
    );
  };

  it('run reports the server error of an endpoint and exits with 2', async () => {
    const { address } = await endpoint((response, request) =>
      (request.form.get('query') === 'ASK {}'
        ? answers(oneRow)
        : refuses(500, `${SERVER_ERROR}\n\tat Main.run(Main.java:1)`))(response, request),
    );
    const { code, stderr } = await funfusic(['run', '--kb', address, 'right.rq'], {
      cwd: temporaryFolder(QUERIES),
    });
    expect(stderr).toContain(`${address} reports a server error (500).`);
    expect(stderr).toContain(SERVER_ERROR);
    expect(stderr).not.toContain('Main.java');
    expect(stderr).not.toContain('does not accept');
    expect(code).toBe(2);
  });

  it.each([
    ['other', 'Internal Server Error'],
    ['other', 'java.lang.OutOfMemoryError: Java heap space'],
    ['other', '{"timestamp":1,"status":500,"error":"Internal Server Error"}'],
    ['other', ''],
    ['virtuoso', 'The server is out of memory'],
  ] as const)(
    'a query is unreachable when an endpoint (%s) responds with 500 and "%s"',
    async (engine, text) => {
      expect(await execute(refuses(500, text), engine)).toMatchObject({ status: 'unreachable' });
    },
  );

  it.each([
    ['virtuoso', "Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error at '}'", 'refused'],
    ['virtuoso', 'Virtuoso 22023 Error SR586: Uncomparable types', 'refused'],
    ['virtuoso', 'Virtuoso S1T00 Error SR171: Transaction timed out', 'timed-out'],
    [
      'other',
      'SPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.ExecutionException: org.openrdf.query.MalformedQueryException: Encountered " "}" at line 1, column 9.',
      'refused',
    ],
    ['other', 'MALFORMED QUERY: Lexical error at line 1, column 3.', 'refused'],
    ['other', '{"exception":"Unbound variable ?y","query":"SELECT","status":"ERROR"}', 'refused'],
    ['other', 'com.complexible.stardog.plan.eval.ExecutionException: Invalid SPARQL query', 'refused'],
    ['other', 'Query evaluation error: unknown function <http://example.org/f>', 'refused'],
    ['other', 'java.util.concurrent.TimeoutException', 'timed-out'],
  ] as const)(
    'a query gets its own status when an endpoint (%s) responds with 500 and "%s"',
    async (engine, text, status) => {
      expect(await execute(refuses(500, text), engine)).toMatchObject({ status });
    },
  );
});
