import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, InlayHint, InsertReplaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { CancellationToken, CancellationTokenSource } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver';
import { startEndpoint, type Endpoint } from '../adapters/kb/endpoint';
import { startVirtuoso } from '../adapters/kb/virtuoso';
import { TestClient } from './client';

const NS = 'http://rdf.freebase.com/ns/';
const PROLOGUE = `PREFIX ns: <${NS}>\n`;
const ENTITY = 21;
const RELATION = 10;

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start({ settings: {} });
});
afterAll(() => client.stop());

/** Opens a query with a `|` and returns a function that requests completion there. */
async function at(
  marked: string,
  prologue = PROLOGUE,
  by = client,
): Promise<(token?: CancellationToken) => Promise<CompletionList>> {
  const text = prologue + marked;
  const offset = text.indexOf('|');
  const uri = await by.open(text.replace('|', ''));
  const position = TextDocument.create(uri, 'sparql', 1, by.textOf(uri)).positionAt(offset);
  const params = { textDocument: { uri }, position };
  return (token = CancellationToken.None) =>
    by.connection.sendRequest<CompletionList>('textDocument/completion', params, token);
}

/** Requests the list again until it has what is expected, as an editor does while the user types. */
async function listAt(
  marked: string,
  isExpected: (list: CompletionList) => boolean = ({ items }) => entities(items).length > 0,
  prologue = PROLOGUE,
  by = client,
): Promise<CompletionList> {
  const request = await at(marked, prologue, by);
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

describe('Completion of entities with an endpoint that does not answer', () => {
  let endpoint: Endpoint;
  let other: TestClient;
  beforeAll(async () => {
    endpoint = await startEndpoint((response) => response.flushHeaders());
    other = await TestClient.start({
      settings: { knowledgeBase: 'Slow', knowledgeBases: { Slow: { endpoint: endpoint.address } } },
    });
  });
  afterAll(async () => {
    await other.stop();
    await endpoint.close();
  });

  it('returns everything else, as an incomplete list', async () => {
    const words = await (await at('SELECT ?x { ?x ?y ?z . fil| }', PROLOGUE, other))();
    expect(words.isIncomplete).toBe(true);
    expect(words.items.map(({ label }) => label)).toContain('FILTER');
    const relations = await (await at('SELECT ?x { ?x ns:directed| }', PROLOGUE, other))();
    expect(relations.items.map(({ label }) => label)).toContain('film.film.directed_by');
    const names = await (await at('SELECT ?x { ?x ns:film.film.directed_by ns:Nolan| }', PROLOGUE, other))();
    expect(names).toEqual({ isIncomplete: true, items: [] });
  });

  it('can be cancelled', async () => {
    const source = new CancellationTokenSource();
    const request = await at('SELECT ?x { ?x ns:film.film.directed_by ns:Spielberg| }', PROLOGUE, other);
    const reply = request(source.token);
    source.cancel();
    await expect(reply).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
  });
});

it('Completion does not contact an address that only the document names', async () => {
  const endpoint = await startEndpoint((response) => response.end());
  const prologue = `# endpoint: ${endpoint.address}\n${PROLOGUE}`;
  for (const marked of ['SELECT ?x { ?x ns:film.film.directed_by ns:Nolan| }', 'SELECT ?x { ?x ns:film| }']) {
    const list = await (await at(marked, prologue))();
    expect(entities(list.items)).toEqual([]);
  }
  expect(endpoint.connections()).toBe(0);
  await endpoint.close();
});

const facts = `
<${NS}m.0184dt> <${NS}type.object.name> "Christopher Nolan"@en .
<${NS}m.0184dt> <${NS}type.object.type> <${NS}film.director> .
<${NS}m.0661ql3> <${NS}film.film.directed_by> <${NS}m.0184dt> .
<${NS}m.0661ql3> <${NS}type.object.name> "Inception"@en .
`;
const virtuoso = await startVirtuoso(facts, 10_000, ['--words']);
describe.skipIf(!virtuoso)('Completion with a Virtuoso', () => {
  let other: TestClient;
  beforeAll(async () => {
    other = await TestClient.start({
      settings: { knowledgeBase: 'V', knowledgeBases: { V: { endpoint: virtuoso?.address } } },
    });
  });
  afterAll(async () => {
    await other.stop();
    await virtuoso?.stop();
  });

  it('finds entities with its text index, and by the relation', async () => {
    for (const typed of ['ns:Nolan', 'ns:']) {
      const marked = `SELECT ?film { ?film ns:film.film.directed_by ${typed}| }`;
      const { items } = await listAt(marked, undefined, PROLOGUE, other);
      expect(entities(items)).toMatchObject([
        { label: 'Christopher Nolan', labelDetails: { description: 'director · 3 facts · m.0184dt' } },
      ]);
    }
  });

  it('says which relations have no facts', async () => {
    const { items } = await listAt(
      'SELECT ?x { ?x a ns:film.film ; ns:direct| }',
      (list) => list.items.some(({ labelDetails }) => labelDetails?.description?.includes('no facts in V')),
      PROLOGUE,
      other,
    );
    expect(items[0]?.label).toBe('film.film.directed_by');
    expect(items[0]?.labelDetails?.description).toBe('→ director');
  });
});
