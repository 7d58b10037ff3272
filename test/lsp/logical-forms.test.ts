import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction, Diagnostic, Hover, TextEdit } from 'vscode-languageserver';
import {
  CONVERT_COMMAND,
  CONVERT_REQUEST,
  type ConvertParams,
  type ConvertResult,
} from '../../server/src/protocol/index';
import { TestClient } from './client';
import { sound } from './queries';

const RIGHT = '(AND film.film (JOIN film.film.directed_by m.03_gd))';
const MISSPELT =
  '; question: which?\n(ARGMAX film.film\n  film.film.initial_release_dates)\n(JOIN film.film.genre';

let client: TestClient;
afterEach(() => client.stop());

const URI = 'file:///queries/some.sexpr';

async function findingsIn(text: string): Promise<readonly Diagnostic[]> {
  await client.open(text, URI);
  return (await client.published.next(({ uri }) => uri === URI)).diagnostics;
}

async function actionsAt(uri: string, word: string): Promise<readonly CodeAction[]> {
  const { textDocument, position } = client.at(uri, word);
  const range = { start: position, end: position };
  return client.request('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } });
}

describe('A document with logical forms', () => {
  it('has no findings if it is correct', async () => {
    client = await TestClient.start({ settings: {} });
    expect(await findingsIn(`${RIGHT}\nNK\n`)).toEqual([]);
  });

  it('has syntax errors and findings at their ranges in the form', async () => {
    client = await TestClient.start({ settings: {} });
    const found = await findingsIn(MISSPELT);
    expect(
      found.map(({ code, range: { start, end } }) => [code, start.line, start.character, end.character]),
    ).toEqual([
      ['grounding', 2, 2, 33],
      ['syntax', 3, 0, 1],
      ['syntax', 3, 1, 5],
    ]);
    expect(found[0]?.message).toContain('film.film.initial_release_dates');
    expect(found[0]?.message).not.toContain('ns:');
  });

  it('reports a type clash and a literal of the wrong type', async () => {
    client = await TestClient.start({ settings: {} });
    const found = await findingsIn(
      '(AND people.person (JOIN film.film.initial_release_date "yes"^^xsd:boolean))',
    );
    expect(found.map(({ code }) => code)).toContain('float_suffix');
  });

  it('offers a fix for a misspelt name, and the conversion', async () => {
    client = await TestClient.start({ settings: {}, commands: [CONVERT_COMMAND] });
    await findingsIn('(ARGMAX film.film film.film.initial_release_dates)');
    const actions = await actionsAt(URI, 'film.film.initial_release_dates');
    const [fix] = actions.filter(({ edit }) => edit);
    expect(fix?.edit?.changes?.[URI]?.map(({ newText }) => newText)).toEqual([
      'film.film.initial_release_date',
    ]);
    expect(actions.map(({ command }) => command)).toContainEqual({
      title: 'Convert to SPARQL',
      command: CONVERT_COMMAND,
      arguments: [URI],
    });
  });

  it('has none of the features for queries', async () => {
    client = await TestClient.start({ settings: {} });
    await findingsIn(RIGHT);
    const textDocument = { uri: URI };
    expect(await client.request('textDocument/codeLens', { textDocument })).toEqual([]);
    expect(await client.request('textDocument/documentSymbol', { textDocument })).toEqual([]);
    const completion = await client.request<unknown>('textDocument/completion', client.at(URI, 'film.film '));
    expect(JSON.stringify(completion)).not.toContain('SELECT');
  });

  it('describes a name and the whole form on hover', async () => {
    client = await TestClient.start({ settings: {} });
    await findingsIn(RIGHT);
    const hover = async (word: string): Promise<string> => {
      const { contents } = await client.request<Hover>('textDocument/hover', client.at(URI, word));
      return (contents as { readonly value: string }).value;
    };
    expect(await hover('film.film.directed_by')).toContain('relation `film.film.directed_by`');
    expect(await hover('AND')).toMatch(/directed by/);
  });

  it('is formatted', async () => {
    client = await TestClient.start({ settings: {} });
    await findingsIn('(AND   film.film\n(JOIN film.film.directed_by\tm.03_gd) )\n');
    const edits = await client.request<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri: URI },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits.map(({ newText }) => newText)).toEqual([RIGHT]);
  });
});

describe('Conversion', () => {
  const convert = (params: ConvertParams): Promise<ConvertResult> => client.request(CONVERT_REQUEST, params);

  it('keeps questions in both directions', async () => {
    client = await TestClient.start({ settings: {} });
    const there = await convert({ text: `; question: which films?\n${RIGHT}\n`, to: 'sparql' });
    expect(there).toMatchObject({
      losses: [],
      text: expect.stringMatching(/^# question: which films\?\nPREFIX ns: /) as unknown,
    });
    const back = await convert({ text: 'text' in there ? there.text : '', to: 'sexpr' });
    expect(back).toEqual({ losses: [], text: `; question: which films?\n${RIGHT}\n` });
  });

  it('reports what the form cannot express, in a comment and in the result', async () => {
    client = await TestClient.start({ settings: {} });
    const reply = await convert({ text: `${sound} LIMIT 7`, to: 'sexpr' });
    expect(reply).toMatchObject({
      losses: [expect.stringContaining('LIMIT 7')],
      text: expect.stringMatching(/^; LIMIT 7 .*\n\(JOIN /m) as unknown,
    });
  });

  it.each([
    ['ASK { ?x ?y ?z }', 'sexpr', 'ASK'],
    ['', 'sexpr', 'no query'],
    ['', 'sparql', 'no logical form'],
    ['(JOIN film.film', 'sparql', 'Invalid logical form in line 1'],
    ['NK', 'sparql', 'there is no logical form'],
  ] as const)('of %s to %s is a problem', async (text, to, words) => {
    client = await TestClient.start({ settings: {} });
    expect(await convert({ text, to })).toEqual({ problem: expect.stringContaining(words) as unknown });
  });

  it('is offered for a query', async () => {
    client = await TestClient.start({ settings: {}, commands: [CONVERT_COMMAND] });
    const actions = await actionsAt(await client.open(sound), 'SELECT');
    expect(actions.map(({ title }) => title)).toContain('Convert to an S-Expression');
  });
});
