import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LSPErrorCodes } from 'vscode-languageserver';
import {
  ASK_EVENT_NOTIFICATION,
  ASK_REQUEST,
  ASK_TARGET_REQUEST,
  FIND_ENTITIES_REQUEST,
  KB_PREPARE_REQUEST,
  RUN_REQUEST,
  type AskEventParams,
  type AskParams,
  type AskReply,
  type AskTargetResult,
  type FindEntitiesParams,
  type FindEntitiesResult,
} from '../../server/src/protocol/index';
import { agreeingSteps, proposalStep } from '../support/agreeing-model';
import { startModelServer, type ModelServer } from '../support/model-server';
import { TestClient } from './client';
import { sound } from './queries';

const QUESTION = 'Where was Barack Obama born?';
const NS = 'http://rdf.freebase.com/ns/';
const MICHELLE = `${NS}m.025s5v9`;

type Answered = Exclude<AskReply, { readonly problem: string }>;

describe('A question', () => {
  let client: TestClient;
  const events: AskEventParams[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'funfusic-ask-'));
  const file = join(folder, 'mine.nt');
  // All tests share one client, because loading the KB takes long.
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
    client.connection.onNotification(ASK_EVENT_NOTIFICATION, (params: AskEventParams) => {
      events.push(params);
    });
    await client.request(KB_PREPARE_REQUEST, { kb: 'Sample' });
    // The first question waits for the index that all others use.
    await client.request(ASK_REQUEST, { question: QUESTION });
  }, 120_000);
  afterAll(async () => {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => client.changeSettings({}));

  const ask = (params: Partial<AskParams> = {}): Promise<AskReply> =>
    client.request<AskReply>(ASK_REQUEST, { question: QUESTION, ...params });
  const answered = async (params: Partial<AskParams> = {}): Promise<Answered> => {
    const reply = await ask(params);
    if ('problem' in reply) throw new Error(reply.problem);
    return reply;
  };
  const namesIn = ({ trace }: Answered): readonly string[] => trace.result.answers.map(({ name }) => name);
  const target = (params: Partial<AskParams> = {}): Promise<AskTargetResult> =>
    client.request<AskTargetResult>(ASK_TARGET_REQUEST, { question: QUESTION, ...params });
  const find = (params: FindEntitiesParams): Promise<FindEntitiesResult> =>
    client.request<FindEntitiesResult>(FIND_ENTITIES_REQUEST, params);
  const idsOf = (found: FindEntitiesResult): readonly string[] =>
    'entities' in found ? found.entities.map(({ id }) => id) : [found.problem];

  it('is answered without a model, with its query as a document', async () => {
    const reply = await answered();
    expect(namesIn(reply)).toEqual(['Honolulu']);
    expect(reply.trace).toMatchObject({ question: QUESTION, kb: 'Sample', usage: { calls: 0 } });
    expect(reply.trace.used.map(({ id }) => id)).toEqual(['m.02mjmr']);
    expect(reply.document).toMatch(/^# question: Where was Barack Obama born\?\n(?!# endpoint)/);
    expect(reply.document).toContain('ns:people.person.place_of_birth');
  });

  it('is answered for the entity that the user chose', async () => {
    const reply = await answered({ entities: [{ iri: MICHELLE, mention: { start: 10, end: 22 } }] });
    expect(namesIn(reply)).toEqual(['Chicago']);
    expect(reply.trace.linking.entities).toMatchObject([{ iri: MICHELLE, match: 'given' }]);
  });

  it('sends events only to a request with a progress key', async () => {
    events.length = 0;
    await answered();
    expect(events).toEqual([]);
    const { trace } = await answered({ progress: 'mine' });
    const mine = events.flatMap(({ progress, event }) => (progress === 'mine' ? [event] : []));
    expect(mine.map(({ type }) => type)).toEqual(expect.arrayContaining(['began', 'linked', 'decided']));
    expect(mine.at(-1)).toEqual({ type: 'decided', result: trace.result });
  });

  it('has a target with KB, strategy and model', async () => {
    expect(await target()).toEqual({ kb: 'Sample', strategy: 'rng-kbqa' });
    await client.changeSettings({ models: { Mine: { url: 'http://localhost:1/v1' } }, model: 'Mine' });
    expect(await target()).toMatchObject({ strategy: 'fun-fusic', model: { name: 'Mine', local: true } });
    expect(await target({ withoutModel: true })).toEqual({ kb: 'Sample', strategy: 'rng-kbqa' });
    expect(await target({ strategy: 'fidelis' })).toMatchObject({ strategy: 'fidelis' });
  });

  it.each([
    [{ kb: 'Nowhere' }, {}, 'no KB called Nowhere'],
    [{}, { knowledgeBase: 'Gone' }, 'no KB called Gone'],
    [{}, { model: 'Gone' }, 'no model called Gone'],
  ])('is rejected for %j with the settings %j', async (params, settings, problem) => {
    await client.changeSettings(settings);
    expect(await target(params)).toEqual({ problem: expect.stringContaining(problem) });
    expect(await ask(params)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it.each([
    [' ', 'empty'],
    ['x'.repeat(5000), 'longer than'],
  ])('fails if it is empty or too long', async (question, problem) => {
    const { trace } = await answered({ question });
    expect(trace.result).toMatchObject({
      kind: 'failed',
      explanation: expect.stringContaining(problem) as string,
    });
  });

  it('names its KB in the document if it is not the default one', async () => {
    await client.changeSettings({ knowledgeBase: 'Other', knowledgeBases: { Other: { file: 'other.nt' } } });
    const { document } = await answered({ kb: 'Sample' });
    expect(document).toMatch(/^# question: Where was Barack Obama born\?\n# endpoint: Sample\n/);
  });

  it('fails with a message if the file of the KB is missing', async () => {
    await client.changeSettings({ knowledgeBases: { Lost: { file: join(folder, 'lost.nt') } } });
    const { trace, document } = await answered({ kb: 'Lost' });
    expect(trace.result.kind).toBe('failed');
    expect([trace.result.explanation, ...trace.troubles].join(' ')).toContain('lost.nt');
    expect(document).toBeUndefined();
  });

  it('can be cancelled, and the next one is answered', async () => {
    const id = 4711;
    client.writeAtOnce([
      { id, method: ASK_REQUEST, params: { question: QUESTION } },
      { method: '$/cancelRequest', params: { id } },
    ]);
    const { error } = await client.responses.next((response) => response.id === id);
    expect(error?.code).toBe(LSPErrorCodes.RequestCancelled);
    expect(namesIn(await answered())).toEqual(['Honolulu']);
  });

  it('can use any entity that is found by name', async () => {
    expect(idsOf(await find({ typed: 'Barack Obama' }))[0]).toBe('m.02mjmr');
    expect(idsOf(await find({ typed: ' ' }))).toEqual([]);
    expect(idsOf(await find({ typed: 'Obama', kb: 'Nowhere' }))[0]).toContain('no KB called Nowhere');
    const found = await find({ typed: '" } DELETE WHERE { ?s ?p ?o } #' });
    expect(found).toHaveProperty('entities');
  });

  it('finds an entity that an update inserted', async () => {
    const person = (id: string, name: string): string =>
      `<${NS}${id}> <${NS}type.object.type> <${NS}people.person> .\n<${NS}${id}> <${NS}type.object.name> "${name}"@en .\n`;
    writeFileSync(file, person('m.0zzz01', 'Ada Byron'));
    await client.changeSettings({ knowledgeBases: { Mine: { file, writable: true } } });
    const there = (): Promise<FindEntitiesResult> => find({ typed: 'Grace Hopper', kb: 'Mine' });
    expect(idsOf(await there())).not.toContain('m.0zzz02');
    const uri = await client.open(`# endpoint: Mine\nINSERT DATA { ${person('m.0zzz02', 'Grace Hopper')} }`);
    const { textDocument, position } = client.at(uri, 'INSERT');
    await client.request(RUN_REQUEST, { textDocument, range: { start: position, end: position } });
    expect(idsOf(await there())[0]).toBe('m.0zzz02');
  });

  describe('with a model', () => {
    let server: ModelServer | undefined;
    afterEach(async () => {
      await server?.close();
      server = undefined;
    });
    const withModel = (url: string): Promise<void> =>
      client.changeSettings({ models: { Mine: { url, model: 'test', retries: 0 } }, model: 'Mine' });

    it('is answered with the query of the model, and reports its usage', async () => {
      server = await startModelServer([proposalStep(sound), ...agreeingSteps(QUESTION)]);
      await withModel(server.url);
      const reply = await answered();
      expect(reply.trace).toMatchObject({ strategy: 'fun-fusic', model: 'Mine' });
      expect(reply.trace.usage.calls).toBeGreaterThan(0);
      expect(namesIn(reply)).toEqual(['Honolulu']);
      // The first request for schema parts waits for the search index.
    }, 120_000);

    it('does not use the model if the request excludes it', async () => {
      server = await startModelServer([]);
      await withModel(server.url);
      expect(namesIn(await answered({ withoutModel: true }))).toEqual(['Honolulu']);
      expect(server.requests).toEqual([]);
    });

    it('falls back to a strategy without a model if the model is unreachable', async () => {
      await withModel('http://127.0.0.1:9/v1');
      const reply = await answered();
      expect(reply.trace).toMatchObject({ strategy: 'rng-kbqa', fellBackFrom: 'fun-fusic' });
      expect(namesIn(reply)).toEqual(['Honolulu']);
      expect(reply.trace.troubles).not.toEqual([]);
      expect(reply.trace.advice.join(' ')).not.toContain('No model was asked');
    });
  });
});
