import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import {
  COMPARE_EVALUATIONS_REQUEST,
  EVALUATE_EVENT_NOTIFICATION,
  EVALUATE_REQUEST,
  EVALUATION_REPORT_REQUEST,
  EVALUATION_REQUEST,
  EVALUATIONS_REQUEST,
  SECRET_REQUEST,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type Evaluation,
  type EvaluationList,
  type PageResult,
  type SecretParams,
} from '../../server/src/protocol/index';
import { startModelServer } from '../support/model-server';
import { PEOPLE_SCHEMA } from '../support/people-schema';
import { TestClient } from './client';

const LINES = [
  { id: 'born', question: 'Where was Barack Obama born?', answers: ['m.02hrh0_'] },
  { id: 'job', question: 'What is the profession of Barack Obama?', answers: ['m.02hrh0_'] },
];

/** A small KB with a small schema: every evaluation loads both. */
const FACTS = `
@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ ; ns:people.person.profession ns:m.0fj9f .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.citytown .
ns:m.0fj9f ns:type.object.name "Politician"@en ; ns:type.object.type ns:people.profession .
`;
const SETTINGS = {
  knowledgeBases: { Facts: { file: 'facts.ttl' } },
  knowledgeBase: 'Facts',
  'schema.file': 'schema.json',
};

describe('an evaluation from the editor', { timeout: 120_000 }, () => {
  let root: string;
  let client: TestClient;
  let events: EvaluateEvent[];
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'evaluating-'));
    writeFileSync(join(root, 'two.jsonl'), LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(join(root, 'none.jsonl'), '{"id": 1}\n');
    writeFileSync(join(root, 'facts.ttl'), FACTS);
    writeFileSync(join(root, 'schema.json'), JSON.stringify(PEOPLE_SCHEMA));
    client = await TestClient.start({ settings: SETTINGS, folder: root });
    client.connection.onNotification(
      EVALUATE_EVENT_NOTIFICATION,
      ({ event }: { readonly event: EvaluateEvent }) => void events.push(event),
    );
  });
  afterAll(async () => {
    await client.stop();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => {
    events = [];
  });
  afterEach(() => client.changeSettings(SETTINGS));

  const evaluate = (
    params: EvaluateParams,
    cancelling = new CancellationTokenSource(),
  ): Promise<EvaluateReply> =>
    client.connection.sendRequest<EvaluateReply>(
      EVALUATE_REQUEST,
      { ...params, progress: 'p' },
      cancelling.token,
    );
  const dataset = (name: string): EvaluateParams => ({ dataset: join(root, name), strategy: 'auto' });
  const folderIn = (reply: EvaluateReply): string => reply.folder ?? expect.fail(JSON.stringify(reply));

  it('asks every question, reports progress and saves a run', async () => {
    const reply = await evaluate(dataset('two.jsonl'));
    expect(reply).toMatchObject({ state: 'finished' });
    expect(events[0]).toEqual({ type: 'began', folder: folderIn(reply) });
    expect(events.at(-1)).toMatchObject({ type: 'progress', progress: { done: 2, total: 2, f1R: 0.5 } });
    const { evaluations } = await client.request<EvaluationList>(EVALUATIONS_REQUEST);
    expect(evaluations).toMatchObject([{ folder: folderIn(reply), state: 'finished', f1R: { value: 0.5 } }]);
    const { questions } = await client.request<Evaluation>(EVALUATION_REQUEST, { folder: folderIn(reply) });
    expect(questions.map(({ id, verdict, answers }) => [id, verdict, answers])).toEqual([
      ['born', 'right', ['Honolulu']],
      ['job', 'wrong', ['Politician']],
    ]);
  });

  it('reports what is wrong with a dataset', async () => {
    expect(await evaluate(dataset('none.jsonl'))).toEqual({
      folder: expect.any(String) as string,
      problem: expect.stringMatching(/none\.jsonl|question/) as string,
    });
    expect(await evaluate(dataset('nowhere.jsonl'))).toMatchObject({
      problem: expect.stringContaining('nowhere.jsonl') as string,
    });
  });

  it('names the command that sets a missing key', async () => {
    client.connection.onRequest(SECRET_REQUEST, () => null);
    await client.changeSettings({
      ...SETTINGS,
      models: { Mine: { url: 'http://localhost:9/v1', model: 'test', key: true } },
      model: 'Mine',
    });
    const reply = await evaluate(dataset('two.jsonl'));
    expect('problem' in reply && reply.problem).toMatch(/^There is no key for Mine .*"Manage Models…"/);
  });

  it('is stopped and resumed, and passes the key secretly', async () => {
    const model = await startModelServer(
      [{ stalls: '{"thought": "The' }, { stalls: true }, { text: 'I cannot say.', always: true }],
      { key: 'sesame-17' },
    );
    client.connection.onRequest(SECRET_REQUEST, ({ what }: SecretParams) =>
      what === 'key' ? 'sesame-17' : null,
    );
    await client.changeSettings({
      ...SETTINGS,
      models: { Mine: { url: model.url, model: 'test', retries: 0, key: true } },
      model: 'Mine',
    });
    const cancelling = new CancellationTokenSource();
    const going = evaluate(dataset('two.jsonl'), cancelling);
    // Both questions run concurrently. Each gets one of the two stalled replies.
    await vi.waitFor(() => expect(model.requests).toHaveLength(2), { timeout: 300_000 });
    expect(model.requests[0]?.headers.authorization).toBe('Bearer sesame-17');
    cancelling.cancel();
    const stopped = await going;
    expect(stopped).toMatchObject({ state: 'stopped' });
    const { evaluations } = await client.request<EvaluationList>(EVALUATIONS_REQUEST);
    expect(evaluations[0]).toMatchObject({ folder: folderIn(stopped), state: 'stopped', done: 0, total: 2 });
    const again = await evaluate({ resume: folderIn(stopped) });
    expect(again).toEqual({ folder: folderIn(stopped), state: 'finished' });
    const files = readdirSync(folderIn(again), { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name } of files)
      expect(readFileSync(join(folderIn(again), name), 'utf8'), name).not.toContain('sesame');
    await model.close();
  });

  it('gives its report and a comparison as HTML pages', async () => {
    const { evaluations } = await client.request<EvaluationList>(EVALUATIONS_REQUEST);
    const finished = evaluations.filter(({ state }) => state === 'finished');
    const [right = '', left = ''] = finished.map(({ folder }) => folder);
    const report = await client.request<PageResult>(EVALUATION_REPORT_REQUEST, { folder: left });
    expect('html' in report && report.html).toContain('What is the profession of Barack Obama?');
    const compared = await client.request<PageResult>(COMPARE_EVALUATIONS_REQUEST, { left, right });
    expect('html' in compared && compared.html).toMatch(/^<!DOCTYPE html>[^]*two\.jsonl/);
    expect(await client.request(EVALUATION_REPORT_REQUEST, { folder: root })).toHaveProperty('problem');
  });
});
