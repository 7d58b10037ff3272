import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPAIR_TARGET_REQUEST, type RepairTargetResult } from '../../server/src/protocol/index';
import { TestClient } from './client';
import { sound } from './queries';

const models = {
  GPT: { url: 'https://api.openai.com/v1/', model: 'gpt-4.1', key: true },
  Llama: { url: 'http://localhost:11434/v1' },
  Copilot: { editor: 'copilot/gpt-4o' },
};

describe('The target of a repair', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  const target = (uri: string, text: string): Promise<RepairTargetResult> => {
    const { position } = client.at(uri, text);
    const params = { textDocument: { uri }, range: { start: position, end: position } };
    return client.request(REPAIR_TARGET_REQUEST, params);
  };

  it('is the whole query at the cursor with its question and range', async () => {
    const uri = await client.open(`ASK { ?a ?b 1 }\n###\n\n# question: Where?\n${sound}\n`);
    expect(await target(uri, 'place_of_birth')).toEqual({
      kb: 'Sample',
      kbSource: 'settings',
      known: true,
      query: `# question: Where?\n${sound.trim()}`,
      question: 'Where?',
      index: 1,
      range: { start: { line: 3, character: 0 }, end: { line: 7, character: 1 } },
      rounds: 4,
    });
  });

  it('names the model, the receiver of its requests, and whether it is local', async () => {
    const of = async (model: string): Promise<unknown> => {
      await client.changeSettings({ models, model, repair: { rounds: 1 } });
      await client.statuses.next();
      const found = await target(await client.open(sound), 'SELECT');
      return 'problem' in found ? found.problem : [found.rounds, found.model];
    };
    expect(await of('GPT')).toEqual([
      2,
      { name: 'GPT', kind: 'server', where: 'https://api.openai.com', model: 'gpt-4.1', local: false },
    ]);
    expect(await of('Llama')).toMatchObject([
      2,
      { where: 'http://localhost:11434', model: 'Llama', local: true },
    ]);
    expect(await of('Copilot')).toMatchObject([2, { kind: 'editor', where: 'copilot/gpt-4o', local: false }]);
    expect(await of('none')).toEqual([2, undefined]);
    expect(await of('Gone')).toMatch(/^There is no model called Gone\. Name one/);
  });

  it('is a problem without a query and for an update', async () => {
    await client.changeSettings({});
    await client.statuses.next();
    const nothing = await client.open('# nothing yet');
    expect(await target(nothing, '#')).toHaveProperty('problem');
    const update = await client.open('INSERT DATA { <http://a.example/> <http://b.example/> 1 }');
    expect(await target(update, 'INSERT')).toMatchObject({
      problem: expect.stringMatching(/^Updates cannot be repaired/) as string,
    });
  });
});
