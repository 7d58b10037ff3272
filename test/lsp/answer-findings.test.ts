import { join } from 'node:path';
import type { CodeLens, Diagnostic } from 'vscode-languageserver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_REQUEST, type Run, type RunResult } from '../../server/src/protocol/index';
import { temporaryFolder } from '../cli/temporary-folder';
import { TestClient } from './client';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>';
const FACTS = `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:people.person.children ns:m.0dzjt5 ; ns:people.person.spouse_s ns:m.02nqglv .
ns:m.02nqglv ns:type.object.type ns:people.marriage .
`;
const empty = `# Who are his parents?
${NS}
SELECT DISTINCT ?parent WHERE {
  ns:m.02mjmr ns:people.person.parents ?parent . # from here
}
`;

describe('The findings of a run', () => {
  const folder = temporaryFolder({ 'facts.ttl': FACTS });
  let client: TestClient;
  beforeAll(async () => {
    const knowledgeBases = { Facts: { file: join(folder, 'facts.ttl') } };
    client = await TestClient.start({ settings: { knowledgeBases, knowledgeBase: 'Facts' } });
    // After the first run, the KB may be used in the background, and open documents are checked again.
    await openAndRun(empty.replace('person.parents', 'person.children'), '?parent');
  });
  afterAll(() => client.stop());

  const run = async (uri: string, at: string): Promise<Run> => {
    const { textDocument, position } = client.at(uri, at);
    const range = { start: position, end: position };
    const result = await client.request<RunResult>(RUN_REQUEST, { textDocument, range });
    if ('problem' in result) throw new Error(result.problem);
    return result.run;
  };
  const brief = (uri: string, diagnostics: readonly Diagnostic[]): readonly string[] =>
    diagnostics.map(({ code, range }) => `${code} at ${client.textAt(uri, range)}`);
  const openAndRun = async (text: string, at: string): Promise<{ uri: string; run: Run }> => {
    const uri = await client.open(text);
    await client.diagnosticsOf(uri);
    return { uri, run: await run(uri, at) };
  };

  it('are shown at the selected variable, and sent with the result', async () => {
    const { uri, run } = await openAndRun(empty, '?parent');
    expect(run.remarks).toEqual([
      {
        code: 'egf',
        message: 'Empty answer: no rows',
        because: 'Nothing in the KB Facts matches the whole pattern.',
        advice: expect.stringContaining('Why is it empty?'),
        severity: 'warning',
      },
    ]);
    expect(brief(uri, await client.diagnosticsOf(uri))).toEqual(['egf at ?parent']);
  });

  it('report an ID that the KB does not contain', async () => {
    const { run } = await openAndRun(empty.replace('m.02mjmr', 'm.02mjmx'), '?parent');
    expect(run.remarks).toMatchObject([
      { code: 'egf', because: expect.stringContaining('m.02mjmx is not in the KB Facts') },
    ]);
  });

  it('are counted in the code lens of the query', async () => {
    const { uri } = await openAndRun(empty, '?parent');
    await client.refreshed.next((what) => what === 'codeLens');
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.map(({ command }) => command?.title)).toContain('1 warning');
  });

  it('disappear when the query changes', async () => {
    const { uri } = await openAndRun(empty, '?parent');
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.replace(uri, 'DISTINCT ', '');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.replace(uri, 'SELECT ', 'SELECT DISTINCT ');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('stay and move along when comments, white space or another query change', async () => {
    const { uri } = await openAndRun(
      `${empty}### the second\n${empty.replace('person.parents', 'person.children')}`,
      '?parent',
    );
    expect(brief(uri, await client.diagnosticsOf(uri))).toEqual(['egf at ?parent']);
    await client.replace(uri, '# Who are', '# Yes:\n# who are');
    await client.replace(uri, '# from here', '');
    await client.replace(uri, 'WHERE {', 'WHERE\n{');
    await client.replace(uri, 'children', 'children*');
    const [finding] = await client.diagnosticsOf(uri);
    expect(finding).toMatchObject({ code: 'egf', range: { start: { line: 3, character: 16 } } });
  });

  it('disappear when the next run has results', async () => {
    const { uri } = await openAndRun(empty, '?parent');
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.replace(uri, 'person.parents', 'person.children');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    expect((await run(uri, '?parent')).remarks).toEqual([]);
  });

  it('are suppressed by a comment', async () => {
    const text = `# funfusic-disable egf\n${empty}`;
    const { run } = await openAndRun(text, '?parent');
    expect(run.remarks).toEqual([]);
  });

  it('follow the settings without another run', async () => {
    const { uri } = await openAndRun(empty, '?parent');
    expect(await client.diagnosticsOf(uri)).toMatchObject([{ severity: 2 }]);
    const settings = client.settings as object;
    await client.changeSettings({ ...settings, severity: { egf: 'hint' } });
    expect(await client.diagnosticsOf(uri)).toMatchObject([{ severity: 4 }]);
    await client.changeSettings({ ...settings, severity: { egf: 'off' } });
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.changeSettings(settings);
  });

  it('report answers that are mediators in the KB', async () => {
    const text = `${NS}\nSELECT DISTINCT ?x WHERE { ns:m.02mjmr ?how ?x . ?x ?is ?what }`;
    const { run, uri } = await openAndRun(text, '?x');
    expect(run.remarks).toMatchObject([
      { code: 'intermediate', message: expect.stringContaining('people.marriage') },
    ]);
    expect(brief(uri, await client.diagnosticsOf(uri))).toEqual(['intermediate at ?x']);
  });

  it('are sent with the result only, if a part of a query was run', async () => {
    const uri = await client.open(`${NS}\nSELECT ?x { ?x ns:people.person.parents ?y }\nLIMIT 10`);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
    const result = await client.request<RunResult>(RUN_REQUEST, { textDocument: { uri }, range });
    expect(result).toMatchObject({ run: { remarks: [{ code: 'egf' }] } });
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });
});
