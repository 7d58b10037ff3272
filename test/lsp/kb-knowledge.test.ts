import { join } from 'node:path';
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_REQUEST } from '../../server/src/protocol/index';
import { temporaryFolder } from '../cli/temporary-folder';
import { TestClient } from './client';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const FACTS = `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:people.person.place_of_birth ns:m.02hrh0_ ; ns:film.film.directed_by ns:m.06pj8 ; ns:geography.river.mouth ns:m.0s .
`;
const good = `${NS}SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }`;
const absent = good.replace('m.02mjmr', 'm.02mjmx');
const improbable = `${NS}SELECT ?x { ?x ns:film.film.directed_by ?p . ?x ns:geography.river.mouth ?s }`;

describe('The facts of a KB', () => {
  const folder = temporaryFolder({ 'facts.ttl': FACTS });
  const file = join(folder, 'facts.ttl');
  let client: TestClient;
  beforeAll(async () => {
    const knowledgeBases = { All: { file }, Some: { file, complete: false } };
    client = await TestClient.start({ settings: { knowledgeBases, knowledgeBase: 'All' } });
    // A dump is not loaded for diagnostics. After a query was run on it, it may be used in the background.
    for (const kb of ['All', 'Some']) {
      const uri = await client.open(good);
      const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } };
      await client.request(RUN_REQUEST, { textDocument: { uri }, range, kb });
    }
  });
  afterAll(() => client.stop());

  const brief = (uri: string, found: readonly Diagnostic[]): readonly string[] =>
    found.map(({ code, range, severity }) => `${severity} ${code} ${client.textAt(uri, range)}`);
  /** Findings are published twice: at once, and after the response of the KB. */
  const checkTwice = async (text: string): Promise<readonly (readonly string[])[]> => {
    const uri = await client.open(text);
    const first = brief(uri, await client.diagnosticsOf(uri));
    return [first, brief(uri, await client.diagnosticsOf(uri))];
  };

  it('add a finding for an unknown ID shortly after the check', async () => {
    expect(await checkTwice(absent)).toEqual([[], ['1 grounding ns:m.02mjmx']]);
  });

  it('refresh the code lenses', async () => {
    while (client.refreshed.untaken.length) await client.refreshed.next();
    expect(await checkTwice(absent.replace('m.02mjmx', 'm.02mjmy'))).toEqual([
      [],
      ['1 grounding ns:m.02mjmy'],
    ]);
    expect(await client.refreshed.next()).toBe('codeLens');
  });

  it('remove a probable type clash if a node has both types', async () => {
    const [first, then] = await checkTwice(improbable);
    expect(first).toEqual([expect.stringContaining('2 lf_semantic')]);
    expect(then).toEqual([]);
  });

  it('do not show that an ID is unknown if the KB is incomplete', async () => {
    const uri = await client.open(`# endpoint: Some\n${absent}\n###\n# endpoint: Some\n${improbable}`);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    // When the facts of the second query are known, those of the first would be known too.
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('are used at once when they are known, until the ID is fixed', async () => {
    const uri = await client.open(absent);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.replace(uri, 'm.02mjmx', 'm.02mjmr');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });
});

describe('A query with a question', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({});
  });
  afterAll(() => client.stop());
  const asking = (relation: string): string =>
    `# question: where was Tom Hanks born\n${NS}SELECT ?x {\n  # the actor\n  ns:m.0bxtg ns:people.person.${relation} ?x .\n}\n`;

  it('gets a warning, and the likeliest query as a quick fix, shortly after the check', async () => {
    const uri = await client.open(asking('nationality'));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    const [finding, ...more] = await client.diagnosticsOf(uri);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      code: 'nl_semantic',
      severity: 2,
      message: expect.stringContaining(
        'The question probably asks for “place of birth”, the query for “nationality”',
      ) as string,
    });
    const actions = await client.codeActions(uri, (finding as Diagnostic).range);
    const fix = actions.find(({ title }) => title === 'Ask for Tom Hanks → place of birth');
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(asking('place_of_birth'));
    // The comparison of the new query comes after its check.
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('gets none if it asks its question', async () => {
    const uri = await client.open(asking('place_of_birth').replaceAll('?x', '?place'));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    // Published again after the comparison.
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });
});
