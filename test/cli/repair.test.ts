import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { RepairTrace } from '../../server/src/core/repair/repair-events';
import { CLI } from '../lsp/build';
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ModelStep,
} from '../support/model-server';
import { PEOPLE_SCHEMA } from '../support/people-schema';
import { funfusic, type Outcome } from './run';
import { temporaryFolder } from './temporary-folder';

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const QUESTION = 'Where was Barack Obama born?';
const query = (relation: string): string =>
  `${PREFIX}SELECT ?place WHERE { ns:m.02mjmr ns:${relation} ?place . }\n`;
const right = query('people.person.place_of_birth');
const wrong = query('people.person.birthplace');
const asks = (text: string): string => `# question: ${QUESTION}\n${text}`;
const MENDED = expect.stringContaining(' ns:people.person.place_of_birth ') as string;
const proposal: ModelStep = { shape: 'proposal', json: { thought: 'Another name.', query: right } };

/** Judges every description as matching the question. */
const AGREES: readonly ModelStep[] = [
  { shape: 'reading', json: { question: QUESTION, parts: [] }, always: true },
  { shape: 'comparison', json: { explanation: 'Alike.', differences: [], same: true }, always: true },
];

/** A few facts load at once; the sample KB would take longer than all tests. */
const FACTS = `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.citytown .
`;
const onFacts = {
  'funfusic.schema.file': 'schema.json',
  'funfusic.knowledgeBase': 'Facts',
  'funfusic.knowledgeBases': { Facts: { file: 'facts.ttl', complete: false } },
};
const byModelOnly = { ...onFacts, 'funfusic.repair.searchFirst': false };
/** Creates a folder with the facts and settings that name them. */
const folderOf = (files: Readonly<Record<string, string>>, settings: object = onFacts): string =>
  temporaryFolder({
    'facts.ttl': FACTS,
    'schema.json': JSON.stringify(PEOPLE_SCHEMA),
    '.vscode/settings.json': JSON.stringify(settings),
    ...files,
  });
const folder = folderOf(
  {
    'right.rq': right,
    'wrong.rq': asks(wrong),
    'two.rq': `${asks(wrong)}### another\n${asks(right)}`,
    'update.rq': 'INSERT DATA { <http://example.org/a> <http://example.org/b> <http://example.org/c> }\n',
  },
  byModelOnly,
);
const plain = folderOf({ 'right.rq': right, 'wrong.rq': asks(wrong) });

const servers: ModelServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function model(script: readonly ModelStep[], options?: ModelServerOptions): Promise<readonly string[]> {
  const server = await startModelServer([...script, ...AGREES], options);
  servers.push(server);
  return ['--model-url', server.url, '--model', 'tests'];
}

const repair = (
  args: readonly string[],
  more: { readonly stdin?: string; readonly env?: Record<string, string> } = {},
): Promise<Outcome> => funfusic(['repair', ...args], { cwd: folder, ...more });

async function repairLines(
  rows: readonly unknown[],
  ...args: readonly string[]
): Promise<Outcome & { readonly lines: readonly Record<string, unknown>[] }> {
  const stdin = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const outcome = await repair(['--jsonl', ...args], { stdin });
  const lines = outcome.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...outcome, lines };
}

describe('funfusic repair', () => {
  it('repairs without a model and prints the query and the state before and after', async () => {
    const { code, stdout, stderr } = await funfusic(['repair', 'wrong.rq'], { cwd: plain });
    expect(stdout).toBe(asks(right));
    expect(stderr).toMatch(
      /^wrong\.rq:2: repaired: .*\n {2}before: grounding; not run\n {2}after: {2}no findings; 1 answer\n/,
    );
    expect(code).toBe(0);
  });

  it('uses the question of the second query in a file', async () => {
    const stdin = `${right}\n### question: ${QUESTION}\n${wrong}`;
    const { stderr } = await repair(['--model', 'none', '-'], { stdin });
    expect(stderr).toContain('it asks: What is the place of birth of Barack Obama?');
  });

  it('names a part that never matches and leaves a query that answers', async () => {
    const dead = right.replace(' }', ' OPTIONAL { ns:m.02mjmr ns:people.person.birthplace ?other . } }');
    const { code, stdout, stderr } = await funfusic(['repair', '-'], { cwd: plain, stdin: dead });
    expect(stdout).toBe(dead);
    expect(stderr).toContain('unchanged: The query runs and needs no repair, but the checks report: ');
    expect(stderr).toContain('people.person.birthplace');
    expect(stderr).not.toContain('No problems found');
    // Something is left to report.
    expect(code).toBe(1);
  });

  it('does not change a right query', async () => {
    const { code, stdout, stderr } = await funfusic(['repair', 'right.rq'], { cwd: plain });
    expect([stdout, code]).toEqual([right, 0]);
    expect(stderr).toMatch(/^right\.rq:1: unchanged: /);
  });

  it('does not change a file without a query, and reports it', async () => {
    const { code, stdout, stderr } = await repair(['-'], { stdin: '# nothing yet\n' });
    expect([stdout, stderr, code]).toEqual([
      '# nothing yet\n',
      'funfusic: There is no query in <stdin>.\n',
      0,
    ]);
  });

  it('repairs with a model and prints the usage', async () => {
    const { code, stdout, stderr } = await repair(['wrong.rq', ...(await model([proposal]))]);
    expect(stdout).toEqual(MENDED);
    expect(stderr).toMatch(/ {2}spent: \d+ calls?, \d+ tokens\n/);
    expect(code).toBe(0);
    expect(servers[0]?.unusedSteps()).toEqual([]);
  });

  it('reads standard input', async () => {
    const { code, stdout } = await repair(['-', ...(await model([proposal]))], { stdin: wrong });
    expect([stdout, code]).toEqual([MENDED, 0]);
  });

  it('writes only repaired queries to files and keeps the rest', async () => {
    const files = folderOf({
      'two.rq': `${asks(wrong)}### another\n${asks(right)}`,
      'right.rq': right,
    });
    const { code, stdout } = await funfusic(['repair', '--write', '.'], { cwd: files });
    expect([stdout, code]).toEqual(['', 0]);
    expect(readFileSync(join(files, 'two.rq'), 'utf8')).toBe(`${asks(right)}### another\n${asks(right)}`);
    expect(readFileSync(join(files, 'right.rq'), 'utf8')).toBe(right);
  });

  it('writes and prints only repairs, and reports other attempts', async () => {
    // The KB has no facts about children, so the model's query is right but has no answer.
    const kids = asks(query('people.person.kids'));
    const files = folderOf({ 'kids.rq': kids }, { ...byModelOnly, 'funfusic.schema.file': '' });
    const other: ModelStep = {
      shape: 'proposal',
      json: { thought: 'Hm.', query: query('people.person.children') },
      always: true,
    };
    const args = ['repair', '--write', 'kids.rq', '--trace', 'trace', ...(await model([other]))];
    const { stderr } = await funfusic(args, { cwd: files });
    expect(stderr).toMatch(/^kids\.rq:2: unanswerable/);
    const { result } = JSON.parse(readFileSync(join(files, 'trace'), 'utf8')) as RepairTrace;
    expect(result.query).not.toBe(kids);
    expect(readFileSync(join(files, 'kids.rq'), 'utf8')).toBe(kids);
  });

  it('prints no control characters', async () => {
    const [escape, bell] = ['\u001b]0;mine', '\u0007\u009b31m'];
    const steps: readonly ModelStep[] = [
      { shape: 'proposal', json: { thought: escape, query: `${right}#${escape}${bell}` } },
      { shape: 'reading', json: { question: `Where was ${escape}${bell} born?`, parts: [] } },
      { shape: 'comparison', json: { explanation: bell, differences: [escape], same: false } },
    ];
    for (const script of [steps, [{ status: 400, message: `No ${escape}${bell}` }]]) {
      const { stdout, stderr } = await repair(['wrong.rq', '--rounds', '1', ...(await model(script))]);
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('repairs lines in order and continues after an invalid one', async () => {
    const rows = [
      { id: 'a', question: QUESTION, query: wrong },
      '{"id": "b", "query"',
      { id: 'c' },
      { id: 'd', query: right, question: 7 },
      { id: 'e', query: right },
      { id: 'f', query: right, question: 'who '.repeat(501) },
    ];
    const { code, lines } = await repairLines(rows, ...(await model([proposal])));
    expect(lines).toMatchObject([
      {
        id: 'a',
        kind: 'repaired',
        query: MENDED,
        rounds: 2,
        findings: [],
        answers: ['m.02hrh0_'],
      },
      {
        id: null,
        kind: 'failed',
        query: null,
        explanation: expect.stringMatching(/^Line 2 is not valid JSON: /),
        error: expect.stringMatching(/^Line 2 is not valid JSON: /),
      },
      { id: 'c', kind: 'failed', explanation: 'Line 3 has no "query" string.' },
      { id: 'd', kind: 'failed', explanation: 'Line 4 has a "question" that is not a string.' },
      { id: 'e', kind: 'unchanged', query: right, rounds: 1, usage: { calls: 0 } },
      {
        id: 'f',
        kind: 'failed',
        explanation: expect.stringMatching(/^Line 6: The question is longer than 2000/),
      },
    ]);
    expect(lines[0]?.['usage']).toMatchObject({
      calls: expect.any(Number),
      tokens: { input: expect.any(Number) },
    });
    expect(code).toBe(2);
  });

  it('generates a query with a model if there is only a question', async () => {
    const { lines } = await repairLines([{ id: 1, question: QUESTION }], ...(await model([proposal])));
    expect(lines).toMatchObject([{ id: 1, query: MENDED }]);
  });

  it('replays a record with the same result', async () => {
    const record = join(folder, 'record.jsonl');
    const rows = [
      { id: 1, question: QUESTION, query: wrong },
      { id: 2, question: QUESTION, query: wrong },
    ];
    const nonsense: ModelStep = {
      shape: 'proposal',
      json: { thought: 'Hm.', query: query('people.person.nonsense') },
    };
    const first = await repairLines(
      rows,
      ...(await model([proposal, nonsense, proposal])),
      '--record',
      record,
    );
    await Promise.all(servers.splice(0).map((server) => server.close()));
    const second = await repairLines(rows, '--replay', record);
    expect(first.lines).toMatchObject([
      { kind: 'repaired', rounds: 2 },
      { kind: 'repaired', rounds: 3 },
    ]);
    expect(second.stdout).toBe(first.stdout);
    const other = await repairLines(
      [{ id: 1, question: 'Who was born there?', query: wrong }],
      '--replay',
      record,
    );
    expect(other.lines).toMatchObject([
      {
        kind: 'failed',
        explanation: expect.stringMatching(
          /record has no reply to this request \(repair-query\).*The nearest is line 2/,
        ),
      },
    ]);
  }, 90_000);

  it('writes all attempts with --trace', async () => {
    const trace = join(folder, 'trace.jsonl');
    await repair(['wrong.rq', '--trace', trace, ...(await model([proposal]))]);
    const [line = '', ...rest] = readFileSync(trace, 'utf8').split('\n');
    expect(rest).toEqual(['']);
    expect(JSON.parse(line)).toMatchObject({
      id: 'wrong.rq:2',
      question: QUESTION,
      kb: 'Facts',
      model: 'tests',
      attempts: [{ by: 'input' }, { by: 'model', query: MENDED }],
      result: { kind: 'repaired' },
    });
  });

  it('stops at its budget, which is shared by all queries', async () => {
    const rows = [1, 2].map((id) => ({ id, question: `${QUESTION} (${id})`, query: wrong }));
    const { code, lines } = await repairLines(rows, ...(await model([proposal])), '--budget', 'calls=1');
    expect(lines[0]).toMatchObject({ usage: { calls: 1 } });
    expect(lines[1]).toMatchObject({
      kind: 'failed',
      query: wrong,
      explanation: expect.stringContaining('1 call of 1 (--budget calls=…)'),
      usage: { calls: 0 },
    });
    expect(code).toBe(2);
  });

  it('sends no request twice', async () => {
    const rows = [1, 2].map((id) => ({ id, question: QUESTION, query: wrong }));
    const { lines } = await repairLines(rows, ...(await model([proposal])));
    const calls = servers[0]?.requests.length;
    expect(lines).toMatchObject([
      { kind: 'repaired', query: MENDED, usage: { calls } },
      { kind: 'repaired', query: MENDED, usage: { calls: 0, tokens: { input: 0, output: 0 } } },
    ]);
  });

  it('does not call a model again after it was unauthorized', async () => {
    const rows = [wrong, `${wrong}\n`].map((query, id) => ({ id, question: QUESTION, query }));
    const { lines } = await repairLines(rows, ...(await model([{ status: 401, always: true }])));
    expect(lines).toMatchObject([
      { kind: 'failed', usage: { calls: 1 } },
      { kind: 'failed', usage: { calls: 0 }, explanation: expect.stringContaining('requires a key') },
    ]);
    expect(servers[0]?.requests).toHaveLength(1);
  });

  it('keeps the query and reports an unreachable model', async () => {
    const args = await model([]);
    await Promise.all(servers.splice(0).map((server) => server.close()));
    const { code, stdout, stderr } = await repair(['wrong.rq', ...args]);
    expect([stdout, code]).toEqual([asks(wrong), 2]);
    expect(stderr).toContain('refused the connection');
  });

  it('names the option for another model, and the known models', async () => {
    const missing: ModelStep = { status: 404, message: 'model "tests" not found' };
    const { stderr } = await repair([
      'wrong.rq',
      ...(await model([missing], { models: ['llama3', 'qwen3'] })),
    ]);
    expect(stderr).toMatch(
      /has no model called tests\. It has llama3, qwen3\. Set --model to one that it has\./,
    );
  });

  it('does not repair an update', async () => {
    const { code, stdout, stderr } = await repair(['update.rq']);
    expect(stdout).toMatch(/^INSERT DATA/);
    expect(stderr).toContain('Updates cannot be repaired');
    expect(code).toBe(2);
  });

  it('stops at Ctrl-C and keeps finished repairs', async () => {
    const args = await model([proposal, { shape: 'proposal', stalls: true }]);
    const child = spawn(process.execPath, [CLI, 'repair', '--jsonl', ...args], { cwd: folder });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const stalled = (async () => {
      for (let asked = await servers[0]?.nextRequest(); asked; asked = await servers[0]?.nextRequest())
        if (servers[0]?.unusedSteps().length === 0) return;
    })();
    for (const id of [1, 2])
      child.stdin.write(`${JSON.stringify({ id, question: `${QUESTION} (${id})`, query: wrong })}\n`);
    await stalled;
    child.kill('SIGINT');
    expect(await exited).toBe(130);
    expect(await err).toBe('funfusic: stopped.\n');
    expect((await out).split('\n')).toEqual([expect.stringContaining('"kind":"repaired"'), '']);
  });

  it('stops at Ctrl-C while it waits for more lines', async () => {
    const child = spawn(process.execPath, [CLI, 'repair', '--jsonl'], { cwd: folder });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.stdin.write(`${JSON.stringify({ id: 1, query: right })}\n`);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await exited).toBe(130);
  });
});

describe('the key of a model', () => {
  const KEY = 'sk-secret-0123456789';
  const settings = (url: string): object => ({
    ...byModelOnly,
    'funfusic.models': { 'My Model': { url, key: true, retries: 0 } },
  });
  const start = async (): Promise<{ cwd: string; origin: string }> => {
    const server = await startModelServer([proposal, ...AGREES], { key: KEY });
    servers.push(server);
    const cwd = folderOf({ 'wrong.rq': asks(wrong) }, settings(server.url));
    return { cwd, origin: new URL(server.url).origin };
  };
  const ARGS = ['repair', 'wrong.rq', '--trust-folder'];
  const run = (cwd: string, env: Record<string, string>): Promise<Outcome> =>
    funfusic([...ARGS, '--model', 'My Model'], { cwd, env });

  it('comes from the environment, with its address', async () => {
    const { cwd, origin } = await start();
    const record = join(cwd, 'record.jsonl');
    const env = { FUNFUSIC_MY_MODEL_KEY: KEY, FUNFUSIC_MY_MODEL_ADDRESS: origin };
    const files = ['--record', record, '--trace', join(cwd, 'trace')];
    const args = [...ARGS, '--model', 'My Model', ...files];
    const outcome = await funfusic(args, { cwd, env });
    expect(outcome.stdout).toEqual(MENDED);
    const written = [readFileSync(record, 'utf8'), readFileSync(join(cwd, 'trace'), 'utf8')];
    expect([JSON.stringify(outcome), ...written].join('\n')).not.toContain(KEY);
  });

  it('is not sent to an address from the folder, and neither is that of OpenAI', async () => {
    const { cwd, origin } = await start();
    const { code, stderr } = await run(cwd, { FUNFUSIC_MY_MODEL_KEY: KEY, OPENAI_API_KEY: KEY });
    expect(stderr).toContain(
      `FUNFUSIC_MY_MODEL_KEY is not sent to ${origin}. Set FUNFUSIC_MY_MODEL_ADDRESS=${origin}`,
    );
    expect(stderr).toContain('There is no key for My Model');
    expect(servers[0]?.requests).toEqual([]);
    expect(code).toBe(2);
  });

  it('is sent to an address of the command line', async () => {
    const { cwd, origin } = await start();
    const args = ['repair', 'wrong.rq', '--model', 'tests', '--model-url', origin];
    const without = await funfusic(args, { cwd });
    expect(without.stderr).toContain('requires a key. Set FUNFUSIC_TESTS_KEY in the environment.');
    const { stdout } = await funfusic(args, { cwd, env: { FUNFUSIC_TESTS_KEY: KEY } });
    expect(stdout).toEqual(MENDED);
  });

  it('is not sent over an insecure connection', async () => {
    const { cwd } = await start();
    const args = ['repair', 'wrong.rq', '--model', 'tests', '--model-url', 'http://models.example/v1'];
    const { code, stderr } = await funfusic(args, { cwd, env: { FUNFUSIC_TESTS_KEY: KEY } });
    expect(stderr).toMatch(/Use an https address, or unset FUNFUSIC_TESTS_KEY/);
    expect(code).toBe(2);
  });

  it('that is wrong is reported, without being shown', async () => {
    const { cwd, origin } = await start();
    const { code, stderr } = await run(cwd, {
      FUNFUSIC_MY_MODEL_KEY: 'sk-wrong-0123456789',
      FUNFUSIC_MY_MODEL_ADDRESS: origin,
    });
    expect(stderr).toMatch(
      /does not accept the key of My Model\. Check it and set it again: Set FUNFUSIC_MY_MODEL_KEY/,
    );
    expect(stderr).not.toContain('sk-wrong');
    expect(code).toBe(2);
  });
});

describe('usage errors', () => {
  writeFileSync(join(folder, 'no-record.jsonl'), '{"id": 1}\n');
  it.each<readonly [args: readonly string[], words: RegExp]>([
    [[], /No files named/],
    [['--jsonl', 'right.rq'], /--jsonl reads from standard input/],
    [['--jsonl', '--write'], /--write cannot be used with --jsonl/],
    [['--write', '-'], /--write changes files/],
    [['right.rq', 'wrong.rq'], /There are 2 files\. Name one, or add --write to change them/],
    [['two.rq', '--question', 'What?'], /There are 2 queries, but --question is for one/],
    [['right.rq', '--model', 'gpt'], /There is no model "gpt" in funfusic\.models \(none\).*--model-url/],
    [['right.rq', '--model', 'none', '--model-url', 'http://localhost'], /contradict/],
    [['right.rq', '--model-url', 'localhost:11434'], /is not an http address/],
    [['right.rq', '--record', 'a'], /--record needs a model/],
    [['right.rq', '--budget', 'calls=1'], /--budget needs a model/],
    [['right.rq', '--replay', 'a', '--record', 'b'], /--record cannot be used with --replay/],
    [['right.rq', '--replay', 'nowhere'], /nowhere cannot be read/],
    [['right.rq', '--replay', 'no-record.jsonl'], /line 1 has no "format"/],
    [
      ['right.rq', '--replay', 'no-record.jsonl', '--budget', 'coins=1'],
      /--budget is "coins=1"|is not a record/,
    ],
    [
      ['right.rq', '--model-url', 'http://localhost:1', '--budget', 'coins=1'],
      /--budget is "coins=1"; it can be calls=/,
    ],
    [
      ['right.rq', '--model', 'm', '--model-url', 'http://localhost:1', '--budget', 'money=0.5'],
      /--budget money=… has no effect: the prices of m are not known\. Set "prices" of m in funfusic\.models/,
    ],
    [
      ['right.rq', '--model-url', 'http://localhost:1', '--record', 'right.rq'],
      /--record: right\.rq exists already\. Name another file/,
    ],
    [['right.rq', '--rounds', '11'], /a whole number from 0 to 10/],
    [['right.rq', '--timeout', '0'], /--timeout is "0"/],
    [['right.rq', '--trace', 'nowhere/at/all'], /--trace: nowhere\/at\/all cannot be written/],
    [['right.rq', '--kb', 'Nowhere'], /There is no KB "Nowhere"/],
    [['nowhere.rq'], /nowhere\.rq cannot be read/],
  ])('%j', async (args, words) => {
    const { code, stderr } = await repair(args);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
    expect(readFileSync(join(folder, 'right.rq'), 'utf8')).toBe(right);
  });

  it('settings with invalid JSON', async () => {
    const cwd = temporaryFolder({
      'right.rq': right,
      '.vscode/settings.json': '{\n  "funfusic.repair.rounds" 1\n}',
    });
    const { stderr } = await funfusic(['repair', 'right.rq'], { cwd });
    expect(stderr).toMatch(/^funfusic: settings\.json: Invalid JSON at line 2 \(ColonExpected\)/);
  });
});
