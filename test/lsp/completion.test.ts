import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, InsertReplaceEdit, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TestClient } from './client';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

let client: TestClient;
let plain: TestClient;

beforeAll(async () => {
  [client, plain] = await Promise.all([TestClient.start(), TestClient.start({ plain: true })]);
});
afterAll(async () => {
  await Promise.all([client.stop(), plain.stop()]);
});

/** Requests completion at the `|` in a query. */
async function complete(
  marked: string,
  at = client,
): Promise<{ readonly list: CompletionList; readonly document: TextDocument }> {
  const uri = await at.open(PROLOGUE + marked.replace('|', ''));
  const document = TextDocument.create(uri, 'sparql', 1, at.textOf(uri));
  const list = await at.request<CompletionList | null>('textDocument/completion', {
    textDocument: { uri },
    position: document.positionAt(PROLOGUE.length + marked.indexOf('|')),
  });
  return { list: list ?? { isIncomplete: false, items: [] }, document };
}

function named({ items }: CompletionList, label: string): CompletionItem {
  const item = items.find((one) => one.label === label);
  if (!item) throw new Error(`"${label}" is not in the list.`);
  return item;
}

describe('Completion', () => {
  it('is announced with its trigger characters', () => {
    expect(client.initializeResult.capabilities.completionProvider).toMatchObject({
      resolveProvider: true,
      triggerCharacters: expect.arrayContaining([':', '.', '?']) as unknown,
    });
  });

  it('sorts relations by relevance, not by label', async () => {
    const { list } = await complete('SELECT ?x { ?x a ns:film.film ; ns:director| }');
    const [first, second] = list.items;
    expect(first?.label).toBe('film.film.directed_by');
    expect((first?.sortText ?? '') < (second?.sortText ?? '')).toBe(true);
    // Editors rank by filter text first, so all filter texts begin with the typed text.
    expect(list.items.filter(({ kind }) => kind === 10).length).toBeGreaterThan(5);
    for (const { kind, filterText } of list.items)
      if (kind === 10) expect(filterText).toMatch(/^ns:director. ?/);
    expect(list.isIncomplete).toBe(true);
  });

  it('keeps or replaces the text after the cursor, as the editor chooses', async () => {
    const { list, document } = await complete('SELECT ?x { ?x ns:film.film.dir|ected ?d }');
    const edit = named(list, 'film.film.directed_by').textEdit as InsertReplaceEdit;
    expect(document.getText(edit.insert)).toBe('ns:film.film.dir');
    expect(document.getText(edit.replace)).toBe('ns:film.film.directed');
    expect(edit.newText).toBe('ns:film.film.directed_by');
  });

  it('states the range once for all items if the client supports that', async () => {
    const other = await TestClient.start({ defaultEditRange: true });
    const marked = 'SELECT ?film { ?film ns:film.film.genre ?genre . ?film ns:film.film.directed_by ?g|e }';
    const { list, document } = await complete(marked, other);
    const { insert, replace } = list.itemDefaults?.editRange as Pick<InsertReplaceEdit, 'insert' | 'replace'>;
    expect([insert, replace].map((range) => document.getText(range))).toEqual(['?g', '?ge']);
    expect(list.items.some(({ textEdit }) => textEdit !== undefined)).toBe(false);
    // A variable is inserted as its label.
    expect(named(list, '?genre')).not.toHaveProperty('textEditText');
    const relations = await complete('SELECT ?x { ?x ns:film.film.directed| }', other);
    expect(named(relations.list, 'film.film.directed_by').textEditText).toBe('ns:film.film.directed_by');
    const expected = await complete(marked);
    expect(list.items.map(({ label }) => label)).toEqual(expected.list.items.map(({ label }) => label));
    await other.stop();
  });

  it('resolves details on request', async () => {
    const { list } = await complete('SELECT ?x { ?x ns:film.film.directed| }');
    const item = named(list, 'film.film.directed_by');
    expect(item.documentation).toBeUndefined();
    const resolved = await client.request<CompletionItem>('completionItem/resolve', item);
    expect(resolved.documentation).toMatchObject({
      kind: 'markdown',
      value: expect.stringContaining('film.director') as unknown,
    });
  });

  it('resolves details of keywords and functions', async () => {
    const { list } = await complete('SELECT ?x { ?x ?y ?z . FILTER(STRL|) }');
    const resolved = await client.request<CompletionItem>('completionItem/resolve', named(list, 'STRLEN'));
    expect(resolved.documentation).toMatchObject({ value: expect.stringContaining('STRLEN(') as unknown });
  });

  it('returns an item unchanged if it has no details', async () => {
    const item = { label: 'whatever', data: { kind: 'nonsense' } };
    expect(await client.request('completionItem/resolve', item)).toEqual(item);
  });

  it('declares the prefix that a relation needs', async () => {
    const uri = await client.open('SELECT ?x { ?x directed }');
    const list = await client.request<CompletionList>('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character: 'SELECT ?x { ?x directed'.length },
    });
    expect(named(list, 'film.film.directed_by').additionalTextEdits).toEqual([
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        newText: 'PREFIX ns: <http://rdf.freebase.com/ns/>\n',
      },
    ]);
  });

  it('inserts snippets if the client supports them, otherwise plain text', async () => {
    const known = named((await complete('SELECT ?x { ?x ?y ?z . FILTER(STRL|) }')).list, 'STRLEN');
    expect(known.insertTextFormat).toBe(2);
    expect((known.textEdit as InsertReplaceEdit).newText).toBe('STRLEN($0)');
    const { list } = await complete('SELECT ?x { ?x ?y ?z . FILTER(STRL|) }', plain);
    const other = named(list, 'STRLEN');
    expect(other.insertTextFormat).toBeUndefined();
    expect((other.textEdit as TextEdit).newText).toBe('STRLEN()');
    expect(list.items.some(({ kind }) => kind === 15)).toBe(false);
  });

  it('is empty in a comment', async () => {
    expect((await complete('SELECT ?x { } # ns:film|')).list.items).toEqual([]);
  });
});
