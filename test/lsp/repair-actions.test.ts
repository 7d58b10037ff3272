import { afterEach, describe, expect, it } from 'vitest';
import { CodeActionKind, CodeActionTriggerKind, type CodeAction, type CodeLens } from 'vscode-languageserver';
import { REPAIR_COMMAND } from '../../server/src/protocol/index';
import { TestClient, type ClientOptions } from './client';
import { misspeltRelation, sound, unknownRelation } from './queries';

const TITLE = 'Repair with FUn-FuSIC';
const somewhere = { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } };
const aModel = { models: { Cheap: { url: 'https://models.example/v1' } }, model: 'Cheap' };

describe('The action “Repair with FUn-FuSIC”', () => {
  let client: TestClient;
  afterEach(() => client.stop());

  const start = async (options: ClientOptions = {}): Promise<void> => {
    client = await TestClient.start({ settings: {}, commands: [REPAIR_COMMAND], ...options });
  };
  const actionsAtFinding = async (text: string): Promise<readonly CodeAction[]> => {
    const uri = await client.open(text);
    const [finding] = await client.diagnosticsOf(uri);
    const actions = await client.codeActions(uri, finding?.range ?? somewhere);
    return actions.filter(({ title }) => !title.startsWith('Disable '));
  };

  it('is the last quick fix of a finding before those that disable its check, not preferred, and a command', async () => {
    await start();
    const actions = await actionsAtFinding(misspeltRelation);
    expect(actions.length).toBeGreaterThan(1);
    expect(actions.map(({ title }) => title).indexOf(TITLE)).toBe(actions.length - 1);
    const last = actions.at(-1);
    expect(last?.kind).toBe(CodeActionKind.QuickFix);
    expect(last?.isPreferred).toBeUndefined();
    expect(last?.edit).toBeUndefined();
    expect(last?.diagnostics).toMatchObject([{ code: 'grounding' }]);
    const place = { line: 2, character: 14 };
    expect(last?.command?.arguments?.[1]).toEqual({ start: place, end: place });
  });

  it('is a rewrite without findings, and does not show the light bulb', async () => {
    await start();
    const uri = await client.open(sound);
    const repairs = (actions: readonly CodeAction[]): readonly unknown[] =>
      actions.filter(({ title }) => title === TITLE).map(({ kind }) => kind);
    expect(repairs(await client.codeActions(uri, somewhere))).toEqual([CodeActionKind.RefactorRewrite]);
    const context = { diagnostics: [], triggerKind: CodeActionTriggerKind.Automatic };
    expect(repairs(await client.codeActions(uri, somewhere, context))).toEqual([]);
    const only = { diagnostics: [], only: [CodeActionKind.QuickFix] };
    expect(repairs(await client.codeActions(uri, somewhere, only))).toEqual([]);
  });

  it('is tagged if a model is selected and the client supports tags', async () => {
    await start({ settings: aModel, tagsCodeActions: true });
    expect((await actionsAtFinding(misspeltRelation)).map(({ tags }) => tags)).toEqual([
      ...(await actionsAtFinding(misspeltRelation)).slice(1).map(() => undefined),
      [1],
    ]);
    await client.changeSettings({});
    await client.statuses.next();
    expect((await actionsAtFinding(misspeltRelation)).at(-1)).not.toHaveProperty('tags');
    await client.stop();
    await start({ settings: aModel });
    expect((await actionsAtFinding(misspeltRelation)).at(-1)).not.toHaveProperty('tags');
  });

  it.each([
    ['for an update', 'INSERT DATA { <http://a.example/> <http://b.example/> 1 }'],
    ['for a file without a query', '# nothing yet\n'],
  ])('is not offered %s', async (_, text) => {
    await start();
    const uri = await client.open(text);
    const all = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    expect((await client.codeActions(uri, all)).map(({ title }) => title)).not.toContain(TITLE);
  });

  it('is a code lens of queries with errors or warnings', async () => {
    await start();
    const uri = await client.open(`${sound}###\n${unknownRelation}`);
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    const place = { line: 5, character: 0 };
    expect(lenses.map(({ command }) => command).filter((one) => one?.command === REPAIR_COMMAND)).toEqual([
      { title: '$(wrench) Repair', command: REPAIR_COMMAND, arguments: [uri, { start: place, end: place }] },
    ]);
  });
});
