import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, InlayHint, InsertReplaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TestClient } from './client';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const ENTITY = 21;
const RELATION = 10;

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start({ settings: {} });
});
afterAll(() => client.stop());

/** Opens a query with a `|` and returns a function that requests completion there. */
async function at(marked: string, prologue = PROLOGUE): Promise<() => Promise<CompletionList>> {
  const text = prologue + marked;
  const offset = text.indexOf('|');
  const uri = await client.open(text.replace('|', ''));
  const position = TextDocument.create(uri, 'sparql', 1, client.textOf(uri)).positionAt(offset);
  return () => client.request<CompletionList>('textDocument/completion', { textDocument: { uri }, position });
}

/** Requests the list again until it has what is expected, as an editor does while the user types. */
async function listAt(
  marked: string,
  isExpected: (list: CompletionList) => boolean = ({ items }) => entities(items).length > 0,
  prologue = PROLOGUE,
): Promise<CompletionList> {
  const request = await at(marked, prologue);
  for (;;) {
    const list = await request();
    if (isExpected(list)) return list;
  }
}

const entities = (items: readonly CompletionItem[]): readonly CompletionItem[] =>
  items.filter(({ kind }) => kind === ENTITY);
const newText = ({ textEdit }: CompletionItem): string => (textEdit as InsertReplaceEdit).newText;

describe('Completion of entities', () => {
  it('finds an entity by a word of its name and inserts its id', async () => {
    const { items, isIncomplete } = await listAt('SELECT ?film { ?film ns:film.film.directed_by ns:Nolan| }');
    const [first] = entities(items);
    expect(first).toMatchObject({ label: 'Christopher Nolan', filterText: 'ns:Nolan Christopher Nolan' });
    expect(first?.labelDetails?.description).toMatch(/^.* · \d+ facts · m\.0184dt$/);
    expect(first && newText(first)).toBe('ns:m.0184dt');
    expect(isIncomplete).toBe(true);
  });

  it('finds an entity by a word without a prefix, and declares the prefix', async () => {
    const { items } = await listAt(
      'SELECT ?film { ?film <http://rdf.freebase.com/ns/film.film.directed_by> Nolan| }',
      undefined,
      '',
    );
    const [first] = entities(items);
    expect(first && newText(first)).toBe('ns:m.0184dt');
    expect(first?.additionalTextEdits?.[0]?.newText).toBe(PROLOGUE);
  });

  it('finds an entity as a subject, and by several words', async () => {
    const { items } = await listAt('SELECT ?x { ns:Christopher_Nol| ns:people.person.place_of_birth ?x }');
    expect(entities(items)[0]?.label).toBe('Christopher Nolan');
  });

  it('shows the name of the inserted id as an inlay hint', async () => {
    const uri = await client.open(`${PROLOGUE}SELECT ?film { ?film ns:film.film.directed_by ns:m.0184dt }`);
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    for (;;) {
      const hints = await client.request<InlayHint[]>('textDocument/inlayHint', {
        textDocument: { uri },
        range,
      });
      if (hints.some(({ label }) => label === 'Christopher Nolan')) break;
      await client.refreshed.next((what) => what === 'inlayHint');
    }
  });

  it('offers objects of the relation after a bare prefix', async () => {
    const { items } = await listAt('SELECT ?film { ?film ns:film.film.directed_by ns:| }');
    expect(items.every(({ kind }) => kind === ENTITY)).toBe(true);
    expect(items.map(({ label }) => label)).toContain('Christopher Nolan');
  });

  it('offers subjects of the relation after a bare prefix', async () => {
    const { items } = await listAt('SELECT ?x { ns:| ns:film.film.directed_by ?x }');
    expect(entities(items).map(({ label }) => label)).toContain('Inception');
  });

  it('offers the entities of the question after a bare prefix', async () => {
    const { items } = await listAt('# question: Who directed Inception?\nSELECT ?x { ns:| }');
    expect(entities(items)[0]?.label).toBe('Inception');
  });

  it('offers relations and classes, not entities, where they belong', async () => {
    const relations = await (await at('SELECT ?x { ?x ns:| }'))();
    expect(entities(relations.items)).toEqual([]);
    expect(relations.items.filter(({ kind }) => kind === RELATION).length).toBeGreaterThan(5);
    const classes = await (await at('SELECT ?x { ?x a ns:| }'))();
    expect(new Set(classes.items.map(({ kind }) => kind))).toEqual(new Set([7]));
  });

  it('sorts relations without facts in the KB last and says so', async () => {
    const { items } = await listAt('SELECT ?x { ?x a ns:film.film ; ns:film.film.| }', ({ items: all }) =>
      all.some(({ labelDetails }) => labelDetails?.description?.includes('no facts in Sample')),
    );
    const relations = items.filter(({ kind }) => kind === RELATION);
    const lacksFacts = relations.map(
      ({ labelDetails }) => labelDetails?.description?.includes('no facts') ?? false,
    );
    expect(lacksFacts[0]).toBe(false);
    expect(lacksFacts).toEqual([...lacksFacts].sort((left, right) => Number(left) - Number(right)));
  });
});
