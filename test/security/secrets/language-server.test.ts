/** The language server neither sends nor writes the secrets that it gets from settings, files and the editor. */
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
import { agreeingSteps } from '../../support/agreeing-model';
import { startModelServer, type ModelServer } from '../../support/model-server';
import { PEOPLE_SCHEMA } from '../../support/people-schema';
import { ECHOING_SERVERS, answersEmpty } from './echoing-servers';
import { PlantedSecrets } from './planted-secrets';

const secrets = new PlantedSecrets();

const QUESTION = 'Where was Barack Obama born?';
const QUERY =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x WHERE { ns:m.02mjmr ns:people.person.birthplace ?x . }\n';
const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

let kb: Endpoint;
let model: ModelServer;
let client: TestClient;
let folder: string;
let settings: Record<string, unknown>;
let behave: Behaviour = answersEmpty;
let header: string;
/** Everything that the server has sent since the last call of `takeLeaks`. */
let sent = '';
const secretRequests: SecretParams[] = [];

beforeAll(async () => {
  kb = await startEndpoint((response, request) => behave(response, request));
  model = await startModelServer([
    { shape: 'proposal', json: { thought: 'So.', query: QUERY }, always: true },
    ...agreeingSteps(QUESTION),
  ]);
  header = `# endpoint: ${secrets.address(kb.address, 'header line')}`;
  folder = temporaryFolder({
    'schema.json': JSON.stringify(PEOPLE_SCHEMA),
    'questions.jsonl': `${JSON.stringify({ id: 'one', question: QUESTION, answers: ['m.02hrh0_'] })}\n`,
  });
  settings = {
    schema: { file: 'schema.json' },
    knowledgeBases: {
      prod: {
        endpoint: secrets.address(kb.address, 'settings'),
        updateEndpoint: secrets.address(kb.address, 'update'),
        headers: { 'X-Api-Key': secrets.secret('settings header') },
        secretHeaders: ['X-Secret'],
      },
      user: { endpoint: kb.address, auth: 'basic', user: 'ada' },
    },
    models: {
      mine: {
        url: `${model.url}?key=${secrets.encoded('model query')}`,
        key: true,
        retries: 0,
        headers: { 'X-Api-Key': secrets.secret('model header') },
      },
    },
    knowledgeBase: 'prod',
    model: 'mine',
  };
  client = await TestClient.start({ settings, folder, env: { FUNFUSIC_CACHE: `${folder}/cache` } });
  client.process.stdout.on('data', (chunk: Buffer) => (sent += chunk.toString('utf8')));
  client.process.stderr.on('data', (chunk: Buffer | string) => (sent += chunk.toString()));
  // Responses to the server may contain secrets.
  client.connection.onRequest(SECRET_REQUEST, (params: SecretParams) => {
    secretRequests.push(params);
    return secrets.secret(`reply ${params.what}`);
  });
});
afterAll(async () => {
  await client.stop();
  await kb.close();
  await model.close();
});

/** Returns the secrets in what was sent and written. The header line of the document is not a leak. */
function takeLeaks(): readonly string[] {
  const all = sent.replaceAll(JSON.stringify(header).slice(1, -1), '');
  sent = '';
  return [...secrets.leaksIn(all), ...secrets.leaksUnder(folder)];
}

describe.each([
  ['answers', answersEmpty],
  ['responds with 401', ECHOING_SERVERS['401'] ?? answersEmpty],
  ['responds with 500', ECHOING_SERVERS['500'] ?? answersEmpty],
])('KB that %s', (_, behaviour) => {
  it('responses, events and logs of the language server contain no secrets', async () => {
    behave = behaviour;
    for (const name of ['prod', 'user']) {
      await client.changeSettings({ ...settings, knowledgeBase: name });
      await client.request(KB_TEST_REQUEST, { kb: name });
      expect(takeLeaks()).toEqual([]);
      const uri = await client.open(`# question: ${QUESTION}\n${QUERY}`);
      await client.request(RUN_REQUEST, { textDocument: { uri }, range: START, progress: 'p' });
      expect(takeLeaks()).toEqual([]);
      await client.request(REPAIR_REQUEST, { textDocument: { uri }, range: START, progress: 'p' });
      expect(takeLeaks()).toEqual([]);
      await client.request(ASK_REQUEST, { question: QUESTION, progress: 'p' });
      expect(takeLeaks()).toEqual([]);
    }
    await client.request(KB_LIST_REQUEST);
    await client.request(MODEL_LIST_REQUEST);
    await client.request(MODEL_TEST_REQUEST, { model: 'mine' });
    expect(takeLeaks()).toEqual([]);
    expect(secrets.leaksIn(JSON.stringify(secretRequests))).toEqual([]);
    expect(secretRequests.length).toBeGreaterThan(0);
  });

  it('responses contain no secrets of an address in a file or a setting', async () => {
    behave = behaviour;
    await client.changeSettings({ ...settings, knowledgeBase: secrets.address(kb.address, 'chosen') });
    const plain = await client.open(QUERY);
    const named = await client.open(`${header}\n# question: ${QUESTION}\n${QUERY}`);
    for (const uri of [plain, named])
      for (const request of [RUN_TARGET_REQUEST, RUN_REQUEST, REPAIR_REQUEST])
        await client.request(request, { textDocument: { uri }, range: START, progress: 'p' });
    await client.request(ASK_REQUEST, { question: QUESTION, progress: 'p' });
    await client.request(EVALUATE_REQUEST, { dataset: `${folder}/questions.jsonl`, strategy: 'auto' });
    expect(takeLeaks()).toEqual([]);
  });
});

describe('evaluation of the language server', { timeout: 180_000 }, () => {
  it('an evaluation writes no secrets and passes none as arguments', async () => {
    behave = answersEmpty;
    await client.changeSettings(settings);
    const dataset = `${folder}/questions.jsonl`;
    const reply = await client.request(EVALUATE_REQUEST, { dataset, strategy: 'auto', progress: 'p' });
    expect(reply).toMatchObject({ state: 'finished' });
    behave = ECHOING_SERVERS['500'] ?? answersEmpty;
    await client.request(EVALUATE_REQUEST, { dataset, strategy: 'rng-kbqa', withoutModel: true });
    expect(takeLeaks()).toEqual([]);
    expect(secrets.leaksIn(JSON.stringify(secretRequests))).toEqual([]);
    // The servers did receive the secrets.
    expect(secrets.leaksIn(JSON.stringify(model.requests.map(({ headers }) => headers)))).toContain(
      'reply key',
    );
    expect(secrets.leaksIn(JSON.stringify(kb.requests.map(({ headers }) => headers)))).toContain(
      'reply X-Secret',
    );
  });
});
