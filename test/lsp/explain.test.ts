import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens, Hover } from 'vscode-languageserver';
import {
  EXPLAIN_COMMAND,
  EXPLAIN_REQUEST,
  type ExplainParams,
  type ExplainReply,
} from '../../server/src/protocol/index';
import { startModelServer, type ModelServer, type ModelStep } from '../support/model-server';
import { TestClient } from './client';
import { sound, unknownRelation } from './queries';

const READS = 'What is the place of birth of Barack Obama?';
const withQuestion = (question: string): string => `# question: ${question}\n${sound}`;

let client: TestClient;
let server: ModelServer | undefined;
beforeAll(async () => {
  client = await TestClient.start({ settings: {}, commands: [EXPLAIN_COMMAND] });
});
afterAll(() => client.stop());
afterEach(async () => {
  if (!server) return;
  await client.changeSettings({});
  await server.close();
  server = undefined;
});

async function explain(
  uri: string,
  more: Partial<ExplainParams> = {},
): Promise<Exclude<ExplainReply, { readonly problem: string }>> {
  const { textDocument, position } = client.at(uri, 'SELECT');
  const params: ExplainParams = {
    textDocument,
    range: { start: position, end: position },
    withModel: false,
    ...more,
  };
  const reply = await client.request<ExplainReply>(EXPLAIN_REQUEST, params);
  if ('problem' in reply) throw new Error(reply.problem);
  return reply;
}

async function hoverText(uri: string, word: string): Promise<string> {
  const { contents } = await client.request<Hover>('textDocument/hover', client.at(uri, word));
  return (contents as { readonly value: string }).value;
}

describe('Explaining a query', () => {
  it('describes it with the names of its KB, and pairs phrases with its parts', async () => {
    const { reading, query, agreement, usage } = await explain(await client.open(sound));
    expect(reading).toMatchObject({ question: READS, by: 'templates', leftOut: [] });
    expect(reading.pairs.map(({ part }) => query.slice(part.start, part.end))).toEqual([
      'ns:m.02mjmr ns:people.person.place_of_birth ?place',
    ]);
    expect(agreement).toBeUndefined();
    expect(usage.calls).toBe(0);
  });

  it('compares it with its question by cues if no model may be used', async () => {
    const uri = await client.open(withQuestion('How many places was Barack Obama born in?'));
    expect(await explain(uri)).toMatchObject({
      question: 'How many places was Barack Obama born in?',
      agreement: { verdict: 'different', by: 'cues' },
    });
  });

  it('reports syntax errors', async () => {
    await expect(explain(await client.open(sound.replace('}', '')))).rejects.toThrow('Fix them first');
  });
});

describe('The description of a query', () => {
  it('is shown on hover over the first keyword', async () => {
    const uri = await client.open(sound);
    await explain(uri);
    expect(await hoverText(uri, 'SELECT')).toMatch(
      /^\*\*Reads:\*\* What is the place of birth of Barack Obama/,
    );
    expect(await hoverText(uri, 'WHERE')).not.toContain('Reads');
  });

  it('is a code lens if the client has the command, computed on resolve', async () => {
    const uri = await client.open(sound);
    await explain(uri);
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    const [lens, ...more] = lenses.filter(({ command }) => !command);
    expect(more).toEqual([]);
    const { command } = await client.request<CodeLens>('codeLens/resolve', lens);
    const caret = { line: 0, character: 0 };
    expect(command).toMatchObject({
      title: `Reads: ${READS}`,
      command: EXPLAIN_COMMAND,
      arguments: [uri, { start: caret, end: caret }],
    });
  });

  it('does not contact an address that only the file names', async () => {
    const uri = await client.open(`# endpoint: http://127.0.0.1:9/sparql\n${sound}`);
    expect((await explain(uri)).reading.question).toBe('What is the place of birth of m.02mjmr?');
  });
});

describe('A comparison by a model', () => {
  const start = async (...script: readonly ModelStep[]): Promise<void> => {
    server = await startModelServer(script);
    const models = { Mine: { url: server.url, model: 'test-model', retries: 0 } };
    await client.changeSettings({ models, model: 'Mine' });
  };
  const says = (same: boolean): readonly ModelStep[] => [
    {
      json: { question: 'Where was Barack Obama born?', parts: [{ words: 'born', part: 1 }] },
      shape: 'reading',
    },
    { json: { explanation: 'One asks for the death.', differences: [], same }, shape: 'comparison' },
  ];

  it('is shown until the query or the question changes', async () => {
    await start(...says(false));
    const uri = await client.open(withQuestion('Where did Barack Obama die?'));
    const { agreement, usage } = await explain(uri, { withModel: true });
    expect(agreement).toEqual({ verdict: 'different', explanation: 'One asks for the death.', by: 'Mine' });
    expect(usage.calls).toBe(2);
    const { diagnostics } = await client.published.next(
      (one) => one.uri === uri && one.diagnostics.length > 0,
    );
    expect(diagnostics).toMatchObject([
      { code: 'nl_semantic', severity: 2, range: { start: { line: 0, character: 12 } } },
    ]);
    expect(await hoverText(uri, 'SELECT')).toContain(
      'The query does not match its question, according to Mine',
    );
    await client.replace(uri, 'die?', 'live?');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    expect(await hoverText(uri, 'SELECT')).toContain('has changed since the last comparison');
  });

  it('is not made if the request excludes models', async () => {
    await start();
    const { usage } = await explain(await client.open(withQuestion('Where was he born?')));
    expect(usage.calls).toBe(0);
    expect(server?.requests).toEqual([]);
  });

  it('falls back to templates and cues with a message if the model is unreachable', async () => {
    await start({ status: 401 });
    const reply = await explain(await client.open(withQuestion('Where was he born?')), { withModel: true });
    expect(reply).toMatchObject({ reading: { by: 'templates' }, agreement: { verdict: 'unknown' } });
    expect(reply.trouble).toContain('key');
    expect(server?.requests).toHaveLength(1);
  });
});

describe('A relation that the schema does not contain', () => {
  it('is described by its own words', async () => {
    expect((await explain(await client.open(unknownRelation))).reading.question).toBe(
      'What is the birthplace of Barack Obama?',
    );
  });
});
