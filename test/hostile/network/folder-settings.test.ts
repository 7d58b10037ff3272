/** A folder that somebody else wrote: its .vscode/settings.json must not choose whom a command contacts, with which key, at what cost. */
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
  // Small, and in the folder: it needs no consent.
  'schema.json': JSON.stringify(PEOPLE_SCHEMA),
  'questions.jsonl': `${JSON.stringify({ question: 'Who?', sparql: QUERY })}\n`,
};

/** A folder with settings, and a place for what is remembered. */
function folderWith(settings: object, files: Readonly<Record<string, string>> = {}): Folder {
  const whole = { 'funfusic.schema.file': 'schema.json', ...settings };
  const cwd = temporaryFolder({ ...FILES, '.vscode/settings.json': JSON.stringify(whole), ...files });
  return { cwd, file: join(cwd, '.vscode', 'settings.json'), cache: join(cwd, 'cache') };
}

interface Folder {
  readonly cwd: string;
  readonly file: string;
  readonly cache: string;
}

const inFolder = (
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

/** Exit status 2, and the host, the file and the option are named. */
function expectRefusal({ code, stderr }: Outcome, folder: Folder, where: string): void {
  expect(stderr).toContain(where);
  expect(stderr).toContain(folder.file);
  expect(stderr).toContain('--trust-folder');
  expect(code).toBe(2);
}

describe('A KB that the settings of a folder name', () => {
  it.each([
    ['run', ['run', 'all.rq']],
    ['run with its name', ['run', '--kb', 'Evil', 'all.rq']],
    ['run with a query that names it', ['run', '--kb', 'Evil', 'named.rq']],
    ['run by lines', ['run', '--jsonl']],
    ['ask', ['ask', 'Who directed Titanic?']],
    ['repair', ['repair', 'all.rq']],
    ['explain', ['explain', 'all.rq']],
    ['eval', ['eval', 'questions.jsonl', '--out', 'run']],
    ['ablate', ['ablate', 'questions.jsonl', '--out', 'run']],
    ['lint', ['lint', '--kb', 'Evil', 'questions.jsonl']],
    ['schema', ['schema', '--kb', 'Evil']],
    ['mcp', ['mcp']],
  ])('is not contacted by %s without consent', async (_, args) => {
    const { address, asked } = await endpoint(answers(oneRow));
    const folder = folderWith(evilKb(address));
    const outcome = await inFolder(folder, args);
    expect(asked).toEqual([]);
    expectRefusal(outcome, folder, address);
    expect(existsSync(join(folder.cwd, 'run'))).toBe(false);
  });

  it('is not contacted for a query that names it, nor from a folder below', async () => {
    const { address, asked } = await endpoint(answers(oneRow));
    const folder = folderWith({ 'funfusic.knowledgeBases': { Evil: { endpoint: address } } });
    mkdirSync(join(folder.cwd, 'below'));
    const below = { ...folder, cwd: join(folder.cwd, 'below') };
    expectRefusal(await inFolder(below, ['run', '../named.rq']), folder, address);
    expect(asked).toEqual([]);
  });

  it('is not contacted where the setting is an address itself', async () => {
    const { address, asked } = await endpoint(answers(oneRow));
    const folder = folderWith({ 'funfusic.knowledgeBase': address });
    expectRefusal(await inFolder(folder, ['run', 'all.rq']), folder, address);
    expect(asked).toEqual([]);
  });

  it('cannot put itself in the place of an address that is typed', async () => {
    const evil = await endpoint(answers(oneRow));
    const honest = await endpoint(answers(oneRow));
    const folder = folderWith({
      'funfusic.knowledgeBases': { [honest.address]: { endpoint: evil.address } },
    });
    const { code } = await inFolder(folder, ['run', '--kb', honest.address, 'all.rq']);
    expect([evil.asked.length, honest.asked.length > 0, code]).toEqual([0, true, 0]);
  });

  it('is not told where updates go without consent to that address', async () => {
    const { address } = await endpoint(answers(oneRow));
    const update = 'http://updates.example/sparql';
    const folder = folderWith({
      'funfusic.knowledgeBases': { Evil: { endpoint: address, updateEndpoint: update, writable: true } },
    });
    expectRefusal(await inFolder(folder, ['run', '--kb', 'Evil', 'all.rq']), folder, update);
  });

  it('is not read from a file outside the folder without consent', async () => {
    const other = temporaryFolder({ 'private.ttl': FILES['facts.ttl'] });
    const file = join(other, 'private.ttl');
    const folder = folderWith({ 'funfusic.knowledgeBases': { Evil: { file } } });
    expectRefusal(await inFolder(folder, ['run', '--kb', 'Evil', 'all.rq']), folder, file);
    expect((await inFolder(folder, ['run', '--kb', 'Evil', '--trust-folder', 'all.rq'])).code).toBe(0);
  });

  it('is contacted with --trust-folder, which is not remembered', async () => {
    const { address, asked } = await endpoint(answers(oneRow));
    const folder = folderWith(evilKb(address));
    const { code, stderr } = await inFolder(folder, ['run', '--trust-folder', 'all.rq']);
    expect([code, asked.length > 0]).toEqual([0, true]);
    expect(stderr).not.toContain('trust');
    expectRefusal(await inFolder(folder, ['run', 'all.rq']), folder, address);
  });

  it('needs no consent where its address is typed, or its file is in the folder', async () => {
    const { address, asked } = await endpoint(answers(oneRow));
    const folder = folderWith({
      ...evilKb('http://evil.example/sparql'),
      'funfusic.knowledgeBases': { Own: { file: 'facts.ttl' } },
    });
    expect((await inFolder(folder, ['run', '--kb', address, 'all.rq'])).code).toBe(0);
    expect(asked.length).toBeGreaterThan(0);
    expect((await inFolder(folder, ['run', '--kb', 'Own', 'all.rq'])).code).toBe(0);
  });

  it('needs none where the settings are those of the editor', async () => {
    const { address, asked } = await endpoint(answers(oneRow));
    const folder = folderWith({});
    const settings = { knowledgeBases: { Mine: { endpoint: address } }, knowledgeBase: 'Mine' };
    const env = { FUNFUSIC_SETTINGS: JSON.stringify(settings) };
    expect((await inFolder(folder, ['run', 'all.rq'], env)).code).toBe(0);
    expect(asked.length).toBeGreaterThan(0);
  });
});

/** Counts the requests; whatever they are, they fail. */
const modelAt = (): ReturnType<typeof endpoint> =>
  endpoint((response) => response.writeHead(400, { 'content-type': 'application/json' }).end('{}'));
const urlOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}/v1`;
const ASK = ['ask', '--kb', 'facts.ttl', '--strategy', 'auto', 'Who directed Titanic?'];

describe('A model that the settings of a folder choose', () => {
  it.each([
    ['ask', ASK],
    ['ask with its name', [...ASK, '--model', 'Evil']],
    ['repair', ['repair', '--kb', 'facts.ttl', 'all.rq']],
    ['explain with its name', ['explain', '--kb', 'facts.ttl', '--model', 'Evil', 'all.rq']],
    ['eval', ['eval', 'questions.jsonl', '--kb', 'facts.ttl', '--out', 'run']],
    ['mcp', ['mcp', '--kb', 'facts.ttl']],
  ])('is not asked by %s without consent', async (_, args) => {
    const server = await modelAt();
    const folder = folderWith({
      'funfusic.models': { Evil: { url: urlOf(server) } },
      'funfusic.model': 'Evil',
    });
    const outcome = await inFolder(folder, args);
    expect(server.asked).toEqual([]);
    expectRefusal(outcome, folder, `127.0.0.1:${server.port}`);
  });

  it('is asked with consent, without a key', async () => {
    const server = await modelAt();
    const folder = folderWith({
      'funfusic.models': { Own: { url: urlOf(server), retries: 0 } },
      'funfusic.model': 'Own',
    });
    await inFolder(folder, [...ASK, '--trust-folder']);
    expect(server.asked.length).toBeGreaterThan(0);
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('never gets a key of the environment that the command line does not name it for', async () => {
    const server = await modelAt();
    const env = {
      FUNFUSIC_EVIL_KEY: 'sk-0123456789',
      FUNFUSIC_EVIL_ADDRESS: `http://127.0.0.1:${server.port}`,
    };
    const folder = folderWith({
      'funfusic.models': { Evil: { url: urlOf(server), key: true, retries: 0 } },
      'funfusic.model': 'Evil',
    });
    const ignored = await inFolder(folder, [...ASK, '--trust-folder'], env);
    expect(server.asked).toEqual([]);
    expect(ignored.stderr).toMatch(/Evil .*--model Evil/);
    await inFolder(folder, [...ASK, '--trust-folder', '--model', 'Evil'], env);
    expect(server.asked[0]?.headers.authorization).toBe('Bearer sk-0123456789');
  });

  it('never gets the key of OpenAI by being its own choice', async () => {
    // Every request to api.openai.com would have to pass here.
    const proxy = await modelAt();
    const through = `http://127.0.0.1:${proxy.port}`;
    const env = { OPENAI_API_KEY: 'sk-0123456789', HTTPS_PROXY: through, https_proxy: through };
    const folder = folderWith({
      'funfusic.models': { Costly: { url: 'https://api.openai.com/v1' } },
      'funfusic.model': 'Costly',
    });
    const { stderr } = await inFolder(folder, [...ASK, '--trust-folder'], env);
    expect(proxy.connections()).toBe(0);
    expect(stderr).toContain('--model Costly');
  });

  it.each([
    ['prompts', { 'funfusic.prompts.folder': 'prompts' }],
    ['exemplars', { 'funfusic.exemplars.file': 'exemplars.jsonl' }],
  ])(
    'is not told the %s of a folder without consent, at an address that is typed either',
    async (what, settings) => {
      const server = await modelAt();
      const folder = folderWith(settings, { 'prompts/x.md': '', 'exemplars.jsonl': '' });
      const typed = [...ASK, '--model', 'm', '--model-url', urlOf(server)];
      expectRefusal(await inFolder(folder, typed), folder, join(folder.cwd, what));
      expect(server.asked).toEqual([]);
      expect((await inFolder(folder, ASK)).stderr).not.toContain('--trust-folder');
    },
  );
});

describe('The budget of a folder', () => {
  it.each([
    ['higher', { calls: 5000, tokens: 9_000_000 }],
    ['unlimited', { calls: 0, tokens: 0 }],
  ])('that is %s is replaced by the default', async (_, { calls, tokens }) => {
    const server = await modelAt();
    const folder = folderWith({
      'funfusic.repair.budget.calls': calls,
      'funfusic.repair.budget.tokens': tokens,
    });
    const model = ['--model', 'm', '--model-url', urlOf(server)];
    const { stderr } = await inFolder(folder, [
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

/** A terminal of the tests: util-linux has a program that makes one. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

describe.skipIf(!hasTerminal)('On a terminal', () => {
  const onTerminal = (
    folder: Folder,
    args: readonly string[],
    answer: string,
  ): { code: number | null; said: string } => {
    const command = [process.execPath, CLI, ...args].map((part) => `'${part}'`).join(' ');
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder.cwd,
      input: answer,
      encoding: 'utf8',
      env: { ...process.env, FUNFUSIC_CACHE: folder.cache },
      timeout: 50_000,
    });
    return { code: status, said: stdout };
  };
  // Nobody listens there: who asks anyway finds nobody.
  const NOBODY = 'http://127.0.0.1:9/sparql';
  const args = ['run', '--kb', 'Evil', 'all.rq'];

  it('the user is asked once, and what was confirmed is remembered until the address changes', () => {
    const folder = folderWith(evilKb(NOBODY));
    const first = onTerminal(folder, args, 'y\n');
    expect(first.said).toContain(`KB Evil: ${NOBODY}`);
    expect(first.said).toContain(folder.file);
    expect(first.said).toContain('127.0.0.1:9 refused the connection');
    const again = onTerminal(folder, args, '');
    expect(again.said).not.toContain('[y/N]');
    expect(again.said).toContain('127.0.0.1:9 refused the connection');
    writeFileSync(folder.file, JSON.stringify(evilKb(`${NOBODY}?other`)));
    const changed = onTerminal(folder, args, 'n\n');
    expect(changed.said).toContain('[y/N]');
    expect(changed.said).not.toContain('refused the connection');
    expect(changed.code).toBe(2);
  });

  it('everything but yes is no, and is not remembered', () => {
    const folder = folderWith(evilKb(NOBODY));
    const { code, said } = onTerminal(folder, args, '\n');
    expect([code, said.includes('refused the connection')]).toEqual([2, false]);
    expect(existsSync(folder.cache) ? readdirSync(folder.cache) : []).toEqual([]);
    expect(onTerminal(folder, args, 'no\n').said).toContain('[y/N]');
  });

  it('one question covers the KB, the model and the prompts', () => {
    const folder = folderWith({
      ...evilKb(NOBODY),
      'funfusic.models': { Evil: { url: 'http://127.0.0.1:9/v1' } },
      'funfusic.model': 'Evil',
      'funfusic.prompts.folder': 'prompts',
    });
    const { said } = onTerminal(folder, ['ask', 'Who directed Titanic?'], 'n\n');
    expect(said.match(/\[y\/N\]/g)).toHaveLength(1);
    for (const part of ['KB Evil: ', 'model Evil: ', 'prompts: ']) expect(said).toContain(part);
  });
});
