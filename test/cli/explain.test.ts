import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type ModelStep } from '../support/model-server';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const QUERY =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }\n';
const CHILDREN = QUERY.replace('place_of_birth', 'children');
const READS = 'What is the place of birth of Barack Obama?';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function modelWith(...script: readonly ModelStep[]): Promise<readonly string[]> {
  const server = await startModelServer(script);
  servers.push(server);
  return ['--model', 'test-model', '--model-url', server.url];
}

const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const parsed = (text: string): readonly unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe('funfusic explain', () => {
  it('describes each query and reports those that do not match their question', async () => {
    const text = `${QUERY}###\n# question: How many children does Barack Obama have?\n${CHILDREN}###\nSELECT ?x {`;
    const { code, stdout, stderr } = await funfusic(['explain', '-'], { stdin: text });
    expect(stdout.split('\n')).toEqual([
      `<stdin>:1: ${READS}`,
      '<stdin>:5: Who are the children of Barack Obama?',
      expect.stringContaining('  does not match its question (cues): The question asks “How many”'),
      '',
    ]);
    expect(stderr).toContain('<stdin>:8: The query cannot be read');
    expect(code).toBe(2);
  });

  it('reports a file without a query', async () => {
    const { code, stdout, stderr } = await funfusic(['explain', '-'], { stdin: '# nothing yet\n' });
    expect([code, stdout, stderr]).toEqual([0, '', 'funfusic: There is no query in <stdin>.\n']);
  });

  it('describes lines in order', async () => {
    const rows = [
      { id: 1, query: QUERY },
      { id: 'two', query: CHILDREN, question: 'How many children does Barack Obama have?' },
      { id: 3 },
    ];
    const { code, stdout } = await funfusic(['explain', '--jsonl', '--model', 'none'], {
      stdin: lines(rows),
    });
    const usage = { calls: 0, tokens: { input: 0, output: 0 } };
    expect(parsed(stdout)).toEqual([
      { id: 1, reading: READS, leftOut: [], by: 'templates', usage },
      {
        id: 'two',
        reading: 'Who are the children of Barack Obama?',
        leftOut: [],
        by: 'templates',
        usage,
        agreement: {
          verdict: 'different',
          by: 'cues',
          explanation: expect.stringContaining('How many') as string,
          alternative: {
            query: expect.stringContaining('SELECT (COUNT(DISTINCT ?x) AS ?count)') as string,
            title: 'Count the answers',
          },
        },
      },
      { id: 3, error: 'Line 3 has no "query" string.' },
    ]);
    expect(code).toBe(2);
  });

  it('describes and judges with a model', async () => {
    const model = await modelWith(
      {
        json: { question: 'Where was Barack Obama born?', parts: [{ words: 'born', part: 1 }] },
        shape: 'reading',
      },
      { json: { explanation: 'Both ask for the place.', differences: [], same: true }, shape: 'comparison' },
    );
    const stdin = lines([{ id: 1, query: QUERY, question: 'where is obama from' }]);
    const { code, stdout } = await funfusic(['explain', '--jsonl', ...model], { stdin });
    expect(parsed(stdout)).toMatchObject([
      {
        reading: 'Where was Barack Obama born?',
        agreement: { verdict: 'same', by: 'test-model' },
        usage: { calls: 2 },
      },
    ]);
    expect(code).toBe(0);
  });

  it('uses the model of the settings only if it is named', async () => {
    const server = await startModelServer([]);
    servers.push(server);
    const cwd = temporaryFolder({
      '.vscode/settings.json': JSON.stringify({
        'funfusic.models': { Mine: { url: server.url, retries: 0 } },
        'funfusic.model': 'Mine',
      }),
    });
    const without = await funfusic(['explain', '-'], { stdin: QUERY, cwd });
    expect(without).toEqual({ code: 0, stdout: `<stdin>:1: ${READS}\n`, stderr: '' });
    expect(server.requests).toHaveLength(0);
    await funfusic(['explain', '--model', 'Mine', '--trust-folder', '-'], { stdin: QUERY, cwd });
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('falls back to templates and reports an unreachable model', async () => {
    const model = await modelWith({ status: 400, message: 'no such model' });
    const { code, stdout, stderr } = await funfusic(['explain', ...model, '-'], { stdin: QUERY });
    expect(stdout).toBe(`<stdin>:1: ${READS}\n`);
    expect(stderr).toContain('no such model');
    expect(code).toBe(0);
  });

  it.each([
    [['explain'], 'No files named.'],
    [['explain', '--jsonl', 'x.rq'], '--jsonl reads from standard input'],
    [['explain', '--kb', 'nowhere', '-'], 'There is no KB "nowhere"'],
    [['explain', '--model', 'nobody', '-'], 'There is no model "nobody"'],
  ])('rejects %s', async (args, words) => {
    const { code, stderr } = await funfusic(args);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
});
