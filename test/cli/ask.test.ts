import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import { CLI } from '../lsp/build';
import { startModelServer, type ModelServer, type ModelStep } from '../support/model-server';
import { funfusic, type Outcome } from './run';
import { temporaryFolder } from './temporary-folder';

const QUESTION = 'Where was Barack Obama born?';
const BORN = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?x WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?x . }`;
const FACTS = `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.citytown .
`;
const folder = temporaryFolder({ 'facts.ttl': FACTS });

const ask = (args: readonly string[], stdin?: string): Promise<Outcome> =>
  funfusic(['ask', ...args], { cwd: folder, ...(stdin !== undefined && { stdin }) });

type Line = Readonly<Record<string, unknown>>;

async function askLines(
  rows: readonly unknown[],
  ...args: readonly string[]
): Promise<Outcome & { readonly lines: readonly Line[] }> {
  const stdin = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const outcome = await ask(['--jsonl', ...args], stdin);
  const lines = outcome.stdout.split('\n').filter(Boolean);
  return { ...outcome, lines: lines.map((line) => JSON.parse(line) as Line) };
}

const KEYS = 'id kind answers names query strategy confidence rounds usage ms'.split(' ');

describe('funfusic ask, without a model, on the sample', () => {
  /** Each kind of question with its answers in the sample KB. */
  const ANSWERED: readonly (readonly [question: string, answers: readonly string[]])[] = [
    [QUESTION, ['Honolulu']],
    ['who directed titanic', ['James Cameron']],
    ['Who acted in Titanic?', ['Kate Winslet', 'Leonardo DiCaprio']],
    ['Where was Barak Obama born?', ['Honolulu']],
    ['Which films did Steven Spielberg direct that Tom Hanks acted in?', ['Saving Private Ryan']],
  ];
  const UNANSWERED = [
    'Who is the mayor of Frobnitzville?',
    'How are you?',
    'What is the shoe size of Barack Obama?',
  ];

  let outcome: Awaited<ReturnType<typeof askLines>>;
  beforeAll(async () => {
    const questions = [...ANSWERED.map(([question]) => question), ...UNANSWERED];
    outcome = await askLines(questions.map((question, id) => ({ id, question })));
  }, 180_000);

  it.each(ANSWERED.map(([question, names], id) => ({ id, question, names })))(
    'answers $question',
    ({ id, names }) => {
      expect(outcome.lines[id]).toMatchObject({ id, kind: 'answer', strategy: 'rng-kbqa' });
      expect(outcome.lines[id]?.['names']).toEqual(expect.arrayContaining([...names]));
    },
  );

  it.each(UNANSWERED.map((question, at) => ({ id: ANSWERED.length + at, question })))(
    'does not make up an answer to $question',
    ({ id }) => {
      expect(outcome.lines[id]).toMatchObject({ kind: 'unanswerable', answers: [] });
    },
  );

  it('prints the same fields on every line and exits with 1 if some questions have no answer', () => {
    for (const line of outcome.lines) {
      const isAnswered = line['kind'] === 'answer';
      const own = [...KEYS, ...['level', 'refusal'].filter((key) => line[key] !== undefined)];
      if (!isAnswered) own.push('explanation');
      const told = Object.keys(line).filter((key) => key !== 'nearestQuery' || isAnswered);
      expect(told.sort()).toEqual([...own].sort());
      expect(line['confidence']).toBeGreaterThanOrEqual(0);
      expect(line['confidence']).toBeLessThanOrEqual(1);
    }
    expect(outcome.code).toBe(1);
  });
});

describe('funfusic ask', () => {
  const facts = ['--kb', 'facts.ttl'];

  it('prints the answer first, then confidence, description, evidence and query', async () => {
    const { code, stdout } = await ask([...facts, QUESTION]);
    expect(stdout).toMatch(
      /^Honolulu \(m\.02hrh0_\)\n\nconfidence: [01]\.\d\d.*\nabout: Barack Obama \(m\.02mjmr\)\nit asks: .*Barack Obama\?\n/,
    );
    expect(stdout).toContain('Barack Obama — place of birth → Honolulu');
    expect(stdout).toMatch(/^# question: Where was Barack Obama born\?\n(?:PREFIX.*\n)+SELECT/m);
    expect(stdout).toContain('A model answers questions');
    expect(code).toBe(0);
  });

  it('prints one object with --json', async () => {
    const { code, stdout } = await ask([...facts, '--json', QUESTION]);
    expect(JSON.parse(stdout)).toMatchObject({
      question: QUESTION,
      kind: 'answer',
      answers: ['m.02hrh0_'],
      names: ['Honolulu'],
      more: false,
      reading: expect.any(String),
      entities: [{ id: 'm.02mjmr', name: 'Barack Obama' }],
      evidence: [{ relation: 'place of birth' }],
      kb: 'facts.ttl',
    });
    expect(code).toBe(0);
  });

  it('reports what is missing if there is no answer', async () => {
    const { code, stdout } = await ask([...facts, 'Who is the mayor of Frobnitzville?']);
    expect(stdout).toMatch(/^unanswerable/);
    expect(stdout).toContain('Check the spelling, or give its ID with --entity.');
    expect(code).toBe(1);
  });

  it('uses the entities of a line and of --entity', async () => {
    const rows = [
      { id: 1, question: 'Where was he born?', entities: ['m.02mjmr'] },
      { id: 2, question: 'Where was he born?' },
    ];
    const { lines } = await askLines(rows, ...facts, '--entity', 'ns:m.02mjmr');
    expect(lines).toMatchObject([{ names: ['Honolulu'] }, { names: ['Honolulu'] }]);
  });

  it('exits with 2 for an entity that the KB does not have', async () => {
    const { code, stdout } = await ask([...facts, '--entity', 'm.0zzzzzz', 'Where was he born?']);
    expect(stdout).toContain('The KB has nothing with the ID m.0zzzzzz.');
    expect(code).toBe(2);
  });

  it('reports the confidence of an unanswerable question on the same scale', async () => {
    const { stdout } = await ask([...facts, '--json', 'Who is the mayor of Frobnitzville?']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'unanswerable', confidence: 0.5, query: null });
  });

  it('uses the schema of a KB with other relations', async () => {
    const kb = temporaryFolder({
      'other.ttl': `@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:anna a ex:Person ; rdfs:label "Anna Schmidt"@en ; ex:worksFor ex:acme .
ex:acme a ex:Company ; rdfs:label "Acme"@en .
`,
    });
    const own = ['--kb', join(kb, 'other.ttl')];
    const schema = join(kb, 'own.json');
    await funfusic(['schema', ...own, '--out', schema], { cwd: kb });
    const without = await ask([...own, 'Who works for Acme?']);
    expect(without.stdout).toMatch(/has relations that the schema.*worksFor.*--schema/);
    const by = await ask([...own, '--schema', schema, 'Who works for Acme?']);
    expect(by.stdout).toMatch(/^Anna Schmidt/);
    const wrong = await ask([...own, '--schema', join(kb, 'no.json'), 'Who works for Acme?']);
    expect(wrong.stderr).toContain('no.json');
    expect(wrong.code).toBe(2);
  }, 180_000);

  it('continues after invalid lines and returns every id unchanged', async () => {
    const rows = [
      { id: 'a', question: QUESTION },
      '{"id": "b", "question"',
      { id: 3.5 },
      { id: 'd', question: 7 },
      { id: 'e', question: QUESTION, entities: 'm.02mjmr' },
      '',
      { id: { own: true }, question: ' ' },
      { question: QUESTION, query: 'ignored', problem: 'ignored' },
    ];
    const { code, lines } = await askLines(rows, ...facts);
    expect(lines).toMatchObject([
      { id: 'a', kind: 'answer' },
      { id: null, kind: 'failed', error: expect.stringMatching(/^Line 2 is not valid JSON: /) },
      { id: 3.5, kind: 'failed', explanation: 'Line 3 has no "question" string.' },
      { id: 'd', kind: 'failed' },
      { id: 'e', kind: 'failed', explanation: 'Line 5 has "entities" that are not a list of IDs.' },
      { id: { own: true }, kind: 'failed' },
      { id: null, kind: 'answer' },
    ]);
    expect(code).toBe(2);
  });

  it('writes all candidates with --trace', async () => {
    const trace = join(folder, 'trace.jsonl');
    await askLines([{ id: 7, question: QUESTION }], ...facts, '--trace', trace);
    const written = JSON.parse(readFileSync(trace, 'utf8')) as AskTrace & { readonly id: unknown };
    expect(written).toMatchObject({ id: 7, question: QUESTION, result: { kind: 'answer' } });
    expect(written.considered.length).toBeGreaterThan(0);
  });

  it('reports an unreachable KB and what to do', async () => {
    const server = createServer((_request, response) => response.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    server.close();
    const gone = ['--kb', `http://127.0.0.1:${port}/sparql`];
    const { code, lines } = await askLines([{ id: 1, question: QUESTION }], ...gone);
    expect(lines).toMatchObject([
      { id: 1, kind: 'failed', explanation: expect.stringContaining('127.0.0.1') },
    ]);
    expect(code).toBe(2);
  });

  it('prints no control characters of the question or the KB', async () => {
    const kb = temporaryFolder({
      'odd.ttl': FACTS.replace('Honolulu', '\\u001b]0;mine\\u0007Honolulu\\u009b31m'),
    });
    const { stdout, stderr } = await ask(['--kb', join(kb, 'odd.ttl'), `\u001b[31m${QUESTION}`]);
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('funfusic ask, with a model', () => {
  const servers: ModelServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
  const proposal: ModelStep = {
    shape: 'proposal',
    json: { thought: 'By birth.', query: BORN },
    always: true,
  };
  const agrees: readonly ModelStep[] = [
    { shape: 'reading', json: { question: QUESTION, parts: [] }, always: true },
    { shape: 'comparison', json: { explanation: 'Alike.', differences: [], same: true }, always: true },
  ];
  const model = async (...script: readonly ModelStep[]): Promise<readonly string[]> => {
    const server = await startModelServer([...script, ...agrees]);
    servers.push(server);
    return ['--kb', 'facts.ttl', '--model-url', server.url, '--model', 'tests'];
  };

  it('answers with the model and prints the usage', async () => {
    const { code, stdout } = await ask([QUESTION, '--strategy', 'fun-fusic', ...(await model(proposal))]);
    expect(stdout).toMatch(/^Honolulu \(m\.02hrh0_\)/);
    expect(stdout).toMatch(/^by: fun-fusic with tests on facts\.ttl, /m);
    expect(stdout).toMatch(/^spent: \d+ calls?, \d+ tokens$/m);
    expect(code).toBe(0);
  });

  it('stops at Ctrl-C and keeps finished answers', async () => {
    const args = await model({ ...proposal, always: false }, { shape: 'proposal', stalls: true });
    const child = spawn(process.execPath, [CLI, 'ask', '--jsonl', '--strategy', 'fun-fusic', ...args], {
      cwd: folder,
    });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const stalled = (async () => {
      for (let asked = await servers[0]?.nextRequest(); asked; asked = await servers[0]?.nextRequest())
        if (servers[0]?.unusedSteps().length === 0) return;
    })();
    for (const id of [1, 2])
      child.stdin.write(`${JSON.stringify({ id, question: `${QUESTION} (${id})` })}\n`);
    await stalled;
    child.kill('SIGINT');
    expect(await exited).toBe(130);
    expect(await err).toBe('funfusic: stopped.\n');
    expect((await out).split('\n')).toEqual([expect.stringContaining('"kind":"answer"'), '']);
  });
});

describe('funfusic ask, usage errors', () => {
  it.each<readonly [args: readonly string[], words: RegExp]>([
    [[], /No question given/],
    [[' '], /No question given/],
    [['Who', 'directed', 'Titanic?'], /Put the question in quotation marks: "Who directed Titanic\?"/],
    [['--jsonl', 'Who?'], /--jsonl reads questions from standard input/],
    [['--jsonl', '--json'], /--json cannot be used with --jsonl/],
    [['Who?', '--strategy', 'guess'], /--strategy is "guess"; it can be auto, fun-fusic/],
    [['Who?', '--strategy', 'fun-fusic'], /The strategy fun-fusic needs a model/],
    [
      ['Who?', '--option', 'rngKbqa.keep=0'],
      /--option: rngKbqa.keep is "0", but must be a whole number from 1 to 1000/,
    ],
    [['Who?', '--option', 'funFusic.comparison=all'], /must be one of questions, context/],
    [['Who?', '--votes', 'mine'], /--votes is "mine"; it can be weighted, published/],
    [['Who?', '--model', 'gpt'], /There is no model "gpt"/],
    [['Who?', '--kb', 'Nowhere'], /There is no KB "Nowhere"/],
    [['Who?', '--rounds', '11'], /a whole number from 0 to 10/],
    [['Who?', '--timeout', '0'], /--timeout is "0"/],
    [['Who?', '--max-rows', '0'], /--max-rows is "0"/],
    [['Who?', '--trace', 'nowhere/at/all'], /--trace: nowhere\/at\/all cannot be written/],
    [['Who?', '--frobnicate'], /Unknown option --frobnicate/],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await ask(args);
    expect(stderr).toMatch(words);
    expect([stdout, code]).toEqual(['', 2]);
  });
});
