/** Secrets that the language server is given by settings, files and the editor are in nothing that it sends or writes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ASK_REQUEST,
  EVALUATE_REQUEST,
  KB_LIST_REQUEST,
  KB_TEST_REQUEST,
  MODEL_LIST_REQUEST,
  MODEL_TEST_REQUEST,
  REPAIR_REQUEST,
  RUN_REQUEST,
  RUN_TARGET_REQUEST,
  SECRET_REQUEST,
  type SecretParams,
} from '../../../server/src/protocol/index';
import { startEndpoint, type Behaviour, type Endpoint } from '../../adapters/kb/endpoint';
import { temporaryFolder } from '../../cli/temporary-folder';
import { TestClient } from '../../lsp/client';
import { agrees } from '../../support/agreeing-model';
import { startModelServer, type ModelServer } from '../../support/model-server';
import { PEOPLE_SCHEMA } from '../../support/people-schema';
import { FAULTS, nothingFound } from './chatty-servers';
import { Planted } from './planted';

const planted = new Planted();
const encoded = (name: string): string => encodeURIComponent(planted.secret(name));
const withSecrets = (address: string, name: string): string =>
  `${address.replace('//', `//ada:${encoded(`${name} password`)}@`)}?apikey=${encoded(`${name} query`)}`;
const QUESTION = 'Where was Barack Obama born?';
const QUERY =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x WHERE { ns:m.02mjmr ns:people.person.birthplace ?x . }\n';
const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

let kb: Endpoint;
let model: ModelServer;
let client: TestClient;
let folder: string;
let settings: Record<string, unknown>;
let behave: Behaviour = nothingFound;
let header: string;
/** All that the server has sent since the last look. */
let sent = '';
const wanted: SecretParams[] = [];

beforeAll(async () => {
  kb = await startEndpoint((response, asked) => behave(response, asked));
  model = await startModelServer([
    { shape: 'proposal', json: { thought: 'So.', query: QUERY }, always: true },
    ...agrees(QUESTION),
  ]);
  header = `# endpoint: ${withSecrets(kb.address, 'header line')}`;
  folder = temporaryFolder({
    'schema.json': JSON.stringify(PEOPLE_SCHEMA),
    'questions.jsonl': `${JSON.stringify({ id: 'one', question: QUESTION, answers: ['m.02hrh0_'] })}\n`,
  });
  settings = {
    schema: { file: 'schema.json' },
    knowledgeBases: {
      prod: {
        endpoint: withSecrets(kb.address, 'settings'),
        updateEndpoint: withSecrets(kb.address, 'update'),
        headers: { 'X-Api-Key': planted.secret('settings header') },
        secretHeaders: ['X-Secret'],
      },
      user: { endpoint: kb.address, auth: 'basic', user: 'ada' },
    },
    models: {
      mine: {
        url: `${model.url}?key=${encoded('model query')}`,
        key: true,
        retries: 0,
        headers: { 'X-Api-Key': planted.secret('model header') },
      },
    },
    knowledgeBase: 'prod',
    model: 'mine',
  };
  client = await TestClient.start({ settings, folder, env: { FUNFUSIC_CACHE: `${folder}/cache` } });
  client.process.stdout.on('data', (chunk: Buffer) => (sent += chunk.toString('utf8')));
  client.process.stderr.on('data', (chunk: Buffer | string) => (sent += chunk.toString()));
  // The one message that has them goes to the server.
  client.connection.onRequest(SECRET_REQUEST, (params: SecretParams) => {
    wanted.push(params);
    return planted.secret(`reply ${params.what}`);
  });
});
afterAll(async () => {
  await client.stop();
  await kb.close();
  await model.close();
});

/** The text of the user's own document is none: the editor has it already. */
function leaks(): readonly string[] {
  const all = sent.replaceAll(JSON.stringify(header).slice(1, -1), '');
  sent = '';
  return [...planted.leaksIn(all), ...planted.leaksUnder(folder)];
}

describe.each([
  ['well', nothingFound],
  ['badly: 401', FAULTS['401'] ?? nothingFound],
  ['badly: 500', FAULTS['500'] ?? nothingFound],
])('Where all goes %s', (_, behaviour) => {
  it('no secret is in a reply, an event or a log line of the language server', async () => {
    behave = behaviour;
    for (const one of ['prod', 'user']) {
      await client.changeSettings({ ...settings, knowledgeBase: one });
      await client.request(KB_TEST_REQUEST, { kb: one });
      expect(leaks()).toEqual([]);
      const uri = await client.open(`# question: ${QUESTION}\n${QUERY}`);
      await client.request(RUN_REQUEST, { textDocument: { uri }, range: START, progress: 'p' });
      expect(leaks()).toEqual([]);
      await client.request(REPAIR_REQUEST, { textDocument: { uri }, range: START, progress: 'p' });
      expect(leaks()).toEqual([]);
      await client.request(ASK_REQUEST, { question: QUESTION, progress: 'p' });
      expect(leaks()).toEqual([]);
    }
    await client.request(KB_LIST_REQUEST);
    await client.request(MODEL_LIST_REQUEST);
    await client.request(MODEL_TEST_REQUEST, { model: 'mine' });
    expect(leaks()).toEqual([]);
    expect(planted.leaksIn(JSON.stringify(wanted))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(0);
  });

  it('no secret of an address that a file or the setting names is in a reply', async () => {
    behave = behaviour;
    await client.changeSettings({ ...settings, knowledgeBase: withSecrets(kb.address, 'chosen') });
    const plain = await client.open(QUERY);
    const named = await client.open(`${header}\n# question: ${QUESTION}\n${QUERY}`);
    for (const uri of [plain, named])
      for (const request of [RUN_TARGET_REQUEST, RUN_REQUEST, REPAIR_REQUEST])
        await client.request(request, { textDocument: { uri }, range: START, progress: 'p' });
    await client.request(ASK_REQUEST, { question: QUESTION, progress: 'p' });
    await client.request(EVALUATE_REQUEST, { dataset: `${folder}/questions.jsonl`, strategy: 'auto' });
    expect(leaks()).toEqual([]);
  });
});

describe('An evaluation of the language server', { timeout: 180_000 }, () => {
  it('writes no secret, and its command is not given one as an argument', async () => {
    behave = nothingFound;
    await client.changeSettings(settings);
    const dataset = `${folder}/questions.jsonl`;
    const reply = await client.request(EVALUATE_REQUEST, { dataset, strategy: 'auto', progress: 'p' });
    expect(reply).toMatchObject({ state: 'finished' });
    behave = FAULTS['500'] ?? nothingFound;
    await client.request(EVALUATE_REQUEST, { dataset, strategy: 'rng-kbqa', withoutModel: true });
    expect(leaks()).toEqual([]);
    expect(planted.leaksIn(JSON.stringify(wanted))).toEqual([]);
    // They did get where they belong.
    expect(planted.leaksIn(JSON.stringify(model.asked.map(({ headers }) => headers)))).toContain('reply key');
    expect(planted.leaksIn(JSON.stringify(kb.asked.map(({ headers }) => headers)))).toContain(
      'reply X-Secret',
    );
  });
});
