import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ASK_REQUEST,
  EVALUATE_TARGET_REQUEST,
  EVALUATION_EXEMPLAR_REQUEST,
  EVALUATION_REQUEST,
  EVALUATION_TRACE_REQUEST,
  EVALUATIONS_REQUEST,
  type AskReply,
  type EvaluateParams,
  type EvaluateTargetResult,
  type Evaluation,
  type EvaluationList,
  type EvaluationResult,
  type ExemplarResult,
} from '../../server/src/protocol/index';
import { evalQuestion, prediction, runFacts } from '../support/eval';
import { addPrediction, writeRun } from '../support/run-fixture';
import { TestClient } from './client';

const BORN =
  'SELECT ?x { <http://rdf.freebase.com/ns/m.02mjmr> <http://rdf.freebase.com/ns/people.person.place_of_birth> ?x }';

/** The verdicts are: right, wrong, not asked yet. */
const questions = [
  { ...evalQuestion('a', { parses: [{ answers: ['m.02hrh0_'] }] }, 'Where was Obama born?'), row: 1 },
  {
    ...evalQuestion('b', {
      parses: [{ sexpr: '(JOIN (R people.person.gender) m.02mjmr)', answers: ['m.05zppz'] }],
    }),
    row: 2,
  },
  { ...evalQuestion('c', { parses: [{ answers: ['1'] }] }), row: 4 },
];
const right = prediction('a', { answers: ['m.02hrh0_'], names: ['Honolulu'], query: BORN });
const wrong = prediction('b', { answers: ['m.02zsn'], names: ['Female'] });

describe('the list of evaluations', () => {
  let root: string;
  let client: TestClient;
  const runs = (...parts: readonly string[]): string => join(root, 'funfusic-runs', ...parts);
  const list = (): Promise<EvaluationList> => client.request(EVALUATIONS_REQUEST);
  const view = (name: string): Promise<EvaluationResult> =>
    client.request(EVALUATION_REQUEST, { folder: runs(name) });
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'evaluations-'));
    client = await TestClient.start({ settings: {}, folder: root });
  });
  afterAll(async () => {
    await client.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('is empty without a folder', async () => {
    expect(await list()).toEqual({ folder: runs(), evaluations: [], problems: [] });
  });

  it('has the latest first with progress, skips other folders and reports damaged runs', async () => {
    const ended = '2026-01-31T13:00:00.000Z';
    writeRun(runs('old'), { manifest: { ended }, questions, predictions: [right, wrong] });
    writeRun(runs('new'), {
      manifest: { began: '2026-02-01T12:00:00.000Z' },
      questions,
      predictions: [right],
    });
    mkdirSync(runs('other'));
    writeFileSync(runs('other', 'run.json'), '{"format":"something else"}');
    writeFileSync(runs('file.json'), '{}');
    writeRun(runs('spoilt'), { questions, predictions: [] });
    writeFileSync(runs('spoilt', 'run.json'), '{"format":"funfusic-run",');
    const { evaluations, problems } = await list();
    expect(problems).toEqual([
      'spoilt: run.json is not the manifest of a run: it is not valid JSON. Fix it, or delete the folder.',
    ]);
    expect(evaluations).toMatchObject([
      { name: 'new', state: 'stopped', done: 1, total: 3, f1R: { value: 1, n: 1 }, facts: { kb: 'Sample' } },
      {
        name: 'old',
        folder: runs('old'),
        state: 'finished',
        ended,
        done: 2,
        total: 3,
        f1R: { value: 0.5, n: 2 },
      },
    ]);
  });

  it('shows running evaluations and reads them as they grow', async () => {
    writeRun(runs('live'), { questions, predictions: [] });
    const lock = (pid: number): void =>
      writeFileSync(runs('live', 'run.lock'), JSON.stringify({ pid, host: hostname() }));
    lock(process.pid);
    expect(await view('live')).toMatchObject({ info: { state: 'running', done: 0, total: 3 }, scores: {} });
    addPrediction(runs('live'), right);
    expect((await list()).evaluations.find(({ name }) => name === 'live')).toMatchObject({ done: 1 });
    addPrediction(runs('live'), wrong);
    expect(await view('live')).toMatchObject({
      info: { state: 'running', done: 2, f1R: { value: 0.5 } },
      scores: { f1R: { value: 0.5, n: 2 }, hits1: { value: 0.5 } },
      questions: [
        { id: 'a', verdict: 'right', f1R: 1, answers: ['Honolulu'], gold: ['m.02hrh0_'], goldCount: 1 },
        { id: 'b', verdict: 'wrong', f1R: 0, answers: ['Female'] },
        { id: 'c', verdict: 'missing', answers: [] },
      ],
    });
    // An incomplete line is not reported.
    const next = JSON.stringify(prediction('c', { kind: 'unanswerable' }));
    appendFileSync(runs('live', 'predictions.jsonl'), next.slice(0, 30));
    expect(await view('live')).toMatchObject({ info: { done: 2 }, problems: [] });
    appendFileSync(runs('live', 'predictions.jsonl'), `${next.slice(30)}\n`);
    rmSync(runs('live', 'run.lock'));
    expect(await view('live')).toMatchObject({ info: { state: 'stopped', done: 3 } });
    expect(((await view('live')) as Evaluation).questions[2]).toMatchObject({ verdict: 'refused' });
  });

  it('reports damaged files in the details', async () => {
    expect(await view('nowhere')).toEqual({
      problem: expect.stringContaining('run.json of nowhere') as string,
    });
    expect(await view('other')).toEqual({ problem: expect.stringContaining('run.json') as string });
  });

  it('gives the trace of a question', async () => {
    const asked = await client.request<AskReply>(ASK_REQUEST, { question: 'Where was Barack Obama born?' });
    if ('problem' in asked) throw new Error(asked.problem);
    const traces = { 1: asked.trace, 2: { question: 'Who?' } };
    writeRun(runs('traced'), { questions, predictions: [right, wrong], traces });
    const trace = (id: string): Promise<AskReply> =>
      client.request(EVALUATION_TRACE_REQUEST, { folder: runs('traced'), id });
    expect(await trace('a')).toEqual(asked);
    expect(await trace('b')).toEqual({ problem: expect.stringContaining('Ask it again') as string });
    expect(await trace('c')).toEqual({ problem: 'This question has not been asked yet.' });
    expect(await trace('x')).toEqual({ problem: 'traced has no question x.' });
  });

  it('gives correct queries as exemplars, from gold or from a right answer', async () => {
    const exemplar = (id: string): Promise<ExemplarResult> =>
      client.request(EVALUATION_EXEMPLAR_REQUEST, { folder: runs('traced'), id });
    expect(await exemplar('a')).toEqual({ question: 'Where was Obama born?', query: BORN, from: 'answer' });
    expect(await exemplar('b')).toMatchObject({
      query: expect.stringContaining('people.person.gender') as string,
      from: 'gold',
    });
    expect(await exemplar('c')).toHaveProperty('problem');
  });

  describe('before a start', () => {
    const target = (params: EvaluateParams): Promise<EvaluateTargetResult> =>
      client.request(EVALUATE_TARGET_REQUEST, params);
    const dataset = 'tiny.jsonl';
    const MODELS = {
      Far: { url: 'https://example.org/v1', model: 'x' },
      Own: { editor: 'copilot/gpt' },
    };
    const withModel = (model: string): Promise<void> => client.changeSettings({ models: MODELS, model });

    it('gives the KB, the strategy and the model', async () => {
      expect(await target({ dataset, strategy: 'auto' })).toEqual({ kb: 'Sample', strategy: 'rng-kbqa' });
      await withModel('Far');
      expect(await target({ dataset, strategy: 'auto' })).toMatchObject({
        strategy: 'fun-fusic',
        model: { name: 'Far', where: 'https://example.org' },
      });
      expect(await target({ dataset, strategy: 'auto', withoutModel: true })).toEqual({
        kb: 'Sample',
        strategy: 'rng-kbqa',
      });
    });

    it("refuses the editor's own models, a missing model and an unknown KB", async () => {
      await withModel('Own');
      expect(await target({ dataset, strategy: 'auto' })).toEqual({
        problem: expect.stringContaining('is a model of the editor') as string,
      });
      await withModel('none');
      expect(await target({ dataset, strategy: 'fidelis' })).toEqual({
        problem: expect.stringContaining('needs a model') as string,
      });
      await client.changeSettings({ knowledgeBase: 'Nowhere' });
      expect(await target({ dataset, strategy: 'auto' })).toEqual({
        problem: expect.stringContaining('Nowhere') as string,
      });
      await client.changeSettings({});
    });

    it.each([
      ['as they were begun', ['x.jsonl', '--kb', 'Sample', '--model=none', '--sample', '9'], true],
      ['but write nowhere else', ['x.jsonl', '--record', '/tmp/x'], false],
      ['but ask no other KB', ['x.jsonl', '--kb=https://example.org'], false],
      ['but ask no other model', ['x.jsonl', '--model', 'Far'], false],
    ])('checks the arguments of a run to resume: %s', async (_, args, may) => {
      const started = { arguments: args, folder: root };
      writeRun(runs('begun'), { manifest: { started }, questions, predictions: [] });
      expect('problem' in (await target({ resume: runs('begun') }))).toBe(!may);
      const facts = { ...runFacts, kb: 'https://example.org' };
      writeRun(runs('begun'), { manifest: { started, facts }, questions, predictions: [] });
      expect(await target({ resume: runs('begun') })).toHaveProperty('problem');
    });
  });
});
