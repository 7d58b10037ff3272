import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ablation } from '../../server/src/evaluation/ablation';
import type { Prediction } from '../../server/src/evaluation/prediction';
import type { Report } from '../../server/src/evaluation/report';
import { CLI } from '../lsp/build';
import { AGREEING_STEPS } from '../support/story';
import { PEOPLE_SCHEMA } from '../support/people-schema';
import { startStoreEndpoint } from '../support/story-kb';
import { startModelServer, type ModelServer, type ModelStep } from '../support/model-server';
import { funfusic, expectSuccess, type Outcome } from './run';
import { temporaryFolder } from './temporary-folder';

const FACTS = `@prefix ns: <http://rdf.freebase.com/ns/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ ; ns:people.person.date_of_birth "1961-08-04"^^xsd:date ;
  ns:people.person.profession ns:m.0fj9f .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.citytown .
ns:m.0fj9f ns:type.object.name "Politician"@en ; ns:type.object.type ns:people.profession .
`;
const obama = (relation: string): string =>
  `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?x WHERE { ns:m.02mjmr ns:people.person.${relation} ?x . }`;
const QUESTIONS = [
  {
    id: 'place',
    question: 'Where was Barack Obama born?',
    sparql: obama('place_of_birth'),
    answers: ['m.02hrh0_'],
  },
  { id: 'date', question: 'When was Barack Obama born?', sparql: obama('date_of_birth') },
  { id: 'job', question: 'What is the profession of Barack Obama?', answers: ['m.0fj9f'] },
  { id: 'none', question: 'Who is the wife of Barack Obama?', answerable: false },
];
const RELATIONS: Readonly<Record<string, string>> = {
  place: 'place_of_birth',
  date: 'date_of_birth',
  // Misspelt at first.
  job: 'profesion',
  none: 'spouse_s',
};
const FILES = {
  'facts.ttl': FACTS,
  'questions.jsonl': `${QUESTIONS.map((one) => JSON.stringify(one)).join('\n')}\n{"question": 7}\n`,
  'schema.json': JSON.stringify(PEOPLE_SCHEMA),
  '.vscode/settings.json': JSON.stringify({ 'funfusic.schema.file': 'schema.json' }),
};
const folder = temporaryFolder(FILES);

/** Gives the same reply to the same question any number of times. */
const replies: readonly ModelStep[] = [
  {
    shape: 'proposal',
    when: /profesion/,
    json: { thought: 'As it is written.', query: obama('profession') },
    always: true,
  },
  ...QUESTIONS.map(({ id, question }): ModelStep => ({
    shape: 'proposal',
    when: new RegExp(question.replace('?', '\\?')),
    json: { thought: 'So.', query: obama(RELATIONS[id] ?? '') },
    always: true,
  })),
  { shape: 'proposal', json: { thought: 'I know nothing better.', query: null }, always: true },
  ...AGREEING_STEPS,
];
const stallsAt = (id: string): ModelStep => ({
  shape: 'proposal',
  when: new RegExp(QUESTIONS.find((one) => one.id === id)?.question.replace('?', '\\?') ?? ''),
  stalls: true,
});

const args = ({ url }: ModelServer, out: string): readonly string[] => [
  'eval',
  'questions.jsonl',
  ...['--kb', 'facts.ttl', '--model', 'test-model', '--model-url', url, '--strategy', 'fun-fusic'],
  ...['--out', out],
];
const run = (all: readonly string[]): Promise<Outcome> => funfusic(all, { cwd: folder });
const file = (...parts: readonly string[]): string => readFileSync(join(folder, ...parts), 'utf8');
const reportIn = (out: string): Report => JSON.parse(file(out, 'report.json')) as Report;
const predictionsIn = (out: string): readonly Prediction[] =>
  file(out, 'predictions.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Prediction);

/** Starts an evaluation and waits until the model receives the request at which it stalls. */
async function startAndStall(
  server: ModelServer,
  all: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<Outcome> }> {
  const child = spawn(process.execPath, [CLI, ...all], { cwd: folder });
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([code, stdout, stderr]) => ({
      code,
      stdout,
      stderr,
    }),
  );
  while (server.unusedSteps().length) await server.nextRequest();
  return { child, ended };
}

describe('funfusic eval', () => {
  let first: Outcome;
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer(replies);
    first = await run([...args(server, 'whole'), '--concurrency', '3']);
  }, 300_000);
  afterAll(() => server.close());

  it('asks all questions and writes predictions, records and reports', () => {
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/Row 5: "question" must be a non-blank string/);
    expect(first.stdout).toMatch(
      /^4 of 4 questions of questions\.jsonl, fun-fusic with test-model on facts\.ttl\n/,
    );
    expect(first.stdout).toMatch(/f1R +100\.0/);
    expect(predictionsIn('whole').map(({ id, kind, rounds }) => ({ id, kind, rounds }))).toMatchObject([
      { id: 'place', kind: 'answer', rounds: 1 },
      { id: 'date', kind: 'answer', rounds: 1 },
      { id: 'job', kind: 'answer', rounds: 2 },
      { id: 'none', kind: 'unanswerable' },
    ]);
    expect(file('whole', 'questions.jsonl')).toContain('"answers":["1961-08-04"]');
    for (const name of ['times.jsonl', 'run.json', 'records/1.json.gz', 'traces/4.json.gz'])
      expect(existsSync(join(folder, 'whole', name))).toBe(true);
    expect(existsSync(join(folder, 'whole', 'run.lock'))).toBe(false);
    expect(file('whole', 'run.json')).not.toMatch(/[Kk]ey":/);
    expect(reportIn('whole').cost.calls).toBe(server.requests.length);
  });

  it('asks nothing if the run is already finished', async () => {
    const before = server.requests.length;
    const lines = file('whole', 'predictions.jsonl');
    const again = await run([
      ...args(server, 'whole'),
      '--fail-under',
      'f1R=0.99',
      '--baseline',
      join('whole', 'report.json'),
    ]);
    expect(again).toMatchObject({ code: 0, stdout: first.stdout });
    expect(file('whole', 'predictions.jsonl')).toBe(lines);
    expect(server.requests).toHaveLength(before);
  });

  it('refuses to resume with other options or questions, and to write among other files', async () => {
    const other = await run([...args(server, 'whole'), '--off', 'grounding']);
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(
      /contains a run with other options: off was \[\] and is now not set; off\.0 was not set and is now "grounding"\. Name another folder with --out/,
    );
    const votes = await run([...args(server, 'whole'), '--votes', 'published']);
    expect(votes.stderr).toContain('ask.funFusic.votes was "weighted" and is now "published"');
    const strangers = await run([...args(server, '.')]);
    expect(strangers.code).toBe(2);
    expect(strangers.stderr).toMatch(/contains other files \(.*\) and no run/);
  });

  it('replays exactly without a model and a KB, reports what was not recorded, and fails under a threshold', async () => {
    rmSync(join(folder, 'facts.ttl'));
    const before = server.requests.length;
    const again = await run(['eval', '--replay', 'whole', '--out', 'again']);
    expect(again.code).toBe(0);
    expect(file('again', 'predictions.jsonl')).toBe(file('whole', 'predictions.jsonl'));
    expect(file('again', 'questions.jsonl')).toBe(file('whole', 'questions.jsonl'));
    const off = await run([
      'eval',
      '--replay',
      'whole',
      '--out',
      'off',
      '--off',
      'grounding',
      '--fail-under',
      'f1R=0.99',
    ]);
    expect(off.code).toBe(1);
    expect(off.stdout).toMatch(/1 of 4 questions need replies that were not recorded/);
    expect(off.stderr).toMatch(/f1R is 0\.75/);
    const job = predictionsIn('off').find(({ id }) => id === 'job');
    expect(job).toMatchObject({ kind: 'failed', unrecorded: true });
    expect(job?.explanation).toMatch(/^Not recorded: /);
    const others = (out: string): readonly unknown[] =>
      predictionsIn(out).flatMap(({ effects: _, ...rest }) => (rest.id === 'job' ? [] : [rest]));
    expect(others('off')).toEqual(others('whole'));
    expect(server.requests).toHaveLength(before);
  }, 300_000);
});

describe('an interrupted run', () => {
  it('(Ctrl-C, then killed, with damaged files) is resumed to the same result', async () => {
    const server = await startModelServer([stallsAt('date'), ...replies]);
    const other = temporaryFolder(FILES);
    const all = args(server, join(other, 'broken')).map((arg) =>
      arg === 'facts.ttl' ? join(other, arg) : arg,
    );
    const alone = [...all, '--concurrency', '1'];
    try {
      const stopped = await startAndStall(server, alone);
      const second = await run(alone);
      expect(second.code).toBe(2);
      expect(second.stderr).toMatch(/Another process \(\d+\) is writing into/);
      stopped.child.kill('SIGINT');
      const { code, stderr } = await stopped.ended;
      expect(code).toBe(130);
      expect(stderr).toMatch(
        /1 of 4 questions are finished and saved in .*broken\. Run the command again to resume\./,
      );
    } finally {
      await server.close();
    }

    const later = await startModelServer([stallsAt('job'), ...replies]);
    const goOn = alone.map((arg) => (arg === server.url ? later.url : arg));
    try {
      // The address of the model may change; here the port differs.
      const manifest = join(other, 'broken', 'run.json');
      const moved = readFileSync(manifest, 'utf8').replaceAll(
        new URL(server.url).origin,
        new URL(later.url).origin,
      );
      rmSync(manifest);
      appendFileSync(manifest, moved);
      const killed = await startAndStall(later, goOn);
      const predictions = join(other, 'broken', 'predictions.jsonl');
      // The next question starts before the last one is saved.
      while (readFileSync(predictions, 'utf8').split('\n').length <= 2) await setTimeout(20);
      killed.child.kill('SIGKILL');
      await killed.ended;
      const asked = later.requests.length;
      expect(asked).toBeGreaterThan(0);
      appendFileSync(predictions, '{"id":"job","question":"What is the pro');
      rmSync(join(other, 'broken', 'records', '2.json.gz'));
      const { code, stderr, stdout } = await run(goOn);
      expect(stderr).toMatch(/1 of 4 questions are finished; resuming\./);
      expect({ code, stdout: stdout.split('\n')[0] }).toEqual({
        code: 0,
        stdout: `4 of 4 questions of questions.jsonl, fun-fusic with test-model on ${join(other, 'facts.ttl')}`,
      });
      const whole = file('whole', 'predictions.jsonl').replaceAll('facts.ttl', join(other, 'facts.ttl'));
      expect(readFileSync(predictions, 'utf8')).toBe(whole);
      const place = later.requests.filter(({ body }) =>
        JSON.stringify(body).includes('Where was Barack Obama born'),
      );
      expect(place).toEqual([]);
    } finally {
      await later.close();
    }
  }, 300_000);
});

describe('a run on an endpoint', () => {
  it('can be divided into parts for several machines, which one report joins', async () => {
    const own = temporaryFolder({
      'facts.ttl': FACTS,
      'questions.jsonl': FILES['questions.jsonl'],
    });
    const part = (index: number): readonly string[] => [
      ...['eval', 'questions.jsonl', '--kb', 'facts.ttl', '--model', 'none'],
      ...['--shard', `${index}/2`, '--out', `part-${index}`],
    ];
    for (const index of [1, 2]) expect((await funfusic(part(index), { cwd: own })).code).toBe(0);
    const joined = await funfusic(['report', 'part-1', 'part-2', '--out', 'all'], { cwd: own });
    expect(joined.code).toBe(0);
    const { questions } = JSON.parse(readFileSync(join(own, 'all', 'report.json'), 'utf8')) as Report;
    expect(questions.map(({ id }) => id).sort()).toEqual(QUESTIONS.map(({ id }) => id).sort());
    const wrong = await funfusic([...part(3), '--shard', '3/2'], { cwd: own });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('such as 2/8') });
  });

  it('spreads the questions over several endpoints with the same facts', async () => {
    const own = temporaryFolder(FILES);
    const endpoints = [await startStoreEndpoint(FACTS), await startStoreEndpoint(FACTS)];
    const at = (all: readonly string[]): Promise<Outcome> => funfusic(all, { cwd: own });
    const answersIn = (out: string): readonly unknown[] =>
      readFileSync(join(own, out, 'predictions.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as Prediction).answers);
    try {
      const [one = '', two = ''] = endpoints.map(({ address }) => address);
      const all = ['eval', 'questions.jsonl', '--concurrency', '1'];
      expectSuccess(await at([...all, '--kb', one, '--out', 'single']));
      const before = endpoints.map(({ queries }) => queries.length);
      expect(before[1]).toBe(0);
      expectSuccess(await at([...all, '--kb', one, '--kb', two, '--out', 'both']));
      for (const [index, { queries }] of endpoints.entries())
        expect(queries.length).toBeGreaterThan((before[index] ?? 0) + 5);
      expect(answersIn('both')).toEqual(answersIn('single'));
      expectSuccess(await at(['eval', '--replay', 'both', '--out', 'again']));
      expect(answersIn('again')).toEqual(answersIn('both'));
    } finally {
      for (const endpoint of endpoints) await endpoint.close();
    }
  }, 300_000);

  it('rejects a rate that cannot be read, and a rate without a model', async () => {
    const at = (rate: string): Promise<Outcome> =>
      run(['eval', 'questions.jsonl', '--kb', 'facts.ttl', '--out', 'rate', '--rate', rate]);
    expect(await at('60')).toMatchObject({ code: 2, stderr: expect.stringContaining('calls=COUNT') });
    expect(await at('calls=60')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--rate needs a model'),
    });
  });

  it('counts the queries of linking, and is replayed exactly without the endpoint', async () => {
    const own = temporaryFolder(FILES);
    const endpoint = await startStoreEndpoint(FACTS);
    const at = (all: readonly string[]): Promise<Outcome> => funfusic(all, { cwd: own });
    const lines = (out: string): string => readFileSync(join(own, out, 'predictions.jsonl'), 'utf8');
    try {
      const all = ['eval', 'questions.jsonl', '--kb', endpoint.address, '--concurrency', '1'];
      expectSuccess(await at([...all, '--out', 'live']));
      const linking = endpoint.queries.filter((query) => query.includes('"Barack Obama"'));
      expect(linking.length).toBeGreaterThan(0);
      const predictions = lines('live')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Prediction);
      expect(predictions.map(({ id, entities }) => ({ id, entities }))).toEqual(
        QUESTIONS.map(({ id }) => ({ id, entities: ['m.02mjmr'] })),
      );
      const least = Math.min(...predictions.map(({ queries }) => queries));
      expect(least).toBeGreaterThanOrEqual(linking.length / QUESTIONS.length);
    } finally {
      await endpoint.close();
    }
    expectSuccess(await at(['eval', '--replay', 'live', '--out', 'again']));
    expect(lines('again')).toBe(lines('live'));
    const away = await at(['eval', 'questions.jsonl', '--kb', endpoint.address, '--out', 'away']);
    expect(away.code).toBe(2);
    expect(away.stderr).toMatch(/0 of 4 questions are finished and saved/);
  }, 300_000);
});

describe('budgets and ablation', () => {
  const own = temporaryFolder(FILES);
  const at = (all: readonly string[]): Promise<Outcome> => funfusic(all, { cwd: own });
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer(replies);
  });
  afterAll(() => server.close());

  it('a spent budget stops a run, and a larger one resumes it', async () => {
    const all = [...args(server, 'budget'), '--concurrency', '1', '--budget'];
    const poor = await at([...all, 'calls=4']);
    expect(poor.code).toBe(2);
    expect(poor.stderr).toMatch(/The budget is used up: 4 calls of 4 \(--budget calls=…\)/);
    expect(poor.stderr).toMatch(/1 of 4 questions are finished and saved/);
    expect(server.requests).toHaveLength(4);
    const rich = await at([...all, 'calls=100']);
    expect(rich.code).toBe(0);
    expect(readFileSync(join(own, 'budget', 'predictions.jsonl'), 'utf8')).toBe(
      file('whole', 'predictions.jsonl'),
    );
    // The cost of the unfinished question counts.
    const calls = readFileSync(join(own, 'budget', 'spent.jsonl'), 'utf8').split('\n').length - 1;
    expect(calls).toBe(server.requests.length);
  }, 300_000);

  it('an ablation compares each part with the complete run and sends only new requests', async () => {
    const [, ...rest] = args(server, 'ablation');
    const before = server.requests.length;
    const { code, stdout } = await at(['ablate', ...rest, '--switches', 'rounds,unused_prefix,grounding']);
    const lines = (part: string): string =>
      readFileSync(join(own, 'ablation', part, 'predictions.jsonl'), 'utf8');
    expect(code).toBe(0);
    const whole = reportIn('whole').cost.calls;
    const ablation = JSON.parse(readFileSync(join(own, 'ablation', 'ablation.json'), 'utf8')) as Ablation;
    expect(ablation.parts.map(({ off, worse }) => ({ off, worse }))).toMatchObject([
      // The ranked candidates have the answer too.
      { off: 'rounds', worse: 0 },
      { off: 'unused_prefix', worse: 0 },
      { off: 'grounding' },
    ]);
    expect(stdout).toMatch(/\| `rounds` \| ±0\.0 \(/);
    // Questions on which a check had no effect are copied.
    expect(ablation.parts.map(({ effectIn, unrecorded }) => [effectIn, unrecorded])).toEqual([
      [undefined, 0],
      [0, 0],
      [4, 0],
    ]);
    expect(lines('without-unused_prefix')).toBe(lines('base'));
    expect(lines('without-grounding')).not.toBe(lines('base'));
    // Without rounds there are fewer requests; without a check that had no findings there are as many.
    expect(server.requests.length - before).toBeLessThan(2 * whole);
    expect(server.requests.length - before).toBeGreaterThan(whole);
  }, 300_000);

  it('an ablation shares one budget, and reports what a record lacks', async () => {
    const [, ...rest] = args(server, 'poor');
    const before = server.requests.length;
    const whole = reportIn('whole').cost.calls;
    const limits = ['--switches', 'grounding', '--concurrency', '1', '--budget', `calls=${whole}`];
    const { code, stderr } = await at(['ablate', ...rest, ...limits]);
    expect(server.requests.length - before).toBe(whole);
    expect(code).toBe(2);
    expect(stderr).toContain(`The budget is used up: ${whole} calls of ${whole}`);
    const offline = await at([
      'ablate',
      '--replay',
      'poor/base',
      '--out',
      'offline',
      '--switches',
      'grounding',
    ]);
    expect(offline.code).toBe(0);
    expect(offline.stdout).toMatch(/\*\*Some replies were not recorded\.\*\* .* 1 without `grounding`/);
  }, 300_000);
});

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  const own = temporaryFolder(FILES);

  it.each([1, 3])(
    'stops a run with a message, nothing is lost, and it can be resumed (%i at once)',
    async (concurrency) => {
      const server = await startModelServer(replies);
      const out = `full-${concurrency}`;
      const all = [...args(server, out), '--concurrency', String(concurrency)];
      try {
        // Simulates a full disk by a limit on the file size, in blocks of 512 bytes.
        const limited = spawn(
          'sh',
          ['-c', `trap '' XFSZ; ulimit -f 24; exec "$@"`, 'sh', process.execPath, CLI, ...all],
          { cwd: own },
        );
        const [code, stderr] = await Promise.all([
          new Promise<number | null>((resolve) => limited.once('exit', resolve)),
          text(limited.stderr),
        ]);
        expect(code).toBe(2);
        expect(stderr).toMatch(
          new RegExp(
            `${out} cannot be written: the file would exceed the size limit\\. Finished questions are saved`,
          ),
        );
        expect(existsSync(join(own, out, 'run.lock'))).toBe(false);
        const again = await funfusic(all, { cwd: own });
        expect(again.code).toBe(0);
        expect(readFileSync(join(own, out, 'predictions.jsonl'), 'utf8')).toBe(
          file('whole', 'predictions.jsonl'),
        );
      } finally {
        await server.close();
      }
    },
    300_000,
  );
});
