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
  'blank.rq': 'SELECT ?s ?o WHERE { ?s <http://example.org/likes> ?o }\n',
  'describe.rq': 'PREFIX e: <http://example.org/>\nDESCRIBE e:b\n',
  'stranger.rq': `SELECT ?o WHERE { ?s <http://example.org/knows> ?o . ?o <http://example.org/hates> ?x }\n`,
  'empty.rq': `${PREFIX}SELECT ?code WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
  ?place ns:location.citytown.postal_codes ?code .
}
`,
  'mediator.rq': `${PREFIX}SELECT ?part WHERE { ns:m.0bxtg ns:film.actor.film ?part }\n`,
  'topic.rq': `${PREFIX}SELECT ?who WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . ?who ns:people.person.place_of_birth ?place }\n`,
  'no.rq': `${PREFIX}ASK { ns:m.02mjmr ns:people.person.place_of_birth ns:m.0bxtg }\n`,
  'blank.ttl': '@prefix : <http://example.org/> .\n:a :likes [ :name "x, y" ] .\n',
  'marked.nt':
    '\uFEFF<http://example.org/a> <http://example.org/knows> <http://example.org/b> .\n<http://example.org/b> <http://example.org/knows> <http://example.org/c> .\n',
  'marked.ttl': '\uFEFF@prefix : <http://example.org/> .\n:a :knows :b .\n',
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

  it('writes the triples of CONSTRUCT and DESCRIBE as N-Triples and Turtle', async () => {
    const lines = await run('--kb', 'friends.ttl', '--format', 'ntriples', 'construct.rq');
    // A subject cannot be a literal.
    expect(lines.stdout).toBe(
      '<http://example.org/c> <http://example.org/isKnownBy> <http://example.org/b> .\n',
    );
    const { code, stdout } = await run('--kb', 'friends.ttl', '--format', 'turtle', 'describe.rq');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^@prefix e: <http:\/\/example\.org\/> \.\n\ne:b /);
    expect(stdout).toContain('e:knows e:c');
    expect(stdout).toContain('e:age "7"^^<http://www.w3.org/2001/XMLSchema#integer>');
  });

  it('rejects an RDF format for a query without triples', async () => {
    const { code, stdout, stderr } = await run('--kb', 'friends.ttl', '--format', 'turtle', 'ask.rq');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('For ASK, use table, json, csv or tsv');
  });

  it('marks blank nodes in CSV', async () => {
    const { stdout } = await run('--kb', 'blank.ttl', '--format', 'csv', 'blank.rq');
    expect(stdout).toMatch(/^s,o\r\nhttp:\/\/example\.org\/a,_:\w+\r\n$/);
  });

  it.each([
    ['marked.nt', 2],
    ['marked.ttl', 1],
  ])('reads the first line of %s, which has a byte order mark', async (kb, count) => {
    const { stdout, stderr } = await run('--kb', kb, '--format', 'csv', 'all.rq');
    expect(stdout.split('\r\n')).toHaveLength(count + 2);
    expect(stdout).toContain('http://example.org/a,http://example.org/b\r\n');
    expect(stderr).toBe('');
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

describe('funfusic run --explain', () => {
  it('reports why an answer is empty, at its place, on standard error', async () => {
    const { code, stdout, stderr } = await run('--explain', 'empty.rq');
    expect(stdout).toBe('code\n----\n');
    expect(stderr).toContain('empty.rq:2:8: information egf: Empty answer: no rows.');
    expect(stderr).toContain(
      'empty.rq:4:3: why it is empty: The KB Sample has no fact with location.citytown.postal_codes.',
    );
    expect(stderr).toContain(
      '  1 match: ns:m.02mjmr ns:people.person.place_of_birth ?place\n  no matches: ?place ',
    );
    expect(stderr).toContain('  what matches there: location.location.containedby\n');
    expect(stderr).not.toContain('Why is it empty?');
    // The sample KB is incomplete, so the query may be right.
    expect(code).toBe(0);
  });

  it('explains nothing unless it is asked to', async () => {
    const { stderr } = await run('empty.rq');
    expect(stderr).toMatch(/^0 rows, \d+ ms\n$/);
  });

  it('exits with 1 if the answer is a mediator, or the entity that the query names', async () => {
    const mediator = await run('--explain', 'mediator.rq');
    expect(mediator.stderr).toContain('mediator.rq:2:8: warning intermediate: ');
    expect(mediator.code).toBe(1);
    const topic = await run('--explain', 'topic.rq');
    expect(topic.stderr).toMatch(/topic\.rq:2:\d+: warning qans: /);
    expect(topic.code).toBe(1);
  });

  it('reports why the answer to ASK is no', async () => {
    const { stdout, stderr } = await run('--explain', 'no.rq');
    expect(stdout).toBe('no\n');
    expect(stderr).toContain('no.rq:2:7: why the answer is no: ');
  });

  it('exits with 1 if the answer of a complete KB is empty', async () => {
    const { code, stderr } = await run('--explain', '--kb', 'friends.ttl', 'stranger.rq');
    expect(stderr).toContain('warning egf: Empty answer: no rows');
    expect(stderr).toContain('why it is empty: ');
    expect(code).toBe(1);
  });

  it('adds fields to JSON, and keeps standard output for the answer', async () => {
    const { stdout, stderr } = await run('--explain', '--format', 'json', 'empty.rq');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      head: { vars: ['code'] },
      results: { bindings: [] },
      findings: [{ code: 'egf', rule: 'empty-answer', advice: '' }],
      whyEmpty: {
        verdict: 'no-such-data',
        probes: [{ outcome: 'matches', matches: 1 }, { outcome: 'nothing' }],
        instead: expect.arrayContaining(['location.location.containedby']),
        fixes: expect.arrayContaining([expect.objectContaining({ title: expect.any(String) })]),
      },
    });
    const csv = await run('--explain', '--format', 'csv', 'empty.rq');
    expect(csv.stdout).toBe('code\r\n');
    expect(csv.stderr).toContain('why it is empty');
  });

  it('adds fields to the lines of --jsonl', async () => {
    const { code, answers } = await runLines(
      [
        { id: 1, query: `${PREFIX}SELECT ?x { ns:m.02mjmr ns:location.citytown.postal_codes ?x }` },
        { id: 2, query: birthplace },
      ],
      '--explain',
    );
    expect(code).toBe(0);
    expect(answers).toMatchObject([
      { id: 1, status: 'answered', whyEmpty: { summary: expect.any(String) } },
      { id: 2, status: 'answered', findings: [] },
    ]);
    expect(answers[1]).not.toHaveProperty('whyEmpty');
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
    expect(code).toBe(2);
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
        error: expect.stringContaining('Line 4 is not valid JSON'),
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
