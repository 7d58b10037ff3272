import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import { TestClient } from './client';
import { sound, typeClash, unknownRelation, unusedPrefix } from './queries';

describe('Checking open documents', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start();
  });
  afterAll(() => client.stop());

  it('publishes findings with range, version, code, source and severity', async () => {
    const uri = await client.open(unknownRelation);
    const params = await client.published.next((one) => one.uri === uri);
    expect(params.version).toBe(1);
    expect(params.diagnostics).toHaveLength(1);
    const [finding] = params.diagnostics;
    expect(finding).toMatchObject({
      code: 'grounding',
      source: 'FUn-FuSIC',
      severity: DiagnosticSeverity.Error,
      range: { start: { line: 2, character: 14 }, end: { line: 2, character: 41 } },
    });
    expect(finding?.message).toContain('people.person.birthplace');
    expect(finding?.message).toContain('people.person.place_of_birth');
  });

  it('publishes an empty list for a correct query', async () => {
    expect(await client.check(sound)).toEqual([]);
  });

  it('publishes no findings for a proposal, which is shown beside its query', async () => {
    const uri = await client.open(unknownRelation, 'funfusic-proposal:/queries/proposed.rq?file');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.replace(uri, 'SELECT', 'SELEKT');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    expect(
      await client.request('textDocument/semanticTokens/full', { textDocument: { uri } }),
    ).not.toBeNull();
  });

  it('gives the reason and the other part of a type clash as related information', async () => {
    const uri = await client.open(typeClash);
    const findings = await client.diagnosticsOf(uri);
    const clash = findings.find(({ code }) => code === 'lf_semantic');
    expect(clash?.severity).toBe(DiagnosticSeverity.Error);
    expect((clash?.message as string).split(/(?<=[.?!]) (?=[A-Z])/)).toHaveLength(2);
    const [reason, other] = clash?.relatedInformation ?? [];
    expect(reason?.location).toEqual({ uri, range: clash?.range });
    expect(clash?.message).not.toContain(reason?.message);
    expect(other?.location.uri).toBe(uri);
    expect(other && client.textAt(uri, other.location.range)).toMatch(/^ns:/);
    expect(other?.message).not.toBe('');
  });

  it('marks an unused prefix as unnecessary', async () => {
    const [finding] = await client.check(unusedPrefix);
    expect(finding).toMatchObject({
      code: 'unused_prefix',
      severity: DiagnosticSeverity.Hint,
      tags: [DiagnosticTag.Unnecessary],
      range: { start: { line: 0, character: 0 } },
    });
  });

  it('adds, moves and removes findings with incremental edits', async () => {
    const uri = await client.open(sound);
    expect(await client.diagnosticsOf(uri)).toEqual([]);

    await client.replace(uri, 'place_of_birth', 'birthplace');
    const [appeared] = await client.diagnosticsOf(uri);
    expect(appeared?.range.start).toEqual({ line: 2, character: 14 });

    await client.replace(uri, 'SELECT', '# a comment\n\nSELECT');
    const [moved] = await client.diagnosticsOf(uri);
    expect(moved?.range.start).toEqual({ line: 4, character: 14 });

    await client.replace(uri, 'birthplace', 'place_of_birth');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('shows a syntax error until it is fixed', async () => {
    const uri = await client.open(sound);
    await client.diagnosticsOf(uri);
    await client.replace(uri, '}', '');
    const [finding] = await client.diagnosticsOf(uri);
    expect(finding).toMatchObject({ code: 'syntax', severity: DiagnosticSeverity.Error });
    await client.replace(uri, '?place .\n', '?place .\n}\n');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('checks only the last version of edits that arrive together', async () => {
    const uri = await client.open(sound);
    await client.diagnosticsOf(uri);
    const names = ['place_of_birth', ...Array.from({ length: 20 }, (_, index) => `place_${index}`)];
    client.replaceAtOnce(
      uri,
      names.slice(1).map((name, index) => [`person.${names[index] ?? ''} `, `person.${name} `]),
    );
    const first = await client.published.next((one) => one.uri === uri);
    expect(first.version).toBe(names.length);
    expect(first.diagnostics[0]?.message).toContain('people.person.place_19');
  });

  it('keeps two documents apart', async () => {
    const right = await client.open(sound);
    const wrong = await client.open(unknownRelation);
    expect(await client.diagnosticsOf(right)).toEqual([]);
    expect(await client.diagnosticsOf(wrong)).toHaveLength(1);
    await client.replace(right, 'place_of_birth', 'home');
    await client.replace(wrong, 'birthplace', 'place_of_birth');
    expect(await client.diagnosticsOf(right)).toHaveLength(1);
    expect(await client.diagnosticsOf(wrong)).toEqual([]);
  });

  it('clears the findings of a closed document', async () => {
    const uri = await client.open(unknownRelation);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.close(uri);
    const cleared = await client.published.next((one) => one.uri === uri);
    expect(cleared.diagnostics).toEqual([]);
  });

  it('publishes nothing for a document that is closed before its check', async () => {
    const uri = await client.open(unknownRelation);
    await client.close(uri);
    const other = await client.open(sound);
    await client.diagnosticsOf(other);
    const left = client.published.untaken.filter((one) => one.uri === uri);
    expect(left.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  it('counts lines that end in CR LF like an editor', async () => {
    const uri = await client.open(unknownRelation.replace(/\n/g, '\r\n'));
    const [finding] = await client.diagnosticsOf(uri);
    expect(finding?.range).toEqual({ start: { line: 2, character: 14 }, end: { line: 2, character: 41 } });
    await client.replace(uri, 'SELECT', '# more\r\nSELECT');
    const [moved] = await client.diagnosticsOf(uri);
    expect(moved?.range.start).toEqual({ line: 3, character: 14 });
  });

  it('counts columns in UTF-16 units after emoji', async () => {
    const text =
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { VALUES ?n { "😀👍🏽" } ?x ns:type.object.name ?n ; ns:people.person.birthplace ?y }';
    const uri = await client.open(text);
    const findings = await client.diagnosticsOf(uri);
    const finding = findings.find(({ code }) => code === 'grounding');
    expect(finding?.range.start).toEqual({
      line: 1,
      character: text.split('\n')[1]?.indexOf('ns:people.person.birthplace'),
    });
    expect(finding && client.textAt(uri, finding.range)).toBe('ns:people.person.birthplace');
  });

  it('checks each query of a file with several', async () => {
    const uri = await client.open(`${sound}###\n${unknownRelation}`);
    const findings = await client.diagnosticsOf(uri);
    expect(findings.map(({ range }) => client.textAt(uri, range))).toEqual(['ns:people.person.birthplace']);
  });

  it('finds nothing in an empty document', async () => {
    expect(await client.check('')).toEqual([]);
  });
});
