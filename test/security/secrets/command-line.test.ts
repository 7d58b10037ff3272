/** Commands write no secrets that they get from arguments, the environment and settings. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { text } from 'node:stream/consumers';
import type { Stream } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEndpoint, type Behaviour, type Endpoint } from '../../adapters/kb/endpoint';
import { funfusic } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { CLI } from '../../lsp/build';
import { agreeingSteps } from '../../support/agreeing-model';
import { startModelServer, type ModelServer } from '../../support/model-server';
import { PEOPLE_SCHEMA } from '../../support/people-schema';
import { ECHOING_SERVERS, answersEmpty } from './echoing-servers';
import { PlantedSecrets } from './planted-secrets';

const secrets = new PlantedSecrets();

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const QUERY = `${PREFIX}SELECT ?x WHERE { ns:m.02mjmr ns:people.person.birthplace ?x . }\n`;
const QUESTION = 'Where was Barack Obama born?';

let kb: Endpoint;
let model: ModelServer;
let behave: Behaviour = answersEmpty;
let cwd: string;
let address: string;
let modelUrl: string;
const INPUTS = ['.vscode/settings.json', 'named.rq', 'queries.jsonl', 'kbs.jsonl'];

beforeAll(async () => {
  kb = await startEndpoint((response, request) => behave(response, request));
  model = await startModelServer([
    { shape: 'proposal', json: { thought: 'So.', query: QUERY }, always: true },
    ...agreeingSteps(QUESTION),
  ]);
  address = secrets.address(kb.address, 'typed');
  modelUrl = `${model.url}?key=${secrets.encoded('model query')}`;
  const named = secrets.address(kb.address, 'header line');
  cwd = temporaryFolder({
    'query.rq': `# question: ${QUESTION}\n${QUERY}`,
    'named.rq': `# endpoint: ${named}\n# question: ${QUESTION}\n${QUERY}`,
    'insert.rq': 'INSERT DATA { <http://e/a> <http://e/b> <http://e/c> }\n',
    'facts.ttl': '<http://e/a> <http://e/b> <http://e/c> .\n',
    'schema.json': JSON.stringify(PEOPLE_SCHEMA),
    'questions.jsonl': `${JSON.stringify({ id: 'one', question: QUESTION, answers: ['m.02hrh0_'] })}\n`,
    '.vscode/settings.json': JSON.stringify({
      'funfusic.schema.file': 'schema.json',
      'funfusic.knowledgeBases': {
        prod: {
          endpoint: secrets.address(kb.address, 'settings'),
          updateEndpoint: secrets.address(kb.address.replace('sparql', 'update'), 'update'),
          headers: { 'X-Api-Key': secrets.secret('settings header') },
          secretHeaders: ['X-Secret'],
          writable: true,
        },
        token: { endpoint: kb.address, auth: 'bearer' },
        user: { endpoint: kb.address, auth: 'basic', user: 'ada' },
        far: { endpoint: 'http://kb.example/sparql' },
      },
      'funfusic.models': {
        mine: {
          url: modelUrl,
          key: true,
          retries: 0,
          headers: { 'X-Api-Key': secrets.secret('model header') },
        },
      },
    }),
  });
});
afterAll(async () => {
  await kb.close();
  await model.close();
});

const environment = (): Record<string, string> => ({
  FUNFUSIC_CACHE: `${cwd}/cache`,
  FUNFUSIC_PROD_X_SECRET: secrets.secret('secret header'),
  FUNFUSIC_PROD_ADDRESS: kb.address,
  FUNFUSIC_TOKEN_TOKEN: secrets.secret('token'),
  FUNFUSIC_TOKEN_ADDRESS: kb.address,
  FUNFUSIC_USER_PASSWORD: secrets.secret('password'),
  FUNFUSIC_USER_ADDRESS: kb.address,
  FUNFUSIC_MINE_KEY: secrets.secret('model key'),
  FUNFUSIC_MINE_ADDRESS: model.url,
  FUNFUSIC_TYPED_KEY: secrets.secret('typed model key'),
});

/** Runs a command and returns the secrets in its output and in the files of the folder. */
async function leaksOf(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<readonly string[]> {
  const outcome = await funfusic([...args, '--trust-folder'], {
    cwd,
    env: { ...environment(), ...env },
  });
  return [...secrets.leaksIn(JSON.stringify(outcome)), ...secrets.leaksUnder(cwd, INPUTS)];
}

describe('secrets of a KB', { timeout: 180_000 }, () => {
  it('messages of a failed run contain no secrets of a KB', async () => {
    behave = ECHOING_SERVERS['500'] ?? answersEmpty;
    const runs = [
      ['run', '--kb', address, 'query.rq'],
      ['run', '--kb', 'prod', 'query.rq'],
      ['run', '--kb', 'prod', 'insert.rq'],
      ['explain', '--kb', 'token', 'query.rq'],
      ['lint', '--kb', 'user', 'questions.jsonl'],
      ['run', 'named.rq'],
    ];
    expect((await Promise.all(runs.map((args) => leaksOf(args)))).flat()).toEqual([]);
  });

  it('messages about an invalid address contain no secrets of a KB', async () => {
    const addresses = [
      address.replace('http:', 'htp:'),
      address.replace(/@[^/]*/, '@127.0.0.1:99999'),
      address.replace(/@[^/]*/, '@127.0.0.1:9'),
      address.replace(/@[^/]*/, '@'),
      address.replace('%2F', '/'),
    ];
    const all = addresses.map((one) => leaksOf(['run', '--kb', one, 'query.rq']));
    expect((await Promise.all(all)).flat()).toEqual([]);
  });

  it('messages about a failed run contain no secrets of a proxy', async () => {
    behave = ECHOING_SERVERS['407'] ?? answersEmpty;
    const proxy = `http://ada:${secrets.encoded('proxy')}@127.0.0.1:${kb.port}`;
    const unreachable = `http://ada:${secrets.encoded('proxy')}@127.0.0.1:9`;
    const proxyEnvironment = (address: string): Record<string, string> => ({
      HTTP_PROXY: address,
      http_proxy: address,
      NO_PROXY: '',
      no_proxy: '',
    });
    const args = ['run', '--kb', 'far', 'query.rq'];
    const leaks = await Promise.all([
      leaksOf(args, proxyEnvironment(proxy)),
      leaksOf(args, proxyEnvironment(unreachable)),
    ]);
    expect(leaks.flat()).toEqual([]);
    const sent = kb.requests.at(-1)?.headers['proxy-authorization'] ?? '';
    expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString()).toContain('zqproxy');
  });

  it.each([
    ['ask', ['ask', '--json', '--trace', 'out-ask.jsonl', QUESTION]],
    [
      'repair',
      [
        'repair',
        '--trace',
        'out-repair.jsonl',
        '--record',
        'out-record.jsonl',
        '--model',
        'mine',
        'query.rq',
      ],
    ],
    ['schema', ['schema', '--out', 'out-schema.json']],
    ['eval with a model', ['eval', 'questions.jsonl', '--out', 'run-b', '--model', 'typed', '--model-url']],
  ])('%s writes no secrets of a KB, whether it succeeds or fails', async (_, args) => {
    const whole = [...args, ...(args.at(-1) === '--model-url' ? [modelUrl] : [])];
    // One KB answers, the other fails.
    behave = (response, request) =>
      (request.headers['x-secret'] === undefined ? answersEmpty : ECHOING_SERVERS['401'])?.(
        response,
        request,
      );
    // In sequence, because the folder is searched when no command writes to it.
    expect(await leaksOf([...whole, '--kb', address])).toEqual([]);
    expect(await leaksOf([...whole.map(otherFile), '--kb', 'prod'])).toEqual([]);
  });

  it('eval, report and compare write no secrets of a KB', async () => {
    behave = answersEmpty;
    const run = ['eval', 'questions.jsonl', '--kb', address, '--out'];
    expect(await leaksOf([...run, 'run-c'])).toEqual([]);
    const again = await funfusic([...run, 'run-c', '--trust-folder'], { cwd, env: environment() });
    expect([again.code, again.stderr]).toEqual([0, '']);
    // Resuming with another KB is rejected.
    const more = await Promise.all([
      funfusic(['eval', 'questions.jsonl', '--kb', 'prod', '--out', 'run-c', '--trust-folder'], {
        cwd,
        env: environment(),
      }),
      funfusic(['report', 'run-c', '--out', 'report-c'], { cwd }),
      funfusic(['compare', 'run-c', 'run-c'], { cwd }),
    ]);
    expect(more.map(({ code }) => code)).toEqual([2, 0, 0]);
    expect(secrets.leaksIn(JSON.stringify(more))).toEqual([]);
    expect(secrets.leaksUnder(cwd, INPUTS)).toEqual([]);
  });

  it('secrets of a KB are sent neither to another KB nor to a model', async () => {
    behave = answersEmpty;
    const before = [kb.requests.length, model.requests.length];
    const named = ['--kb', kb.address, 'named.rq'];
    await Promise.all([leaksOf(['run', ...named]), leaksOf(['repair', '--model', 'mine', ...named])]);
    expect(secrets.leaksIn(JSON.stringify(kb.requests.slice(before[0])))).toEqual([]);
    const sent = model.requests.slice(before[1]).map(({ body }) => body);
    expect(sent.length).toBeGreaterThan(0);
    expect(secrets.leaksIn(JSON.stringify(sent))).toEqual([]);
  });

  it.each([
    ['succeeds', answersEmpty],
    ['fails', ECHOING_SERVERS['500'] ?? answersEmpty],
  ])('responses of the MCP server contain no secrets of a KB when the KB %s', async (_, behaviour) => {
    behave = behaviour;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '--kb', address, '--model', 'typed', '--model-url', modelUrl, '--trust-folder'],
      cwd,
      env: { ...(process.env as Record<string, string>), ...environment() },
      stderr: 'pipe',
    });
    const received: unknown[] = [];
    const client = new Client({ name: 'tests', version: '1' });
    const errors = text(transport.stderr as Stream & AsyncIterable<string>);
    await client.connect(transport);
    const progress = { onprogress: (one: unknown) => received.push(one) };
    for (const [name, input] of [
      ['check', { query: QUERY }],
      ['run', { query: QUERY }],
      ['ask', { question: QUESTION }],
      ['describe', { what: 'm.02mjmr' }],
    ] as const)
      received.push(
        await client.callTool({ name: `funfusic_${name}`, arguments: input }, undefined, progress),
      );
    await client.close();
    received.push(await errors);
    expect(secrets.leaksIn(JSON.stringify(received))).toEqual([]);
  });
});

describe('secrets of a model', () => {
  it('messages of a failed command contain no secrets of a model', async () => {
    const server = await startEndpoint(ECHOING_SERVERS['401'] ?? answersEmpty);
    try {
      const url = `http://127.0.0.1:${server.port}/v1?key=${secrets.encoded('model query')}`;
      const typed = ['explain', '--kb', 'facts.ttl', '--model', 'typed', '--model-url'];
      const leaks = await Promise.all([
        leaksOf([...typed, url, 'query.rq']),
        leaksOf([...typed, url.replace('//', `//ada:${secrets.encoded('model password')}@`), 'query.rq']),
        leaksOf([...typed, url.replace('http:', 'htp:'), 'query.rq']),
      ]);
      expect(leaks.flat()).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

/** Returns another output name for the second of two runs. */
function otherFile(argument: string): string {
  return /^(?:out-|run-)/.test(argument) ? `${argument}-other` : argument;
}
