import { afterEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource, type CancellationToken } from 'vscode-jsonrpc/node';
import {
  EDITOR_MODEL_PART_NOTIFICATION,
  EDITOR_MODEL_REQUEST,
  MODEL_CHANGED_NOTIFICATION,
  MODEL_LIST_REQUEST,
  MODEL_TEST_REQUEST,
  SECRET_REQUEST,
  type EditorModelParams,
  type TestResult,
  type ModelInfo,
  type SecretParams,
} from '../../server/src/protocol/index';
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ModelStep,
} from '../support/model-server';
import { TestClient } from './client';

describe('The models of the settings', () => {
  let client: TestClient | undefined;
  let server: ModelServer | undefined;
  afterEach(async () => {
    await client?.stop();
    await server?.close();
    client = server = undefined;
  });

  async function start(script: readonly ModelStep[], options?: ModelServerOptions): Promise<TestClient> {
    server = await startModelServer(script, options);
    client = await TestClient.start({
      settings: {
        models: {
          Mine: { url: server.url, model: 'test-model', key: options?.key !== undefined, retries: 0 },
          Theirs: { url: 'https://api.openai.com/v1' },
          Copilot: { editor: 'copilot/gpt-4o' },
        },
      },
    });
    return client;
  }

  const test = (of: TestClient, model: string): Promise<TestResult> =>
    of.request<TestResult>(MODEL_TEST_REQUEST, { model });

  it('are listed with the receiver of their requests', async () => {
    const editor = await start([]);
    expect(await editor.request<ModelInfo[]>(MODEL_LIST_REQUEST)).toEqual([
      {
        name: 'Mine',
        kind: 'server',
        where: `http://127.0.0.1:${server?.port ?? 0}`,
        model: 'test-model',
        local: true,
      },
      { name: 'Theirs', kind: 'server', where: 'https://api.openai.com', model: 'Theirs', local: false },
      { name: 'Copilot', kind: 'editor', where: 'copilot/gpt-4o', model: 'copilot/gpt-4o', local: false },
    ]);
  });

  it('can be tested', async () => {
    const editor = await start([{ text: 'ready' }]);
    expect(await test(editor, 'Mine')).toEqual({
      works: true,
      lines: [expect.stringMatching(/ replied in \d+ ms\.$/), 'Reply: ready', 'Tokens used: 9.'],
    });
    expect(await test(editor, 'Nowhere')).toEqual({
      works: false,
      lines: [expect.stringContaining('no model called Nowhere')],
    });
  });

  it('get their keys from the client once, and again after a rejection or a change', async () => {
    const editor = await start([{ text: 'ready', always: true }], { key: 'sk-right-0123456789' });
    const requests: SecretParams[] = [];
    editor.connection.onRequest(SECRET_REQUEST, (params: SecretParams) => {
      requests.push(params);
      return params.rejected === true || requests.length > 2 ? 'sk-right-0123456789' : 'sk-wrong-0123456789';
    });
    for (let time = 0; time < 2; time++) expect(await test(editor, 'Mine')).toMatchObject({ works: true });
    const key = { kb: 'Mine', of: 'model', address: `http://127.0.0.1:${server?.port ?? 0}`, what: 'key' };
    expect(requests).toEqual([key, { ...key, rejected: true }]);
    await editor.connection.sendNotification(MODEL_CHANGED_NOTIFICATION, { model: 'Mine' });
    expect(await test(editor, 'Mine')).toMatchObject({ works: true });
    expect(requests).toHaveLength(3);
  });

  it('report how to set a missing key', async () => {
    const editor = await start([], { key: 'sk-right-0123456789' });
    editor.connection.onRequest(SECRET_REQUEST, () => null);
    expect(await test(editor, 'Mine')).toMatchObject({
      works: false,
      lines: [expect.stringMatching(/^There is no key for Mine at .*Manage Models/)],
    });
  });

  it('get their keys from the environment if the client stores none', async () => {
    const key = 'sk-right-0123456789';
    server = await startModelServer([{ text: 'ready' }], { key });
    const { origin } = new URL(server.url);
    const initializationOptions = { models: { Mine: { url: server.url, key: true, retries: 0 } } };
    const withEnvironment = async (env: Readonly<Record<string, string>>): Promise<TestResult> => {
      client = await TestClient.start({ capabilities: {}, initializationOptions, env });
      return test(client, 'Mine');
    };
    const { works, lines } = await withEnvironment({ FUNFUSIC_MINE_KEY: key });
    expect(works).toBe(false);
    expect(lines.join()).toContain(`FUNFUSIC_MINE_ADDRESS=${origin}`);
    await client?.stop();
    const env = { FUNFUSIC_MINE_KEY: key, FUNFUSIC_MINE_ADDRESS: origin };
    expect(await withEnvironment(env)).toMatchObject({ works: true });
  });

  it('can be those of the editor', async () => {
    const editor = await start([]);
    const requests: EditorModelParams[] = [];
    editor.connection.onRequest(EDITOR_MODEL_REQUEST, async (params: EditorModelParams) => {
      requests.push(params);
      await editor.connection.sendNotification(EDITOR_MODEL_PART_NOTIFICATION, {
        key: params.key,
        text: 'rea',
      });
      return {
        status: 'completed',
        text: '<think>Hm.</think>ready',
        finish: 'stop',
        usage: { input: 5, output: 1, estimated: true },
      };
    });
    expect(await test(editor, 'Copilot')).toEqual({
      works: true,
      lines: [expect.stringMatching(/^copilot\/gpt-4o replied/), 'Reply: ready', 'Tokens used: about 6.'],
    });
    expect(requests).toMatchObject([
      { id: 'copilot/gpt-4o', timeoutSeconds: 120, request: { purpose: 'test-model', temperature: 0 } },
    ]);
  });

  it('of the editor are cancelled with the request', async () => {
    const editor = await start([]);
    const enough = new CancellationTokenSource();
    const ended = new Promise<void>((resolve) => {
      editor.connection.onRequest(EDITOR_MODEL_REQUEST, (_: EditorModelParams, token: CancellationToken) => {
        token.onCancellationRequested(() => resolve());
        enough.cancel();
        return new Promise(() => undefined);
      });
    });
    const answer = editor.connection.sendRequest(MODEL_TEST_REQUEST, { model: 'Copilot' }, enough.token);
    await expect(answer).rejects.toThrow('cancelled');
    await ended;
  });

  it('of the editor are reported as unavailable if the client has none', async () => {
    const editor = await start([]);
    expect(await test(editor, 'Copilot')).toMatchObject({
      works: false,
      lines: [expect.stringMatching(/^The editor's model copilot\/gpt-4o could not be called: /)],
    });
  });
});
