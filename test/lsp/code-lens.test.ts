import { afterEach, describe, expect, it } from 'vitest';
import type { CodeLens } from 'vscode-languageserver';
import {
  ASK_COMMAND,
  GO_TO_FINDING_COMMAND,
  REPAIR_COMMAND,
  RUN_COMMAND,
} from '../../server/src/protocol/index';
import { TestClient } from './client';
import { sound, unknownRelation } from './queries';

describe('Code lenses', () => {
  let client: TestClient;
  afterEach(() => client.stop());

  const lenses = (uri: string): Promise<CodeLens[]> =>
    client.request('textDocument/codeLens', { textDocument: { uri } });

  it('summarize the findings above each query', async () => {
    client = await TestClient.start({ settings: {} });
    const uri = await client.open(`${sound}###\n${unknownRelation}`);
    const found = await lenses(uri);
    expect(found.map(({ range, command }) => [range.start.line, command?.title])).toEqual([
      [0, '✓ no problems found'],
      [5, '1 error'],
      [5, 'Repair'],
    ]);
    // This client declares no commands; the server has this one.
    expect(found.map(({ command }) => command?.command)).toEqual(['', '', REPAIR_COMMAND]);
  });

  it('go to the finding if the client has the command', async () => {
    client = await TestClient.start({ settings: {}, commands: [GO_TO_FINDING_COMMAND] });
    const uri = await client.open(unknownRelation);
    const [lens] = await lenses(uri);
    expect(lens?.command).toEqual({
      title: '1 error',
      command: GO_TO_FINDING_COMMAND,
      arguments: [uri, { start: { line: 2, character: 14 }, end: { line: 2, character: 41 } }],
    });
    await client.replace(uri, 'birthplace', 'place_of_birth');
    expect((await lenses(uri))[0]?.command).toEqual({ title: '✓ no problems found', command: '' });
  });

  it('run each query if the client has the command', async () => {
    client = await TestClient.start({ settings: {}, commands: [RUN_COMMAND] });
    const uri = await client.open(`${sound}###\n${unknownRelation}`);
    const caret = { line: 5, character: 0 };
    expect((await lenses(uri)).map(({ command }) => command)).toMatchObject([
      { title: '$(play) Run' },
      { title: '✓ no problems found' },
      { title: '$(play) Run', command: RUN_COMMAND, arguments: [uri, { start: caret, end: caret }] },
      { title: '1 error' },
      { title: 'Repair' },
    ]);
  });

  it('ask a question without a query if the client has the command', async () => {
    client = await TestClient.start({ settings: {}, commands: [ASK_COMMAND, RUN_COMMAND] });
    const uri = await client.open('# A draft.\n# question: Where was Barack Obama born?\n');
    const [lens, ...more] = await lenses(uri);
    expect(lens).toMatchObject({
      range: { start: { line: 1 } },
      command: { command: ASK_COMMAND, arguments: ['Where was Barack Obama born?'] },
    });
    expect(more).toEqual([]);
    const withQuery = await client.open(`# question: Where was Barack Obama born?\n${sound}`);
    expect((await lenses(withQuery)).map(({ command }) => command?.command)).not.toContain(ASK_COMMAND);
  });

  it('can be turned off and on, which refreshes them', async () => {
    client = await TestClient.start({ settings: { codeLens: { enabled: false } } });
    const uri = await client.open(sound);
    expect(await lenses(uri)).toEqual([]);
    await client.changeSettings({ codeLens: { enabled: true } });
    await client.refreshed.next((what) => what === 'codeLens');
    expect(await lenses(uri)).toHaveLength(1);
  });
});
