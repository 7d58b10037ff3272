import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const birthplace = `${PREFIX}SELECT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }\n`;
const all = 'SELECT ?s ?o WHERE { ?s <http://example.org/knows> ?o } ORDER BY ?s\n';

const folder = temporaryFolder({
  'birthplace.rq': birthplace,
  'two.rq': `${birthplace}### another\n${birthplace}`,
  'all.rq': all,
  'here.rq': `# endpoint: Friends\n${all}`,
  'nowhere.rq': `# endpoint: Strangers\n${all}`,
  'ask.rq': 'ASK { ?s <http://example.org/knows> ?o }\n',
  'construct.rq':
    'CONSTRUCT { ?o <http://example.org/isKnownBy> ?s } WHERE { ?s <http://example.org/knows> ?o }\n',
  'optional.rq':
    'SELECT ?s ?age WHERE { ?s <http://example.org/knows> ?o OPTIONAL { ?s <http://example.org/age> ?age } } ORDER BY ?s\n',
  'broken.rq': 'SELECT ?s WHERE { ?s }\n',
  'insert.rq': 'INSERT DATA { <http://example.org/a> <http://example.org/knows> <http://example.org/d> }\n',
  'friends.ttl': `@prefix : <http://example.org/> .
:a :knows "B, \\"the\\" second"@en .
:b :knows :c ; :age 7 .
`,
  '.vscode/settings.json': `{
    // With comments and a trailing comma, as the editor accepts it.
    "editor.fontSize": 14,
    "funfusic.knowledgeBases": { "Friends": { "file": "friends.ttl" }, },
  }`,
});

const run = (...args: readonly string[]): ReturnType<typeof funfusic> =>
  funfusic(['run', ...args], { cwd: folder });
const runLines = async (
  rows: readonly unknown[],
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly answers: readonly unknown[] }> => {
  const stdin = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const { code, stdout } = await funfusic(['run', '--jsonl', ...args], { cwd: folder, stdin });
  return {
    code,
    answers: stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
  };
};

describe('funfusic run', () => {
  it('uses the sample KB by default and prints names beside the IDs', async () => {
    const { code, stdout } = await run('birthplace.rq');
    expect(stdout).toBe(`place\n${'-'.repeat(21)}\nns:m.02hrh0_ Honolulu\n`);
    expect(code).toBe(0);
  });

  it('omits names with --no-names', async () => {
    const { stdout } = await run('--no-names', 'birthplace.rq');
    expect(stdout).toBe(`place\n${'-'.repeat(12)}\nns:m.02hrh0_\n`);
  });

  it('uses a file of facts as a KB, and writes standard CSV', async () => {
    const { code, stdout } = await run('--kb', 'friends.ttl', '--format', 'csv', 'all.rq');
    expect(stdout).toBe(
      's,o\r\nhttp://example.org/a,"B, ""the"" second"\r\nhttp://example.org/b,http://example.org/c\r\n',
    );
    expect(code).toBe(0);
  });

  it('writes TSV with complete terms, and nothing for unbound variables', async () => {
    const { stdout } = await run('--kb', 'friends.ttl', '--format', 'tsv', 'optional.rq');
    expect(stdout).toBe(
      '?s\t?age\n<http://example.org/a>\t\n<http://example.org/b>\t"7"^^<http://www.w3.org/2001/XMLSchema#integer>\n',
    );
  });

  it('writes standard JSON results', async () => {
    const { stdout } = await run('--kb', 'friends.ttl', '--format', 'json', 'optional.rq');
    expect(JSON.parse(stdout)).toEqual({
      head: { vars: ['s', 'age'] },
      results: {
        bindings: [
          { s: { type: 'uri', value: 'http://example.org/a' } },
          {
            s: { type: 'uri', value: 'http://example.org/b' },
            age: { type: 'literal', value: '7', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
          },
        ],
      },
    });
  });

  it('prints yes or no for ASK, and triples for CONSTRUCT', async () => {
    expect((await run('--kb', 'friends.ttl', 'ask.rq')).stdout).toBe('yes\n');
    const { stdout } = await run('--kb', 'friends.ttl', '--format', 'tsv', 'construct.rq');
    expect(stdout).toContain(
      '<http://example.org/c>\t<http://example.org/isKnownBy>\t<http://example.org/b>\n',
    );
  });

  it('uses the KBs of the workspace by name, also if only the query names one', async () => {
    expect((await run('--kb', 'Friends', 'all.rq')).stdout).toContain('http://example.org/b');
    expect((await run('here.rq')).stdout).toContain('http://example.org/b');
  });

  it('lists the known KBs if the named one does not exist', async () => {
    const { code, stderr } = await run('--kb', 'Strangers', 'all.rq');
    expect(code).toBe(2);
    expect(stderr).toMatch(/no KB "Strangers".*Sample, Friends/);
  });

  it('continues with the other queries if one is refused', async () => {
    const { code, stdout, stderr } = await run('nowhere.rq', 'broken.rq', 'birthplace.rq');
    expect(code).toBe(1);
    expect(stderr).toContain('nowhere.rq:2: There is no KB "Strangers"');
    expect(stderr).toContain('broken.rq:1: ');
    expect(stdout).toContain('ns:m.02hrh0_');
  });

  it('sends no updates to a KB that is not writable', async () => {
    const { code, stderr } = await run('--kb', 'Friends', 'insert.rq');
    expect(code).toBe(1);
    expect(stderr).toContain('not marked as writable');
  });

  it('runs every query of a file, and accepts only one for CSV', async () => {
    const { stdout } = await run('two.rq');
    expect(stdout.match(/ns:m\.02hrh0_/g)).toHaveLength(2);
    const { code, stderr } = await run('--format', 'csv', 'two.rq');
    expect(code).toBe(2);
    expect(stderr).toContain('There are 2 queries');
  });

  it('reports that there are more rows than the limit', async () => {
    const { stdout, stderr } = await run('--kb', 'friends.ttl', '--max-rows', '1', 'all.rq');
    expect(stdout.split('\n')).toHaveLength(4);
    expect(stderr).toContain('there are more. Raise --max-rows');
  });

  it.each([
    ['--timeout', '0'],
    ['--timeout', 'soon'],
    ['--max-rows', '-1'],
    ['--format', 'xml'],
  ])('rejects %s %s', async (option, value) => {
    const { code, stderr } = await run(option, value, 'all.rq');
    expect(code).toBe(2);
    expect(stderr).toContain(`${option} is "${value}"`);
  });
});

describe('funfusic run --jsonl', () => {
  it('prints the rows of each line in order', async () => {
    const { code, answers } = await runLines(
      [
        {
          id: 1,
          query:
            'SELECT ?s ?age WHERE { ?s <http://example.org/knows> ?o OPTIONAL { ?s <http://example.org/age> ?age } } ORDER BY ?s LIMIT 1',
        },
        { id: 'no', query: 'SELECT ?s WHERE { ?s }' },
        { id: null, query: 'ASK { ?s <http://example.org/hates> ?o }' },
        'no json',
        { id: 4, query: all },
      ],
      '--kb',
      'friends.ttl',
      '--max-rows',
      '1',
    );
    expect(code).toBe(1);
    expect(answers).toEqual([
      {
        id: 1,
        status: 'answered',
        columns: ['s', 'age'],
        rows: [[{ type: 'uri', value: 'http://example.org/a' }, null]],
        truncated: false,
        message: null,
      },
      { id: 'no', status: 'refused', columns: [], rows: [], truncated: false, message: expect.any(String) },
      {
        id: null,
        status: 'answered',
        columns: [],
        rows: [],
        boolean: false,
        truncated: false,
        message: null,
      },
      {
        id: null,
        status: 'refused',
        columns: [],
        rows: [],
        truncated: false,
        message: expect.stringContaining('Line 4 is not valid JSON'),
      },
      {
        id: 4,
        status: 'answered',
        columns: ['s', 'o'],
        rows: [
          [
            { type: 'uri', value: 'http://example.org/a' },
            { type: 'literal', value: 'B, "the" second', 'xml:lang': 'en' },
          ],
        ],
        truncated: true,
        message: expect.stringContaining('Raise --max-rows'),
      },
    ]);
  });

  it('distinguishes an unreachable KB from a refused query', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    const { code, answers } = await runLines(
      [{ id: 1, query: all }],
      '--kb',
      `http://127.0.0.1:${port}/sparql`,
    );
    expect(code).toBe(2);
    expect(answers).toMatchObject([{ id: 1, status: 'unreachable', rows: [] }]);
  });

  it('sends a secret only to the address in the environment', async () => {
    const heard: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      heard.push(request.headers.authorization);
      request.resume();
      response.setHeader('content-type', 'application/sparql-results+json');
      response.end('{"head":{"vars":["s"]},"results":{"bindings":[]}}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const foreign = temporaryFolder({
      'all.rq': all,
      '.vscode/settings.json': JSON.stringify({
        'funfusic.knowledgeBases': { prod: { endpoint: `${origin}/sparql`, auth: 'bearer' } },
      }),
    });
    try {
      const args = ['run', '--kb', 'prod', '--trust-folder', 'all.rq'];
      const env = { FUNFUSIC_PROD_TOKEN: 'topsecret' };
      const refused = await funfusic(args, { cwd: foreign, env });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`FUNFUSIC_PROD_ADDRESS=${origin}`);
      expect(heard).toEqual([]);
      const sent = await funfusic(args, { cwd: foreign, env: { ...env, FUNFUSIC_PROD_ADDRESS: origin } });
      expect(sent.code).toBe(0);
      expect(new Set(heard)).toEqual(new Set(['Bearer topsecret']));
    } finally {
      server.close();
    }
  });
});
