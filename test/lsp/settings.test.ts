import { afterEach, describe, expect, it } from 'vitest';
import { DiagnosticSeverity, MessageType } from 'vscode-languageserver';
import { TestClient, type ClientOptions } from './client';
import { sound, unknownRelation, unusedPrefix, virtuoso } from './queries';

let client: TestClient;
afterEach(() => client.stop());

async function start(options: ClientOptions): Promise<TestClient> {
  client = await TestClient.start(options);
  return client;
}

describe('Settings of a client with workspace/configuration', () => {
  it('set the severity of a check', async () => {
    await start({ settings: { severity: { grounding: 'information' } } });
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Information);
  });

  it('turn a check off, and on again, in documents that are open', async () => {
    await start({ settings: {} });
    const uri = await client.open(unknownRelation);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.changeSettings({ severity: { grounding: 'off' } });
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.changeSettings({ severity: { grounding: 'default' } });
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
  });

  it('choose the dialect, which the status reports', async () => {
    await start({ settings: {} });
    expect(await client.statuses.next()).toMatchObject({ dialect: 'virtuoso' });
    const uri = await client.open(virtuoso);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.changeSettings({ dialect: 'sparql11' });
    expect(await client.statuses.next()).toMatchObject({ dialect: 'sparql11' });
    const [finding] = await client.diagnosticsOf(uri);
    expect(finding).toMatchObject({ code: 'syntax', severity: DiagnosticSeverity.Error });
    expect(finding && client.textAt(uri, finding.range)).toBe('OR');
  });

  it('use the default for an invalid value, which is logged', async () => {
    await start({ settings: { severity: { grounding: 'loud' }, dialect: 3, 'schema.file': ['a'] } });
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Error);
    expect(await client.status()).toMatchObject({ dialect: 'virtuoso', schema: { state: 'bundled' } });
    const warning = await client.logged.next(({ message }) => message.includes('severity.grounding'));
    expect(warning.type).toBe(MessageType.Warning);
    expect(warning.message).toContain('"loud"');
  });

  it('are the defaults if the client has none', async () => {
    await start({ settings: null });
    expect(await client.check(unknownRelation)).toHaveLength(1);
  });

  it('are the defaults if the client fails to answer', async () => {
    await start({ settings: {} });
    client.connection.onRequest('workspace/configuration', () => {
      throw new Error('no settings today');
    });
    expect(await client.check(unknownRelation)).toHaveLength(1);
  });

  it('are requested for each document that is opened', async () => {
    await start({ settings: {} });
    await client.check(unknownRelation);
    client.settings = { severity: { grounding: 'hint' } };
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Hint);
  });

  it('may arrive late: a document that was reopened is checked in its current version', async () => {
    await start({ settings: {} });
    let answer = (): void => undefined;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    client.connection.onRequest(
      'workspace/configuration',
      async ({ items }: { readonly items: object[] }) => {
        await gate;
        return items.map(() => ({}));
      },
    );
    const uri = await client.open(sound);
    // The response to a later request shows that the server has processed the change.
    const nowhere = { textDocument: { uri: 'file:///nowhere.rq' }, position: { line: 0, character: 0 } };
    await client.request('textDocument/hover', nowhere);
    await client.close(uri);
    await client.open(unknownRelation, uri);
    answer();
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
  });

  it('work with a client without dynamic registration', async () => {
    await start({ settings: {} });
    client.connection.onRequest('client/registerCapability', () => {
      throw new Error('not supported');
    });
    await client.changeSettings({ severity: { grounding: 'hint' } });
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Hint);
  });

  it('are watched: the server registers for changes', async () => {
    await start({ settings: {} });
    const { registrations } = await client.registered.next();
    expect(registrations.map(({ method }) => method)).toContain('workspace/didChangeConfiguration');
  });
});

describe('Settings of a client without workspace/configuration', () => {
  it('are read from initializationOptions', async () => {
    await start({ initializationOptions: { severity: { grounding: 'warning' }, dialect: 'sparql11' } });
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Warning);
    expect(await client.status()).toMatchObject({ dialect: 'sparql11' });
  });

  it('may have dotted names', async () => {
    await start({ initializationOptions: { 'severity.grounding': 'warning' } });
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Warning);
  });

  it('are read from didChangeConfiguration', async () => {
    await start({});
    const uri = await client.open(unusedPrefix);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { funfusic: { severity: { unused_prefix: 'off' } } },
    });
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
  });

  it('are the defaults if they are invalid', async () => {
    await start({ initializationOptions: 'virtuoso please' });
    const [finding] = await client.check(unknownRelation);
    expect(finding?.severity).toBe(DiagnosticSeverity.Error);
  });
});

describe('Initialization options', () => {
  const severityIn = async (options: ClientOptions): Promise<number | undefined> => {
    await start(options);
    return (await client.check(unknownRelation))[0]?.severity;
  };
  const grounding = (severity: string): object => ({ severity: { grounding: severity } });

  it('are used if the client returns null for workspace/configuration', async () => {
    const options = { initializationOptions: grounding('warning'), settings: null };
    expect(await severityIn(options)).toBe(DiagnosticSeverity.Warning);
  });

  it('may be in a section funfusic, and may have dotted names', async () => {
    const nested = { funfusic: grounding('warning') };
    expect(await severityIn({ initializationOptions: nested, settings: null })).toBe(
      DiagnosticSeverity.Warning,
    );
    await client.stop();
    const dotted = { 'funfusic.severity.grounding': 'hint' };
    expect(await severityIn({ initializationOptions: dotted })).toBe(DiagnosticSeverity.Hint);
  });

  it('are used if the client pushes empty settings', async () => {
    await start({ initializationOptions: grounding('warning') });
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    expect((await client.check(unknownRelation))[0]?.severity).toBe(DiagnosticSeverity.Warning);
  });

  it('are overridden by the configuration, setting by setting; null is no value', async () => {
    const initializationOptions = { dialect: 'sparql11', ...grounding('warning') };
    const settings = { 'severity.grounding': 'information', dialect: null };
    expect(await severityIn({ initializationOptions, settings })).toBe(DiagnosticSeverity.Information);
    expect(await client.status()).toMatchObject({ dialect: 'sparql11' });
    expect(client.logged.untaken).toEqual([]);
  });
});
