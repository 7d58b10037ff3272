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
import { agrees, proposes } from '../support/agreeing-model';
import { startModelServer, type ModelServer } from '../support/model-server';
import { TestClient } from './client';
import { sound } from './queries';

const QUESTION = 'Where was Barack Obama born?';
const NS = 'http://rdf.freebase.com/ns/';
const MICHELLE = `${NS}m.025s5v9`;

type Answered = Exclude<AskReply, { readonly problem: string }>;

describe('A question to a KB', () => {
  let client: TestClient;
  const events: AskEventParams[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'funfusic-ask-'));
  const file = join(folder, 'mine.nt');
  // One for all, because its KB takes a while to be read.
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
    client.connection.onNotification(ASK_EVENT_NOTIFICATION, (params: AskEventParams) => {
      events.push(params);
    });
    await client.request(KB_PREPARE_REQUEST, { kb: 'Sample' });
    // The first question waits for what all others are answered with.
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

  it('is answered without a model, with its query as a file of its own', async () => {
    const reply = await answered();
    expect(namesIn(reply)).toEqual(['Honolulu']);
    expect(reply.trace).toMatchObject({ question: QUESTION, kb: 'Sample', usage: { calls: 0 } });
    expect(reply.trace.used.map(({ id }) => id)).toEqual(['m.02mjmr']);
    expect(reply.document).toMatch(/^# question: Where was Barack Obama born\?\n(?!# endpoint)/);
    expect(reply.document).toContain('ns:people.person.place_of_birth');
  });

  it('is answered for whom the user says it speaks of', async () => {
    const reply = await answered({ entities: [{ iri: MICHELLE, mention: { start: 10, end: 22 } }] });
    expect(namesIn(reply)).toEqual(['Chicago']);
    expect(reply.trace.linking.entities).toMatchObject([{ iri: MICHELLE, match: 'given' }]);
  });

  it('is told of to whoever asked with a key, and to nobody else', async () => {
    events.length = 0;
    await answered();
    expect(events).toEqual([]);
    const { trace } = await answered({ progress: 'mine' });
    const mine = events.flatMap(({ progress, event }) => (progress === 'mine' ? [event] : []));
    expect(mine.map(({ type }) => type)).toEqual(expect.arrayContaining(['began', 'linked', 'decided']));
    expect(mine.at(-1)).toEqual({ type: 'decided', result: trace.result });
  });

  it('says what it would be asked of', async () => {
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
  ])('is not begun for %j with %j', async (params, settings, problem) => {
    await client.changeSettings(settings);
    expect(await target(params)).toEqual({ problem: expect.stringContaining(problem) });
    expect(await ask(params)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it.each([
    [' ', 'no question'],
    ['x'.repeat(5000), 'longer than'],
  ])('fails if it is empty or too long', async (question, problem) => {
    const { trace } = await answered({ question });
    expect(trace.result).toMatchObject({
      kind: 'failed',
      explanation: expect.stringContaining(problem) as string,
    });
  });

  it('names its KB in the query where that is not the usual one', async () => {
    await client.changeSettings({ knowledgeBase: 'Other', knowledgeBases: { Other: { file: 'other.nt' } } });
    const { document } = await answered({ kb: 'Sample' });
    expect(document).toMatch(/^# question: Where was Barack Obama born\?\n# endpoint: Sample\n/);
  });

  it('cannot be answered where the file of the KB is gone, and says so', async () => {
    await client.changeSettings({ knowledgeBases: { Lost: { file: join(folder, 'lost.nt') } } });
    const { trace, document } = await answered({ kb: 'Lost' });
    expect(trace.result.kind).toBe('failed');
    expect([trace.result.explanation, ...trace.troubles].join(' ')).toContain('lost.nt');
    expect(document).toBeUndefined();
  });

  it('can be stopped, and the next is answered', async () => {
    const id = 4711;
    client.writeAtOnce([
      { id, method: ASK_REQUEST, params: { question: QUESTION } },
      { method: '$/cancelRequest', params: { id } },
    ]);
    const { error } = await client.responses.next((response) => response.id === id);
    expect(error?.code).toBe(LSPErrorCodes.RequestCancelled);
    expect(namesIn(await answered())).toEqual(['Honolulu']);
  });

  it('may speak of anything that is found by its name', async () => {
    expect(idsOf(await find({ typed: 'Barack Obama' }))[0]).toBe('m.02mjmr');
    expect(idsOf(await find({ typed: ' ' }))).toEqual([]);
    expect(idsOf(await find({ typed: 'Obama', kb: 'Nowhere' }))[0]).toContain('no KB called Nowhere');
    const found = await find({ typed: '" } DELETE WHERE { ?s ?p ?o } #' });
    expect(found).toHaveProperty('entities');
  });

  it('speaks of what an update has put there', async () => {
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

    it('is answered by what the model writes, and says what it cost', async () => {
      server = await startModelServer([proposes(sound), ...agrees(QUESTION)]);
      await withModel(server.url);
      const reply = await answered();
      expect(reply.trace).toMatchObject({ strategy: 'fun-fusic', model: 'Mine' });
      expect(reply.trace.usage.calls).toBeGreaterThan(0);
      expect(namesIn(reply)).toEqual(['Honolulu']);
      // The first to be shown parts of the schema waits until they can be searched.
    }, 120_000);

    it('asks the model nothing where the user has said so', async () => {
      server = await startModelServer([]);
      await withModel(server.url);
      expect(namesIn(await answered({ withoutModel: true }))).toEqual(['Honolulu']);
      expect(server.asked).toEqual([]);
    });

    it('falls back to what needs none where the model is away', async () => {
      await withModel('http://127.0.0.1:9/v1');
      const reply = await answered();
      expect(reply.trace).toMatchObject({ strategy: 'rng-kbqa', fellBackFrom: 'fun-fusic' });
      expect(namesIn(reply)).toEqual(['Honolulu']);
      expect(reply.trace.troubles).not.toEqual([]);
      expect(reply.trace.advice.join(' ')).not.toContain('No model was asked');
    });
  });
});
