import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CodeActionKind, LSPErrorCodes, type CodeAction, type Range } from 'vscode-languageserver';
import { TestClient } from './client';
import { misspeltRelation, sound, unusedPrefix, virtuoso } from './queries';

describe('Code actions', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  async function firstFinding(uri: string): Promise<Range> {
    const [finding] = await client.diagnosticsOf(uri);
    if (!finding) throw new Error('Nothing was found.');
    return finding.range;
  }

  it('put a misspelt relation right, and nothing is left to find', async () => {
    const uri = await client.open(misspeltRelation);
    const actions = await client.codeActions(uri, await firstFinding(uri));
    const [fix] = actions;
    expect(fix).toMatchObject({ kind: CodeActionKind.QuickFix, isPreferred: true });
    expect(fix?.title).toContain('people.person.place_of_birth');
    expect(fix?.diagnostics).toMatchObject([{ code: 'grounding', source: 'FUn-FuSIC' }]);
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(sound);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('prefer one fix only', async () => {
    const uri = await client.open(misspeltRelation);
    const actions = await client.codeActions(uri, await firstFinding(uri));
    expect(actions.filter(({ isPreferred }) => isPreferred)).toHaveLength(1);
  });

  it('are offered where the caret touches the finding, and nowhere else', async () => {
    const uri = await client.open(misspeltRelation);
    const { end } = await firstFinding(uri);
    expect(await client.codeActions(uri, { start: end, end })).not.toEqual([]);
    const top = { line: 0, character: 0 };
    expect(await client.codeActions(uri, { start: top, end: top })).toEqual([]);
  });

  it('are of the kinds that the editor wants', async () => {
    const uri = await client.open(misspeltRelation);
    const range = await firstFinding(uri);
    const only = (kinds: string[]) => client.codeActions(uri, range, { diagnostics: [], only: kinds });
    expect(await only([CodeActionKind.QuickFix])).not.toEqual([]);
    expect(await only([CodeActionKind.Empty])).not.toEqual([]);
    expect(await only([CodeActionKind.Refactor, CodeActionKind.QuickFix])).not.toEqual([]);
    expect(await only([CodeActionKind.Refactor])).toEqual([]);
    expect(await only([CodeActionKind.SourceOrganizeImports])).toEqual([]);
  });

  it('remove an unused prefix with its line', async () => {
    const uri = await client.open(unusedPrefix);
    const [fix] = await client.codeActions(uri, await firstFinding(uri));
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(sound);
  });

  it('write what is Virtuoso’s in the standard form', async () => {
    await client.changeSettings({ dialect: 'sparql11' });
    const uri = await client.open(virtuoso);
    const [fix] = await client.codeActions(uri, await firstFinding(uri));
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(virtuoso.replace(' OR ', ' || '));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.changeSettings({});
  });

  it('stand where they belong in a text with CR LF and emoji', async () => {
    const text = `# 😀 question\n${misspeltRelation}`.replace(/\n/g, '\r\n');
    const uri = await client.open(text);
    const [fix] = await client.codeActions(uri, await firstFinding(uri));
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(text.replace('place_of_brith', 'place_of_birth'));
  });

  it('are worked out of the newest text, even before its findings are published', async () => {
    const uri = await client.open(sound);
    await client.replace(uri, 'place_of_birth', 'place_of_brith');
    const line = { start: { line: 2, character: 0 }, end: { line: 2, character: 60 } };
    expect(await client.codeActions(uri, line)).not.toEqual([]);
  });

  it('are none for a document that is not open', async () => {
    const top = { line: 0, character: 0 };
    expect(await client.codeActions('file:///nowhere.rq', { start: top, end: top })).toEqual([]);
  });

  it('can be cancelled, and the server goes on', async () => {
    const uri = await client.open(misspeltRelation);
    const range = await firstFinding(uri);
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    client.writeAtOnce([
      { id: 'asked', method: 'textDocument/codeAction', params },
      { method: '$/cancelRequest', params: { id: 'asked' } },
    ]);
    const { error } = await client.responses.next(({ id }) => id === 'asked');
    expect(error?.code).toBe(LSPErrorCodes.RequestCancelled);
    expect(await client.codeActions(uri, range)).not.toEqual([]);
  });
});
