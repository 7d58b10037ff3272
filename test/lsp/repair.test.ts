import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LSPErrorCodes } from 'vscode-languageserver';
import {
  KB_PREPARE_REQUEST,
  REPAIR_EVENT_NOTIFICATION,
  REPAIR_REQUEST,
  type RepairEvent,
  type RepairEventParams,
  type RepairParams,
  type RepairReply,
} from '../../server/src/protocol/index';
import { TestClient } from './client';
import { misspeltRelation, sound } from './queries';

const QUESTION = 'Where was Barack Obama born?';

describe('A repair without a model', () => {
  let client: TestClient;
  const events: RepairEventParams[] = [];
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
    client.connection.onNotification(REPAIR_EVENT_NOTIFICATION, (params: RepairEventParams) => {
      events.push(params);
    });
    await client.request(KB_PREPARE_REQUEST, { kb: 'Sample' });
  }, 120_000);
  afterAll(() => client.stop());

  const paramsAt = (uri: string, text: string, more: Partial<RepairParams> = {}): RepairParams => {
    const { textDocument, position } = client.at(uri, text);
    return { textDocument, range: { start: position, end: position }, ...more };
  };
  const repaired = async (
    uri: string,
    text: string,
    more: Partial<RepairParams> = {},
  ): Promise<Exclude<RepairReply, { readonly problem: string }>> => {
    const reply = await client.request<RepairReply>(REPAIR_REQUEST, paramsAt(uri, text, more));
    if ('problem' in reply) throw new Error(reply.problem);
    return reply;
  };

  it('proposes the fixed query without changing the document', async () => {
    const text = `ASK { ?a ?b 1 }\n###\n# question: ${QUESTION}\n${misspeltRelation}`;
    const uri = await client.open(text);
    const { trace, range, before, after } = await repaired(uri, 'brith');
    expect(trace.result).toMatchObject({ kind: 'repaired', basis: 'verified' });
    expect(trace.result.explanation).not.toContain('yourself');
    expect(client.textAt(uri, range)).toBe(before);
    expect(before).toBe(`# question: ${QUESTION}\n${misspeltRelation.trim()}`);
    expect(after).toBe(before.replace('place_of_brith', 'place_of_birth'));
    expect(trace).toMatchObject({ question: QUESTION, kb: 'Sample', usage: { calls: 0 } });
    expect(trace).not.toHaveProperty('model');
    expect(client.textOf(uri)).toBe(text);
  });

  it('sends events only to a request with a progress key', async () => {
    const uri = await client.open(misspeltRelation);
    events.length = 0;
    await repaired(uri, 'brith');
    expect(events).toEqual([]);
    const { trace } = await repaired(uri, 'brith', { progress: 'mine' });
    const types = events.map(({ progress, event }) => (progress === 'mine' ? event.type : progress));
    expect(types[0]).toBe('proposed');
    expect(types.at(-1)).toBe('decided');
    const decided = events.map(({ event }) => event).find(({ type }) => type === 'decided');
    expect((decided as Extract<RepairEvent, { type: 'decided' }>).result).toEqual(trace.result);
  });

  it('adds the question of the request above a query without one', async () => {
    const uri = await client.open(misspeltRelation.replaceAll('\n', '\r\n'));
    const withQuestion = await repaired(uri, 'brith', { question: ' Where was\nhe born? ' });
    expect(withQuestion.after.split('\r\n')[0]).toBe('# question: Where was he born?');
    expect(withQuestion.after).not.toMatch(/[^\r]\n/);
    const own = await client.open(`# question: ${QUESTION}\n${misspeltRelation}`);
    expect((await repaired(own, 'brith', { question: 'Who?' })).trace.question).toBe(QUESTION);
  });

  it('keeps a correct query', async () => {
    const uri = await client.open(sound);
    const { trace, before, after } = await repaired(uri, 'SELECT');
    expect(trace.result.kind).toBe('unchanged');
    expect(after).toBe(before);
  });

  it('repairs the query as it was at the start, despite later edits', async () => {
    const uri = await client.open(misspeltRelation);
    const going = repaired(uri, 'brith');
    await client.replace(uri, 'SELECT DISTINCT', 'SELECT');
    const { before } = await going;
    expect([misspeltRelation.trim(), misspeltRelation.replace(' DISTINCT', '').trim()]).toContain(before);
  });

  it('can be cancelled, and the next one works', async () => {
    const uri = await client.open(misspeltRelation);
    client.writeAtOnce([
      { id: 'request', method: REPAIR_REQUEST, params: paramsAt(uri, 'brith') },
      { method: '$/cancelRequest', params: { id: 'request' } },
    ]);
    const { error } = await client.responses.next(({ id }) => id === 'request');
    expect(error?.code).toBe(LSPErrorCodes.RequestCancelled);
    expect((await repaired(uri, 'brith')).trace.result.kind).toBe('repaired');
  });

  it('reports an unknown KB and a file that is not open', async () => {
    const uri = await client.open(`# endpoint: Nowhere\n${misspeltRelation}`);
    const params = paramsAt(uri, 'brith');
    const reply = await client.request<RepairReply>(REPAIR_REQUEST, params);
    expect(reply).toEqual({ problem: expect.stringContaining('There is no KB called Nowhere') as string });
    const elsewhere = { ...params, textDocument: { uri: 'file:///nowhere.rq' } };
    expect(await client.request<RepairReply>(REPAIR_REQUEST, elsewhere)).toHaveProperty('problem');
  });
});
