import { join } from 'node:path';
import type { Range } from 'vscode-languageserver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EXPLAIN_EMPTY_COMMAND,
  RUN_REQUEST,
  WHY_EMPTY_REQUEST,
  type WhyEmpty,
} from '../../server/src/protocol/index';
import { temporaryFolder } from '../cli/temporary-folder';
import { TestClient } from './client';

const FACTS = `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:people.person.place_of_birth ns:m.02hrh0_ .
ns:m.02hrh0_ ns:location.location.containedby ns:m.03gh4 .
`;
const turned = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?x WHERE {
  ?x ns:people.person.place_of_birth ns:m.02mjmr .
  ?x ns:location.location.containedby ?y .
}
`;

describe('The explanation of an empty answer', () => {
  const folder = temporaryFolder({ 'facts.ttl': FACTS });
  let client: TestClient;
  beforeAll(async () => {
    const knowledgeBases = { Facts: { file: join(folder, 'facts.ttl') } };
    client = await TestClient.start({ settings: { knowledgeBases, knowledgeBase: 'Facts' } });
  });
  afterAll(() => client.stop());

  it('is returned for a query that was run', async () => {
    const why = await client.request<WhyEmpty>(WHY_EMPTY_REQUEST, { kb: 'Facts', query: turned });
    expect(why).toMatchObject({
      verdict: 'broken-pattern',
      instead: ['ns:m.02mjmr ns:people.person.place_of_birth ?x'],
    });
    expect(why.probes.map(({ added, outcome }) => [added, outcome])).toEqual([
      ['?x ns:location.location.containedby ?y', 'matches'],
      ['?x ns:people.person.place_of_birth ns:m.02mjmr', 'nothing'],
    ]);
  });

  it('is unknown for an unknown KB', async () => {
    const why = await client.request<WhyEmpty>(WHY_EMPTY_REQUEST, { kb: 'Nowhere', query: turned });
    expect(why).toMatchObject({ verdict: 'unknown', summary: expect.stringContaining('Nowhere') });
  });

  const runIt = async (): Promise<{ readonly uri: string; readonly range: Range }> => {
    const uri = await client.open(turned);
    await client.diagnosticsOf(uri);
    const { textDocument, position } = client.at(uri, '?x WHERE');
    const range = { start: position, end: position };
    await client.request(RUN_REQUEST, { textDocument, range });
    const told = await client.published.next((one) => one.uri === uri && one.diagnostics.length > 0);
    const [empty] = told.diagnostics;
    if (!empty) throw new Error('Nothing is said of the empty answer.');
    return { uri, range: empty.range };
  };

  it('is a quick fix that marks the part that matches nothing, with its own fix', async () => {
    const { uri, range } = await runIt();
    const offered = await client.codeActions(uri, range);
    const explain = offered.find(({ title }) => title === 'Why is it empty?');
    expect(explain?.command).toMatchObject({ command: EXPLAIN_EMPTY_COMMAND });
    await client.request('workspace/executeCommand', explain?.command);
    const found = await client.diagnosticsOf(uri);
    expect(found.map(({ code, range }) => [code, client.textAt(uri, range)])).toEqual([
      ['egf', '?x'],
      ['egf', '?x ns:people.person.place_of_birth ns:m.02mjmr'],
    ]);
    expect((await client.shown.next(({ message }) => message.includes('the other way'))).type).toBe(3);
    const fixes = await client.codeActions(uri, found[1]?.range ?? range);
    const swap = fixes.find(({ title }) => title.startsWith('Swap'));
    if (!swap) throw new Error('No fix is offered.');
    await client.apply(uri, swap);
    expect(client.textOf(uri)).toContain('ns:m.02mjmr ns:people.person.place_of_birth ?x .');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('is no longer offered when the query changes', async () => {
    const { uri, range } = await runIt();
    await client.replace(uri, 'SELECT ?x', 'SELECT DISTINCT ?x');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    expect((await client.codeActions(uri, range)).map(({ title }) => title)).not.toContain(
      'Why is it empty?',
    );
  });
});
