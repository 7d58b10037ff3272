/** The built language server with files that contain addresses of third parties: it contacts them only with consent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ASK_REQUEST,
  DERIVE_SCHEMA_REQUEST,
  ENTITIES_REQUEST,
  EVALUATIONS_REQUEST,
  EXPLAIN_EMPTY_COMMAND,
  EXPLAIN_REQUEST,
  FACTS_REQUEST,
  FIND_ENTITIES_REQUEST,
  KB_PREPARE_REQUEST,
  KB_TEST_REQUEST,
  NEIGHBOURHOOD_REQUEST,
  PATTERN_REQUEST,
  REPAIR_REQUEST,
  RUN_REQUEST,
  WHY_EMPTY_REQUEST,
  type ConsentParams,
  type EvaluationList,
} from '../../../server/src/protocol/index';
import { answers, oneRow, startEndpoint, type Endpoint } from '../../adapters/kb/endpoint';
import { TestClient } from '../../lsp/client';
import { runFacts } from '../../support/eval';
import { writeRun } from '../../support/run-fixture';

const OBAMA = 'http://rdf.freebase.com/ns/m.02mjmr';
const BORN = `SELECT ?x WHERE { <${OBAMA}> <http://rdf.freebase.com/ns/people.person.place_of_birth> ?x }`;
const caret = { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } };
const DECLINED = { declined: true, problem: expect.stringMatching(/did not allow/) };

let thirdParty: Endpoint;
let ownEndpoint: Endpoint;
beforeAll(async () => {
  thirdParty = await startEndpoint(answers(oneRow));
  ownEndpoint = await startEndpoint((response, request) =>
    answers(request.form.get('query')?.startsWith('ASK') === true ? '{"boolean":true}' : oneRow)(
      response,
      request,
    ),
  );
});
afterAll(async () => {
  await Promise.all([thirdParty.close(), ownEndpoint.close()]);
});

/** Each uses the third party as its KB, as a file, a saved run or an evaluation may. */
const userRequests: readonly (readonly [string, (client: TestClient, kb: string) => Promise<unknown>])[] = [
  ['run', async (client, kb) => client.request(RUN_REQUEST, await openQuery(client, kb))],
  ['run again', async (client, kb) => client.request(RUN_REQUEST, { ...(await openQuery(client, kb)), kb })],
  ['repair', async (client, kb) => client.request(REPAIR_REQUEST, await openQuery(client, kb))],
  ['ask', (client, kb) => client.request(ASK_REQUEST, { question: 'Where was Barack Obama born?', kb })],
  ['find entities', (client, kb) => client.request(FIND_ENTITIES_REQUEST, { typed: 'Obama', kb })],
  ['facts', (client, kb) => client.request(FACTS_REQUEST, { kb, iri: OBAMA })],
  [
    'neighbourhood',
    (client, kb) => client.request(NEIGHBOURHOOD_REQUEST, { kb, query: BORN, iris: [OBAMA] }),
  ],
  ['why empty', (client, kb) => client.request(WHY_EMPTY_REQUEST, { kb, query: BORN })],
  [
    'why empty, as a command',
    async (client, kb) => {
      const { textDocument, range } = await openQuery(client, kb);
      return client.request('workspace/executeCommand', {
        command: EXPLAIN_EMPTY_COMMAND,
        arguments: [textDocument.uri, range],
      });
    },
  ],
  ['test', (client, kb) => client.request(KB_TEST_REQUEST, { kb })],
  ['derive a schema', (client, kb) => client.request(DERIVE_SCHEMA_REQUEST, { kb })],
];

/** Requests that the editor sends without a user action. */
const backgroundRequests: typeof userRequests = [
  ['names', (client, kb) => client.request(ENTITIES_REQUEST, { kb, iris: [OBAMA] })],
  ['pattern', (client, kb) => client.request(PATTERN_REQUEST, { kb, query: BORN })],
  ['prepare', (client, kb) => client.request(KB_PREPARE_REQUEST, { kb })],
  [
    'inlay hints, code lenses and hover',
    async (client, kb) => {
      const { textDocument } = await openQuery(client, kb);
      const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
      await client.request('textDocument/inlayHint', { textDocument, range: whole });
      await client.request('textDocument/codeLens', { textDocument });
      await client.request('textDocument/hover', { textDocument, position: { line: 1, character: 30 } });
    },
  ],
  [
    'explain',
    async (client, kb) =>
      client.request(EXPLAIN_REQUEST, { ...(await openQuery(client, kb)), withModel: false }),
  ],
];

async function openQuery(
  client: TestClient,
  kb: string,
  query = BORN,
): Promise<{ readonly textDocument: { readonly uri: string }; readonly range: typeof caret }> {
  const uri = await client.open(`# endpoint: ${kb}\n${query}`);
  await client.diagnosticsOf(uri);
  return { textDocument: { uri }, range: caret };
}

describe('endpoint in a file', () => {
  let client: TestClient;
  const prompts: ConsentParams[] = [];
  let allow: boolean;
  let before: number;
  let root: string;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'ff-consent-'));
    client = await TestClient.start({
      folder: root,
      settings: { model: 'none', run: { timeoutSeconds: 5 } },
      consent: (params) => {
        prompts.push(params);
        return allow;
      },
    });
  });
  beforeEach(() => {
    prompts.length = 0;
    allow = false;
    before = thirdParty.connections();
  });
  afterAll(async () => {
    await client.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it.each(userRequests)(
    'the server does not contact an endpoint in a file after the user declines: %s',
    async (_, send) => {
      await send(client, thirdParty.address);
      expect(thirdParty.connections()).toBe(before);
      expect(prompts).toHaveLength(1);
      expect(prompts[0]?.message).toContain(thirdParty.address);
    },
  );

  it.each(backgroundRequests)('the server never asks for consent in the background: %s', async (_, send) => {
    await send(client, thirdParty.address);
    expect(thirdParty.connections()).toBe(before);
    expect(prompts).toEqual([]);
  });

  it('a request is reported as declined when the user declines', async () => {
    for (const request of [RUN_REQUEST, REPAIR_REQUEST])
      expect(await client.request(request, await openQuery(client, thirdParty.address))).toMatchObject(
        DECLINED,
      );
    expect(
      await client.request(ASK_REQUEST, { question: 'Who is it?', kb: thirdParty.address }),
    ).toMatchObject(DECLINED);
  });

  it('the consent prompt hides the password in an address', async () => {
    const address = thirdParty.address.replace('http://', 'http://ada:s3cr3t@');
    await client.request(RUN_REQUEST, await openQuery(client, address));
    expect(prompts).toHaveLength(1);
    expect(JSON.stringify(prompts)).not.toContain('s3cr3t');
  });

  it('the consent prompt shows where an address comes from and what is sent', async () => {
    await client.request(RUN_REQUEST, await openQuery(client, thirdParty.address));
    await client.request(FACTS_REQUEST, { kb: thirdParty.address, iri: OBAMA });
    expect(prompts.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/\.rq names it.*text of the query/s),
      expect.stringMatching(/results or the evaluation.*IDs? of/s),
    ]);
  });

  it('the KB of an evaluation in the workspace needs consent', async () => {
    writeRun(join(root, 'funfusic-runs', 'r1'), {
      manifest: { facts: { ...runFacts, kb: thirdParty.address } },
      questions: [],
      predictions: [],
    });
    const { evaluations } = await client.request<EvaluationList>(EVALUATIONS_REQUEST);
    expect(evaluations).toMatchObject([{ facts: { kb: thirdParty.address } }]);
    const again = { question: 'Where was Barack Obama born?', kb: evaluations[0]?.facts.kb };
    expect(await client.request(ASK_REQUEST, again)).toMatchObject(DECLINED);
    expect(thirdParty.connections()).toBe(before);
  });

  it('the server asks for consent once for each path of an endpoint', async () => {
    allow = true;
    const run = await client.request(RUN_REQUEST, await openQuery(client, thirdParty.address));
    expect(run).toMatchObject({ run: { kb: thirdParty.address, execution: { status: 'answered' } } });
    await client.request(FACTS_REQUEST, { kb: thirdParty.address, iri: OBAMA });
    await client.request(ENTITIES_REQUEST, { kb: thirdParty.address, iris: [OBAMA] });
    expect(prompts).toHaveLength(1);
    allow = false;
    const elsewhere = thirdParty.address.replace('/sparql', '/update');
    expect(await client.request(RUN_REQUEST, await openQuery(client, elsewhere))).toMatchObject(DECLINED);
    expect(prompts).toHaveLength(2);
  });

  it('two concurrent requests share one consent prompt', async () => {
    allow = true;
    const kb = thirdParty.address.replace('/sparql', '/twice');
    const ask = (): Promise<unknown> => client.request(FACTS_REQUEST, { kb, iri: OBAMA });
    await Promise.all([ask(), ask()]);
    expect(prompts).toHaveLength(1);
  });
});

describe('generic LSP clients', () => {
  it('the server asks a generic LSP client for consent with window/showMessageRequest', async () => {
    const client = await TestClient.start({ settings: {} });
    const shown: { readonly message: string; readonly actions: readonly { readonly title: string }[] }[] = [];
    client.connection.onRequest('window/showMessageRequest', (params: (typeof shown)[number]) => {
      shown.push(params);
      return shown.length > 1 ? params.actions[0] : null;
    });
    const before = thirdParty.connections();
    const place = await openQuery(client, thirdParty.address);
    expect(await client.request(RUN_REQUEST, place)).toMatchObject(DECLINED);
    expect(thirdParty.connections()).toBe(before);
    expect(await client.request(RUN_REQUEST, place)).toMatchObject({
      run: { execution: { status: 'answered' } },
    });
    expect(shown[0]?.message).toContain(thirdParty.address);
    await client.stop();
  });
});

describe('endpoint in the user settings', () => {
  it('the server needs no consent for an endpoint in the user settings', async () => {
    const second = ownEndpoint.address.replace('/sparql', '/second');
    const client = await TestClient.start({
      settings: { knowledgeBase: ownEndpoint.address, knowledgeBases: { Second: { endpoint: second } } },
      consent: () => {
        throw new Error('There must be no consent prompt.');
      },
    });
    for (const kb of [ownEndpoint.address, second])
      expect(await client.request(RUN_REQUEST, await openQuery(client, kb))).toMatchObject({
        run: { execution: { status: 'answered' } },
      });
    await client.stop();
  });
});

describe('hosts in SERVICE and FROM', () => {
  let client: TestClient;
  const prompts: ConsentParams[] = [];
  let allow = false;
  const GRAPH = 'http://my.example/graph';
  beforeAll(async () => {
    client = await TestClient.start({
      settings: {
        model: 'none',
        run: { timeoutSeconds: 5 },
        knowledgeBases: {
          Mine: { endpoint: ownEndpoint.address, engine: 'other', defaultGraph: GRAPH },
          Second: { endpoint: 'https://second.example/sparql' },
        },
      },
      consent: (params) => {
        prompts.push(params);
        return allow;
      },
    });
  });
  beforeEach(() => {
    prompts.length = 0;
    allow = false;
  });
  afterAll(() => client.stop());

  const sent = (): readonly string[] => ownEndpoint.requests.map(({ form }) => form.get('query') ?? '');
  const run = async (query: string, kb = 'Mine'): Promise<unknown> =>
    client.request(RUN_REQUEST, await openQuery(client, kb, query));

  it.each([
    ['SERVICE', 'SELECT * { SERVICE <http://evil.example/sparql> { ?s ?p ?o } }'],
    ['SERVICE SILENT', 'SELECT * { SERVICE SILENT <http://evil.example/sparql> { ?s ?p ?o } }'],
    ['SERVICE with a prefix', 'PREFIX e: <http://evil.> SELECT * { SERVICE e:example { ?s ?p ?o } }'],
    ['SERVICE with a base', 'BASE <http://evil.example/> SELECT * { SERVICE <sparql> { ?s ?p ?o } }'],
    [
      'a prefix that is declared twice',
      'PREFIX e: <http://evil.example/> PREFIX e: <http://freebase.com/> SELECT * FROM e:graph { ?s ?p ?o }',
    ],
    ['SERVICE with a variable', 'SELECT * { ?s ?p ?x . SERVICE ?x { ?s ?p ?o } }'],
    ['FROM', 'SELECT * FROM <http://evil.example/data> { ?s ?p ?o }'],
    ['FROM NAMED', 'SELECT * FROM NAMED <http://evil.example/data> { GRAPH ?g { ?s ?p ?o } }'],
    ['a user name that looks like a host', 'SELECT * FROM <http://freebase.com@evil.example/> { ?s ?p ?o }'],
    ['a second FROM', `SELECT * FROM <${GRAPH}> FROM <http://evil.example/data> { ?s ?p ?o }`],
    [
      'a comment before the address',
      'SELECT * FROM # <http://freebase.com>\n <http://evil.example/data> { ?s ?p ?o }',
    ],
  ])('a query to another host needs consent: %s', async (_, query) => {
    const before = sent().length;
    expect(await run(query)).toMatchObject(DECLINED);
    expect(sent().slice(before)).toEqual([]);
    expect(prompts).toHaveLength(1);
    if (!query.includes('SERVICE ?x')) expect(prompts[0]?.message).toContain('evil.example');
  });

  it.each([
    [
      'graphs of Freebase',
      'SELECT * FROM <http://freebase.com> FROM <http://rdf.freebase.com/x> { ?s ?p ?o }',
    ],
    ['the default graph of the KB', `SELECT * FROM <${GRAPH}> { ?s ?p ?o }`],
    ['graph names that are not URLs', 'SELECT * FROM <urn:my:graph> { ?s ?p ?o }'],
    ['a KB of the settings', 'SELECT * { SERVICE <https://second.example/sparql> { ?s ?p ?o } }'],
    [
      'keywords in strings and comments',
      'SELECT * { ?s ?p "SERVICE <http://evil.example/>" } # FROM <http://e.x/>',
    ],
  ])('a query needs no consent: %s', async (_, query) => {
    expect(await run(query)).toMatchObject({ run: { execution: { status: 'answered' } } });
    expect(prompts).toEqual([]);
  });

  it('a SERVICE query on the sample KB needs no consent, because its engine has no network', async () => {
    const result = await run('SELECT * { SERVICE <http://evil.example/sparql> { ?s ?p ?o } }', 'Sample');
    expect(result).toMatchObject({ run: { execution: { status: 'refused' } } });
    expect(prompts).toEqual([]);
  });

  it('repair and the requests of the results panel ask for consent for SERVICE', async () => {
    const query =
      'SELECT ?s { ?s <http://rdf.freebase.com/ns/type.object.name> ?n . SERVICE <http://evil.example/> { ?s ?p ?o } }';
    const before = sent().length;
    expect(await client.request(REPAIR_REQUEST, await openQuery(client, 'Mine', query))).toMatchObject(
      DECLINED,
    );
    await client.request(WHY_EMPTY_REQUEST, { kb: 'Mine', query });
    await client.request(NEIGHBOURHOOD_REQUEST, { kb: 'Mine', query, iris: [OBAMA] });
    expect(
      sent()
        .slice(before)
        .filter((text) => text.includes('evil')),
    ).toEqual([]);
    expect(prompts).toHaveLength(3);
  });

  it('consent for SERVICE is remembered per host', async () => {
    allow = true;
    const query = 'SELECT * { SERVICE <http://friend.example/sparql> { ?s ?p ?o } }';
    expect(await run(query)).toMatchObject({ run: { execution: { status: 'answered' } } });
    expect(sent().at(-1)).toContain('friend.example');
    expect(await run(query.replace('/sparql', '/other'))).toMatchObject({
      run: { execution: { status: 'answered' } },
    });
    expect(prompts).toHaveLength(1);
  });
});
