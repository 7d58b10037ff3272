/** Folders by other people: their .vscode/settings.json must not choose hosts, keys or budgets without consent. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../adapters/kb/closing';
import { answers, oneRow } from '../../adapters/kb/endpoint';
import { funfusic, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { CLI } from '../../lsp/build';
import { PEOPLE_SCHEMA } from '../../support/people-schema';

const QUERY = 'SELECT ?x WHERE { ?x <http://example.org/p> ?o }\n';
const FILES = {
  'all.rq': QUERY,
  'named.rq': `# endpoint: Evil\n${QUERY}`,
  'facts.ttl': '<http://example.org/a> <http://example.org/p> <http://example.org/b> .\n',
  // Faster than the bundled schema; a file inside the folder needs no consent.
  'schema.json': JSON.stringify(PEOPLE_SCHEMA),
  'questions.jsonl': `${JSON.stringify({ question: 'Who?', sparql: QUERY })}\n`,
};

/** Creates a folder with settings and a cache for remembered consent. */
function createFolder(settings: object, files: Readonly<Record<string, string>> = {}): Folder {
  const whole = { 'funfusic.schema.file': 'schema.json', ...settings };
  const cwd = temporaryFolder({ ...FILES, '.vscode/settings.json': JSON.stringify(whole), ...files });
  return { cwd, file: join(cwd, '.vscode', 'settings.json'), cache: join(cwd, 'cache') };
}

interface Folder {
  readonly cwd: string;
  readonly file: string;
  readonly cache: string;
}

const runInFolder = (
  { cwd, cache }: Folder,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> =>
  funfusic(args, {
    cwd,
    env: { FUNFUSIC_CACHE: cache, ...env },
    stdin: `${JSON.stringify({ query: QUERY })}\n`,
  });

const evilKb = (address: string): object => ({
  'funfusic.knowledgeBases': { Evil: { endpoint: address, engine: 'other' } },
  'funfusic.knowledgeBase': 'Evil',
});

/** Expects exit status 2 and a message with the host, the settings file and the option. */
function expectRefusal({ code, stderr }: Outcome, folder: Folder, address: string): void {
  expect(stderr).toContain(address);
  expect(stderr).toContain(folder.file);
  expect(stderr).toContain('--trust-folder');
  expect(code).toBe(2);
}

describe('KB in folder settings', () => {
  it.each([
    ['run', ['run', 'all.rq']],
    ['run --kb', ['run', '--kb', 'Evil', 'all.rq']],
    ['run --kb with a query that names it', ['run', '--kb', 'Evil', 'named.rq']],
    ['run --jsonl', ['run', '--jsonl']],
    ['ask', ['ask', 'Who directed Titanic?']],
    ['repair', ['repair', 'all.rq']],
    ['explain', ['explain', 'all.rq']],
    ['eval', ['eval', 'questions.jsonl', '--out', 'run']],
    ['ablate', ['ablate', 'questions.jsonl', '--out', 'run']],
    ['lint', ['lint', '--kb', 'Evil', 'questions.jsonl']],
    ['schema', ['schema', '--kb', 'Evil']],
    ['mcp', ['mcp']],
  ])('%s does not contact a KB in folder settings without consent', async (_, args) => {
    const { address, requests } = await endpoint(answers(oneRow));
    const folder = createFolder(evilKb(address));
    const outcome = await runInFolder(folder, args);
    expect(requests).toEqual([]);
    expectRefusal(outcome, folder, address);
    expect(existsSync(join(folder.cwd, 'run'))).toBe(false);
  });

  it('run in a subfolder does not contact a KB in folder settings that a query names', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    const folder = createFolder({ 'funfusic.knowledgeBases': { Evil: { endpoint: address } } });
    mkdirSync(join(folder.cwd, 'below'));
    const below = { ...folder, cwd: join(folder.cwd, 'below') };
    expectRefusal(await runInFolder(below, ['run', '../named.rq']), folder, address);
    expect(requests).toEqual([]);
  });

  it('run does not contact an address in the setting knowledgeBase of a folder without consent', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    const folder = createFolder({ 'funfusic.knowledgeBase': address });
    expectRefusal(await runInFolder(folder, ['run', 'all.rq']), folder, address);
    expect(requests).toEqual([]);
  });

  it('a KB in folder settings cannot replace an address on the command line', async () => {
    const evil = await endpoint(answers(oneRow));
    const honest = await endpoint(answers(oneRow));
    const folder = createFolder({
      'funfusic.knowledgeBases': { [honest.address]: { endpoint: evil.address } },
    });
    const { code } = await runInFolder(folder, ['run', '--kb', honest.address, 'all.rq']);
    expect([evil.requests.length, honest.requests.length > 0, code]).toEqual([0, true, 0]);
  });

  it('run requires consent for the update endpoint of a KB in folder settings', async () => {
    const { address } = await endpoint(answers(oneRow));
    const update = 'http://updates.example/sparql';
    const folder = createFolder({
      'funfusic.knowledgeBases': { Evil: { endpoint: address, updateEndpoint: update, writable: true } },
    });
    expectRefusal(await runInFolder(folder, ['run', '--kb', 'Evil', 'all.rq']), folder, update);
  });

  it('run requires consent for a KB file outside the folder', async () => {
    const other = temporaryFolder({ 'private.ttl': FILES['facts.ttl'] });
    const file = join(other, 'private.ttl');
    const folder = createFolder({ 'funfusic.knowledgeBases': { Evil: { file } } });
    expectRefusal(await runInFolder(folder, ['run', '--kb', 'Evil', 'all.rq']), folder, file);
    expect((await runInFolder(folder, ['run', '--kb', 'Evil', '--trust-folder', 'all.rq'])).code).toBe(0);
  });

  it('--trust-folder gives consent for one command only', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    const folder = createFolder(evilKb(address));
    const { code, stderr } = await runInFolder(folder, ['run', '--trust-folder', 'all.rq']);
    expect([code, requests.length > 0]).toEqual([0, true]);
    expect(stderr).not.toContain('trust');
    expectRefusal(await runInFolder(folder, ['run', 'all.rq']), folder, address);
  });

  it('run needs no consent for an address on the command line or a KB file in the folder', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    const folder = createFolder({
      ...evilKb('http://evil.example/sparql'),
      'funfusic.knowledgeBases': { Own: { file: 'facts.ttl' } },
    });
    expect((await runInFolder(folder, ['run', '--kb', address, 'all.rq'])).code).toBe(0);
    expect(requests.length).toBeGreaterThan(0);
    expect((await runInFolder(folder, ['run', '--kb', 'Own', 'all.rq'])).code).toBe(0);
  });

  it('run needs no consent for a KB in the settings of the editor', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    const folder = createFolder({});
    const settings = { knowledgeBases: { Mine: { endpoint: address } }, knowledgeBase: 'Mine' };
    const env = { FUNFUSIC_SETTINGS: JSON.stringify(settings) };
    expect((await runInFolder(folder, ['run', 'all.rq'], env)).code).toBe(0);
    expect(requests.length).toBeGreaterThan(0);
  });
});

/** A model server that rejects every request. */
const startModel = (): ReturnType<typeof endpoint> =>
  endpoint((response) => response.writeHead(400, { 'content-type': 'application/json' }).end('{}'));
const urlOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}/v1`;
const ASK = ['ask', '--kb', 'facts.ttl', '--strategy', 'auto', 'Who directed Titanic?'];

describe('model in folder settings', () => {
  it.each([
    ['ask', ASK],
    ['ask --model', [...ASK, '--model', 'Evil']],
    ['repair', ['repair', '--kb', 'facts.ttl', 'all.rq']],
    ['explain --model', ['explain', '--kb', 'facts.ttl', '--model', 'Evil', 'all.rq']],
    ['eval', ['eval', 'questions.jsonl', '--kb', 'facts.ttl', '--out', 'run']],
    ['mcp', ['mcp', '--kb', 'facts.ttl']],
  ])('%s does not contact a model in folder settings without consent', async (_, args) => {
    const server = await startModel();
    const folder = createFolder({
      'funfusic.models': { Evil: { url: urlOf(server) } },
      'funfusic.model': 'Evil',
    });
    const outcome = await runInFolder(folder, args);
    expect(server.requests).toEqual([]);
    expectRefusal(outcome, folder, `127.0.0.1:${server.port}`);
  });

  it('ask contacts a model in folder settings with consent, but without a key', async () => {
    const server = await startModel();
    const folder = createFolder({
      'funfusic.models': { Own: { url: urlOf(server), retries: 0 } },
      'funfusic.model': 'Own',
    });
    await runInFolder(folder, [...ASK, '--trust-folder']);
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('a model in folder settings gets a key from the environment only when --model names it', async () => {
    const server = await startModel();
    const env = {
      FUNFUSIC_EVIL_KEY: 'sk-0123456789',
      FUNFUSIC_EVIL_ADDRESS: `http://127.0.0.1:${server.port}`,
    };
    const folder = createFolder({
      'funfusic.models': { Evil: { url: urlOf(server), key: true, retries: 0 } },
      'funfusic.model': 'Evil',
    });
    const ignored = await runInFolder(folder, [...ASK, '--trust-folder'], env);
    expect(server.requests).toEqual([]);
    expect(ignored.stderr).toMatch(/Evil .*--model Evil/);
    await runInFolder(folder, [...ASK, '--trust-folder', '--model', 'Evil'], env);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-0123456789');
  });

  it('a model in folder settings never gets OPENAI_API_KEY', async () => {
    // Receives every request to api.openai.com.
    const proxy = await startModel();
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const env = { OPENAI_API_KEY: 'sk-0123456789', HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl };
    const folder = createFolder({
      'funfusic.models': { Costly: { url: 'https://api.openai.com/v1' } },
      'funfusic.model': 'Costly',
    });
    const { stderr } = await runInFolder(folder, [...ASK, '--trust-folder'], env);
    expect(proxy.connections()).toBe(0);
    expect(stderr).toContain('--model Costly');
  });

  it.each([
    ['prompts', { 'funfusic.prompts.folder': 'prompts' }],
    ['exemplars', { 'funfusic.exemplars.file': 'exemplars.jsonl' }],
  ])('ask does not send the %s of a folder without consent', async (name, settings) => {
    const server = await startModel();
    const folder = createFolder(settings, { 'prompts/x.md': '', 'exemplars.jsonl': '' });
    const typed = [...ASK, '--model', 'm', '--model-url', urlOf(server)];
    expectRefusal(await runInFolder(folder, typed), folder, join(folder.cwd, name));
    expect(server.requests).toEqual([]);
    expect((await runInFolder(folder, ASK)).stderr).not.toContain('--trust-folder');
  });
});

describe('budget in folder settings', () => {
  it.each([
    ['higher', { calls: 5000, tokens: 9_000_000 }],
    ['unlimited', { calls: 0, tokens: 0 }],
  ])('eval replaces a folder budget that is %s with the default', async (_, { calls, tokens }) => {
    const server = await startModel();
    const folder = createFolder({
      'funfusic.repair.budget.calls': calls,
      'funfusic.repair.budget.tokens': tokens,
    });
    const model = ['--model', 'm', '--model-url', urlOf(server)];
    const { stderr } = await runInFolder(folder, [
      ...['eval', 'questions.jsonl', '--kb', 'facts.ttl', '--out', 'run', '--trust-folder'],
      ...model,
    ]);
    expect(stderr).toMatch(/funfusic\.repair\.budget\.calls.*30/);
    expect(stderr).toMatch(/funfusic\.repair\.budget\.tokens.*200000/);
    const run = JSON.parse(readFileSync(join(folder.cwd, 'run', 'run.json'), 'utf8')) as {
      readonly options: { readonly budget: unknown };
    };
    expect(run.options.budget).toMatchObject({ calls: 30, tokens: 200_000 });
  });
});

/** `script` of util-linux runs a command in a pseudoterminal. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

describe.skipIf(!hasTerminal)('consent on a terminal', () => {
  const runOnTerminal = (
    folder: Folder,
    args: readonly string[],
    answer: string,
  ): { code: number | null; output: string } => {
    const command = [process.execPath, CLI, ...args].map((part) => `'${part}'`).join(' ');
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder.cwd,
      input: answer,
      encoding: 'utf8',
      env: { ...process.env, FUNFUSIC_CACHE: folder.cache },
      timeout: 50_000,
    });
    return { code: status, output: stdout };
  };
  // No server listens on this port.
  const UNUSED_ADDRESS = 'http://127.0.0.1:9/sparql';
  const args = ['run', '--kb', 'Evil', 'all.rq'];

  it('consent on a terminal is remembered until the address changes', () => {
    const folder = createFolder(evilKb(UNUSED_ADDRESS));
    const first = runOnTerminal(folder, args, 'y\n');
    expect(first.output).toContain(`KB Evil: ${UNUSED_ADDRESS}`);
    expect(first.output).toContain(folder.file);
    expect(first.output).toContain('127.0.0.1:9 refused the connection');
    const again = runOnTerminal(folder, args, '');
    expect(again.output).not.toContain('[y/N]');
    expect(again.output).toContain('127.0.0.1:9 refused the connection');
    writeFileSync(folder.file, JSON.stringify(evilKb(`${UNUSED_ADDRESS}?other`)));
    const changed = runOnTerminal(folder, args, 'n\n');
    expect(changed.output).toContain('[y/N]');
    expect(changed.output).not.toContain('refused the connection');
    expect(changed.code).toBe(2);
  });

  it('any answer but yes on a terminal declines and is not remembered', () => {
    const folder = createFolder(evilKb(UNUSED_ADDRESS));
    const { code, output } = runOnTerminal(folder, args, '\n');
    expect([code, output.includes('refused the connection')]).toEqual([2, false]);
    // Compiled code is cached, consent is not.
    const cached = existsSync(folder.cache) ? readdirSync(folder.cache) : [];
    expect(cached.filter((name) => name !== 'code')).toEqual([]);
    expect(runOnTerminal(folder, args, 'no\n').output).toContain('[y/N]');
  });

  it('one prompt on a terminal covers the KB, the model and the prompts', () => {
    const folder = createFolder({
      ...evilKb(UNUSED_ADDRESS),
      'funfusic.models': { Evil: { url: 'http://127.0.0.1:9/v1' } },
      'funfusic.model': 'Evil',
      'funfusic.prompts.folder': 'prompts',
    });
    const { output } = runOnTerminal(folder, ['ask', 'Who directed Titanic?'], 'n\n');
    expect(output.match(/\[y\/N\]/g)).toHaveLength(1);
    for (const part of ['KB Evil: ', 'model Evil: ', 'prompts: ']) expect(output).toContain(part);
  });
});
