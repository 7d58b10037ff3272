import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LSPErrorCodes } from 'vscode-languageserver';
import {
  EDITOR_MODEL_REQUEST,
  KB_PREPARE_REQUEST,
  REPAIR_EVENT_NOTIFICATION,
  REPAIR_REQUEST,
  type EditorModelParams,
  type RepairEvent,
  type RepairEventParams,
  type RepairParams,
  type RepairReply,
} from '../../server/src/protocol/index';
import { agreeingSteps, proposalStep } from '../support/agreeing-model';
import { startModelServer, type ModelServer, type ModelStep } from '../support/model-server';
import { TestClient } from './client';
import { misspeltRelation, sound } from './queries';

const QUESTION = 'Where was Barack Obama born?';
const text = `# question: ${QUESTION}\n${misspeltRelation}`;
const right = `# question: ${QUESTION}\n${sound}`.trim();

describe('A repair with a model', () => {
  let client: TestClient;
  let server: ModelServer | undefined;
  // All tests share one client, because loading the KB takes long.
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
    await client.request(KB_PREPARE_REQUEST, { kb: 'Sample' });
  }, 120_000);
  afterAll(() => client.stop());
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** The search is off, so that the model is used. */
  const settingsFor = (model: object, repair: object = {}): object => ({
    models: { Mine: model },
    model: 'Mine',
    repair: { searchFirst: false, ...repair },
  });
  const start = async (script: readonly ModelStep[], repair?: object): Promise<RepairParams> => {
    server = await startModelServer(script);
    await client.changeSettings(settingsFor({ url: server.url, model: 'test-model', retries: 0 }, repair));
    return params();
  };
  const params = async (): Promise<RepairParams> => {
    const uri = await client.open(text);
    const { textDocument, position } = client.at(uri, 'brith');
    return { textDocument, range: { start: position, end: position } };
  };
  const repaired = async (
    request: RepairParams,
  ): Promise<Exclude<RepairReply, { readonly problem: string }>> => {
    const reply = await client.request<RepairReply>(REPAIR_REQUEST, request);
    if ('problem' in reply) throw new Error(reply.problem);
    return reply;
  };

  it('proposes a query of the model that passes, and reports its usage', async () => {
    const request = await start([proposalStep(sound), ...agreeingSteps(QUESTION)]);
    const events: RepairEvent[] = [];
    client.connection.onNotification(REPAIR_EVENT_NOTIFICATION, ({ event }: RepairEventParams) => {
      events.push(event);
    });
    const { trace, after } = await repaired({ ...request, progress: 'mine' });
    expect(trace.result).toMatchObject({ kind: 'repaired', basis: 'verified' });
    expect(trace.model).toBe('Mine');
    expect(trace.usage.calls).toBeGreaterThan(0);
    expect(trace.usage.tokens.input).toBeGreaterThan(0);
    expect(after).toBe(right);
    expect(events).toContainEqual({ type: 'proposing', round: 1, by: 'model' });
    const prompt = server?.requests[0]?.body.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain(QUESTION);
    expect(prompt).toContain('place_of_brith');
  });

  it('does not use the model if the request excludes it', async () => {
    const request = await start([proposalStep(sound), ...agreeingSteps(QUESTION)], { searchFirst: true });
    const { trace, after } = await repaired({ ...request, withoutModel: true });
    expect(server?.requests).toEqual([]);
    expect(trace).not.toHaveProperty('model');
    expect(after).toBe(right);
  });

  it('keeps the query and reports what to do if the model rejects the request', async () => {
    const request = await start([
      { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' },
    ]);
    const { trace, before, after } = await repaired(request);
    expect(trace.result.kind).toBe('failed');
    expect(trace.result.explanation).toMatch(/key/);
    expect(after).toBe(before);
  });

  it('can be cancelled during a reply', async () => {
    const request = await start([{ stalls: '{"thought": "The' }]);
    if (!server) throw new Error('There is no model.');
    const requested = server.nextRequest();
    client.writeAtOnce([{ id: 'going', method: REPAIR_REQUEST, params: request }]);
    await requested;
    const gone = server.nextDisconnect();
    client.writeAtOnce([{ method: '$/cancelRequest', params: { id: 'going' } }]);
    const { error } = await client.responses.next(({ id }) => id === 'going');
    expect(error?.code).toBe(LSPErrorCodes.RequestCancelled);
    await gone;
  });

  it('reports an unknown model and an invalid prompt file', async () => {
    const request = await start([proposalStep(sound), ...agreeingSteps(QUESTION)]);
    await client.changeSettings({ model: 'Gone' });
    expect(await client.request<RepairReply>(REPAIR_REQUEST, request)).toEqual({
      problem: expect.stringContaining('There is no model called Gone') as string,
    });
    const own = settingsFor({ url: server?.url });
    await client.changeSettings({ ...own, exemplars: { file: '/nowhere/mine.jsonl' } });
    const { trace } = await repaired(request);
    expect(trace.result.kind).toBe('repaired');
    expect(trace.troubles.join('\n')).toContain('/nowhere/mine.jsonl');
  });

  it('uses a model of the editor', async () => {
    await client.changeSettings(settingsFor({ editor: 'tests/scripted' }, { budget: { money: 0.5 } }));
    const purposes: string[] = [];
    client.connection.onRequest(EDITOR_MODEL_REQUEST, ({ id, request }: EditorModelParams) => {
      purposes.push(`${id} ${request.purpose}`);
      const reply = {
        proposal: { thought: 'Misspelt.', query: sound },
        reading: { question: QUESTION, parts: [] },
        comparison: { explanation: '', differences: [], same: true },
      }[request.format?.name ?? ''];
      const usage = { input: 10, output: 5, estimated: true };
      return { status: 'completed', text: JSON.stringify(reply), finish: 'stop', usage };
    });
    const request = await params();
    const events: RepairEvent[] = [];
    client.connection.onNotification(REPAIR_EVENT_NOTIFICATION, ({ event }: RepairEventParams) => {
      events.push(event);
    });
    const { trace, after } = await repaired({ ...request, progress: 'theirs' });
    expect(events[0]).toMatchObject({ type: 'trouble', message: trace.troubles[0] });
    expect(purposes[0]).toBe('tests/scripted repair-query');
    expect(after).toBe(right);
    expect(trace.usage.tokens).toMatchObject({ estimated: true });
    expect(trace.troubles).toEqual([
      expect.stringMatching(
        /^funfusic\.repair\.budget\.money has no effect: the prices of Mine are not known/,
      ),
    ]);
  });
});
