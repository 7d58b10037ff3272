/** Messages of a compromised page: the extension ignores messages that do not match the schema. */
import { describe, expect, it } from 'vitest';
import { onPageMessage } from '../../../client/src/page-messages';
import { fromAskView } from '../../../client/shared/from-ask-view';
import { fromPanel } from '../../../client/shared/from-panel';

/** Posts a message and returns what the extension receives and logs. */
async function postMessage(
  schema: typeof fromPanel | typeof fromAskView,
  value: unknown,
): Promise<{
  readonly messages: readonly unknown[];
  readonly logged: readonly string[];
}> {
  const [messages, logged]: [unknown[], string[]] = [[], []];
  let post: (message: unknown) => Promise<void> = () => Promise.resolve();
  const webview = {
    onDidReceiveMessage: (listener: typeof post) => {
      post = listener;
      return { dispose: () => undefined };
    },
  };
  onPageMessage(
    webview as never,
    Promise.resolve<typeof fromPanel | typeof fromAskView>(schema),
    (message) => messages.push(message),
    {
      warn: (entry: string) => logged.push(entry),
    },
  );
  await post(value);
  return { messages, logged };
}

const iri = 'http://rdf.freebase.com/ns/m.02mjmr';
const mention = { start: 4, end: 9 };

describe('messages of the results panel', () => {
  it.each([
    undefined,
    null,
    'ready',
    [],
    {},
    { type: 'constructor' },
    { type: '__proto__' },
    { type: ['copy'], text: 'x' },
    { type: 'copy' },
    { type: 'copy', text: { toString: 'x' } },
    { type: 'drop', id: '1' },
    { type: 'export', columns: '0' },
    { type: 'export', columns: [-1] },
    { type: 'export', columns: [0.5] },
    { type: 'export', columns: [], rows: [Infinity] },
    { type: 'reveal', start: 0 },
    { type: 'copyTrace', as: 'html' },
    { type: 'runAttempt', attempt: 'length' },
    { type: 'pin', pinned: 'yes' },
    { type: 'changeSetting', setting: '@ext:someone.else' },
    { type: 'changeSetting', setting: 'security.workspace.trust.enabled' },
    { type: 'visit', by: 10 },
    { type: 'ask', id: 1, what: 'secret', params: {} },
    { type: 'ask', id: 1, what: 'toString', params: {} },
    { type: 'ask', id: 1, what: 'facts', params: { kb: 'Sample' } },
    { type: 'ask', id: 1, what: 'facts', params: { kb: ['http://evil.example/'], iri } },
    { type: 'ask', id: 1, what: 'entities', params: { kb: 'Sample', iris: { length: 1e9 } } },
    { type: 'askQuestion', question: 1 },
    { type: 'askQuestion', question: 'Who?', entities: [{ iri: null }] },
    { type: 'askQuestion', question: 'Who?', elsewhere: 'yes' },
    { type: 'pickEntity', question: 'Who?', others: [{ iri, mention: { start: 'a', end: 1 } }] },
  ])('the extension ignores an invalid message of the results panel: %j', async (value) => {
    const { messages, logged } = await postMessage(fromPanel, value);
    expect(messages).toEqual([]);
    expect(logged).toEqual([expect.stringMatching(/^A message from a page is invalid and was ignored \(/)]);
  });

  it.each([
    { type: 'ready', width: 500, windowWidth: 1200 },
    { type: 'drop', id: 1 },
    { type: 'export', columns: [0, 2] },
    { type: 'export', columns: [], rows: [3] },
    { type: 'copy', text: '' },
    { type: 'cancel' },
    { type: 'runAgain' },
    { type: 'openQuery' },
    { type: 'reveal', start: 0, end: 9 },
    { type: 'openText', text: 'x' },
    { type: 'openDraft', query: 'ASK {}' },
    { type: 'copyTrace', as: 'json' },
    { type: 'runAttempt', attempt: 0 },
    { type: 'showAnswer', attempt: 1 },
    { type: 'checkQuestion' },
    { type: 'writeQuestion' },
    { type: 'pin', pinned: true },
    { type: 'openSchemaPage', id: 'people.person' },
    { type: 'changeSetting', setting: 'funfusic.run.timeoutSeconds' },
    { type: 'askQuestion', question: 'Who?', entities: [{ iri, mention }, { iri }], elsewhere: true },
    {
      type: 'pickEntity',
      question: 'Who?',
      instead: { name: 'Obama', alias: 'Barack', mention },
      others: [],
    },
    { type: 'stop' },
    { type: 'repair' },
    { type: 'runOn' },
    { type: 'visit', by: -1 },
    { type: 'ask', id: 1, what: 'entities', params: { kb: 'Sample', iris: [iri] } },
    { type: 'ask', id: 2, what: 'facts', params: { kb: 'Sample', iri } },
    { type: 'ask', id: 3, what: 'neighbourhood', params: { kb: 'Sample', query: 'ASK {}', iris: [] } },
    { type: 'ask', id: 4, what: 'pattern', params: { query: 'ASK {}' } },
    { type: 'ask', id: 5, what: 'whyEmpty', params: { kb: 'Sample', query: 'ASK {}' } },
  ])('the extension receives a valid message of the results panel: %j', async (value) => {
    expect(await postMessage(fromPanel, value)).toEqual({ messages: [value], logged: [] });
  });

  it('the extension removes unknown fields of a message', async () => {
    const params = { kb: 'Sample', iri, progress: 'of somebody else' };
    const { messages } = await postMessage(fromPanel, { type: 'ask', id: 1, what: 'facts', params });
    expect(messages).toEqual([{ type: 'ask', id: 1, what: 'facts', params: { kb: 'Sample', iri } }]);
  });

  it('the extension does not log the content of an invalid message', async () => {
    const { logged } = await postMessage(fromPanel, { type: 'copy', text: ['a secret text'] });
    expect(logged.join()).not.toContain('a secret text');
  });
});

describe('messages of the Ask view', () => {
  it.each([
    null,
    { type: 'ask' },
    { type: 'ask', question: {} },
    { type: 'open', id: ['x'] },
    { type: 'choose', what: 'constructor' },
    { type: 'changeSetting', setting: 'funfusic.model' },
  ])('the extension ignores an invalid message of the Ask view: %j', async (value) => {
    expect(await postMessage(fromAskView, value)).toMatchObject({
      messages: [],
      logged: [expect.any(String)],
    });
  });

  it.each([
    { type: 'ready' },
    { type: 'ask', question: 'Who?' },
    { type: 'stop' },
    { type: 'open', id: 'x' },
    { type: 'again', id: 'x' },
    { type: 'delete', id: 'x' },
    { type: 'choose', what: 'kb' },
  ])('the extension receives a valid message of the Ask view: %j', async (value) => {
    expect(await postMessage(fromAskView, value)).toEqual({ messages: [value], logged: [] });
  });
});
