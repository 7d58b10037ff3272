import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodeActionTriggerKind, type CodeAction } from 'vscode-languageserver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIX_QUERIES_COMMAND } from '../../server/src/protocol/index';
import { PROJECT } from '../support/check';
import { TestClient } from './client';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

describe('Fix all in this query', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  const actionAt = async (uri: string, text: string): Promise<CodeAction | undefined> => {
    const { position } = client.at(uri, text);
    const actions = await client.codeActions(uri, { start: position, end: position });
    return actions.find(({ title }) => title === 'Fix all in this query');
  };
  /** Runs the command, and returns the message that reports its outcome. */
  const run = async (action: CodeAction | undefined): Promise<string> => {
    expect(action?.command?.command).toBe(FIX_QUERIES_COMMAND);
    await client.request('workspace/executeCommand', action?.command);
    return (await client.shown.next(() => true)).message;
  };

  it('applies fixes that are the only ones if the query then has an answer', async () => {
    const sample = readFileSync(join(PROJECT, 'samples', 'mistakes.rq'), 'utf8');
    const uri = await client.open(sample);
    expect(await run(await actionAt(uri, 'film.film.starring'))).toBe('Fixed 2 findings. Nothing is left.');
    const after = client.textOf(uri);
    expect(after).toContain('ns:film.performance.actor ?actor');
    expect(after).toContain('ns:people.person.place_of_birth ?place');
    expect(after.slice(after.indexOf('###'))).toBe(sample.slice(sample.indexOf('###')));
  });

  it('is Fix All of the editor for a whole file, and says what it left', async () => {
    const uri = await client.open(readFileSync(join(PROJECT, 'samples', 'mistakes.rq'), 'utf8'));
    const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const context = { diagnostics: [], only: ['source.fixAll'], triggerKind: CodeActionTriggerKind.Invoked };
    const [action] = await client.codeActions(uri, top, context);
    const message = await run(action);
    expect(message).toMatch(/^Fixed 3 findings\. Left: line 21 \(3 fixes are possible\)\.$/);
    expect((await client.diagnosticsOf(uri)).map(({ code }) => code)).toEqual(['intermediate']);
  });

  it('applies only safe fixes when a file is saved', async () => {
    const uri = await client.open(readFileSync(join(PROJECT, 'samples', 'mistakes.rq'), 'utf8'));
    const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const context = {
      diagnostics: [],
      only: ['source.fixAll'],
      triggerKind: CodeActionTriggerKind.Automatic,
    };
    expect(await client.codeActions(uri, top, context)).toEqual([]);
  });

  it('leaves a fix that gives no answer', async () => {
    // Nobody was born in a person.
    const text = `${NS}SELECT DISTINCT ?x WHERE {
  ?x ns:people.person.birthplace ns:m.02mjmr .
  ?x ns:people.person.childrn ns:m.09c7w0 .
}
`;
    const uri = await client.open(text);
    const message = await run(await actionAt(uri, 'birthplace'));
    expect(client.textOf(uri)).toBe(text);
    expect(message).toMatch(/^Nothing was fixed\. Left: line 3 \(/);
  });
});
