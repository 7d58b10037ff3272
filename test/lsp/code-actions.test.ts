import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CodeActionKind, LSPErrorCodes, type CodeAction, type Range } from 'vscode-languageserver';
import { DISABLE_CHECK_COMMAND } from '../../server/src/protocol/index';
import { TestClient } from './client';
import {
  mediatorAnswer,
  misspeltRelation,
  sound,
  typeClash,
  untidy,
  unusedPrefix,
  virtuoso,
} from './queries';

describe('Code actions', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  async function firstFinding(uri: string): Promise<Range> {
    const [finding] = await client.diagnosticsOf(uri);
    if (!finding) throw new Error('Nothing was found.');
    return finding.range;
  }

  it('fix a misspelt relation, which leaves no finding', async () => {
    const uri = await client.open(misspeltRelation);
    const actions = await client.codeActions(uri, await firstFinding(uri));
    const [fix] = actions;
    expect(fix).toMatchObject({ kind: CodeActionKind.QuickFix, isPreferred: true });
    expect(fix?.title).toContain('people.person.place_of_birth');
    expect(fix?.diagnostics).toMatchObject([{ code: 'grounding', source: 'FUn-FuSIC' }]);
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(sound);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('prefer one fix only', async () => {
    const uri = await client.open(misspeltRelation);
    const actions = await client.codeActions(uri, await firstFinding(uri));
    expect(actions.filter(({ isPreferred }) => isPreferred)).toHaveLength(1);
  });

  it.each([
    ['line', /^ *# funfusic-disable-next-line grounding\n/m],
    ['file', /^# funfusic-disable grounding\n/],
  ])('disable a check for this %s', async (where, comment) => {
    const uri = await client.open(misspeltRelation);
    const actions = await client.codeActions(uri, await firstFinding(uri));
    const disable = actions.find(({ title }) => title === `Disable grounding for this ${where}`);
    expect(disable).toMatchObject({ kind: CodeActionKind.QuickFix, diagnostics: [{ code: 'grounding' }] });
    await client.apply(uri, disable as CodeAction);
    expect(client.textOf(uri)).toMatch(comment);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('disable a check in the settings only if the client can', async () => {
    const title = 'Disable grounding in the settings';
    const titles = async (other: TestClient): Promise<readonly string[]> => {
      const uri = await other.open(misspeltRelation);
      const [finding] = await other.diagnosticsOf(uri);
      return (await other.codeActions(uri, finding?.range as Range)).map((action) => action.title);
    };
    expect(await titles(client)).not.toContain(title);
    expect(await titles(client)).toContain('Disable grounding until the server restarts');
    const able = await TestClient.start({ settings: {}, commands: [DISABLE_CHECK_COMMAND] });
    expect(await titles(able)).toContain(title);
    await able.stop();
  });

  it('belong to findings whose code has a page in the documentation', async () => {
    const uri = await client.open(misspeltRelation);
    const [finding] = await client.diagnosticsOf(uri);
    const page = new URL(finding?.codeDescription?.href ?? '');
    expect(page.hash).toBe('#grounding');
    expect(readFileSync(fileURLToPath(page), 'utf8')).toContain('\n## grounding\n');
  });

  it('are offered only where the cursor touches the finding', async () => {
    const uri = await client.open(misspeltRelation);
    const { end } = await firstFinding(uri);
    expect(await client.codeActions(uri, { start: end, end })).not.toEqual([]);
    const top = { line: 0, character: 0 };
    const elsewhere = await client.codeActions(uri, { start: top, end: top });
    expect(elsewhere.filter(({ kind }) => kind === CodeActionKind.QuickFix)).toEqual([]);
  });

  it('are of the requested kinds', async () => {
    const uri = await client.open(misspeltRelation);
    const range = await firstFinding(uri);
    const only = (kinds: string[]) => client.codeActions(uri, range, { diagnostics: [], only: kinds });
    expect(await only([CodeActionKind.QuickFix])).not.toEqual([]);
    expect(await only([CodeActionKind.Empty])).not.toEqual([]);
    expect(await only([CodeActionKind.Refactor, CodeActionKind.QuickFix])).not.toEqual([]);
    for (const { kind } of await only([CodeActionKind.Refactor]))
      expect(kind).toBe(CodeActionKind.RefactorRewrite);
    expect(await only([CodeActionKind.SourceOrganizeImports])).toEqual([]);
  });

  it('remove an unused prefix with its line', async () => {
    const uri = await client.open(unusedPrefix);
    const [fix] = await client.codeActions(uri, await firstFinding(uri));
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(sound);
  });

  it('convert Virtuoso syntax to standard SPARQL', async () => {
    await client.changeSettings({ dialect: 'sparql11' });
    const uri = await client.open(virtuoso);
    const [fix] = await client.codeActions(uri, await firstFinding(uri));
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(virtuoso.replace(' OR ', ' || '));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.changeSettings({});
  });

  it('have correct ranges in a text with CR LF and emoji', async () => {
    const text = `# 😀 question\n${misspeltRelation}`.replace(/\n/g, '\r\n');
    const uri = await client.open(text);
    const [fix] = await client.codeActions(uri, await firstFinding(uri));
    await client.apply(uri, fix as CodeAction);
    expect(client.textOf(uri)).toBe(text.replace('place_of_brith', 'place_of_birth'));
  });

  it('use the latest text, even before its findings are published', async () => {
    const uri = await client.open(sound);
    await client.replace(uri, 'place_of_birth', 'place_of_brith');
    const line = { start: { line: 2, character: 0 }, end: { line: 2, character: 60 } };
    expect(await client.codeActions(uri, line)).not.toEqual([]);
  });

  it('are empty for a document that is not open', async () => {
    const top = { line: 0, character: 0 };
    expect(await client.codeActions('file:///nowhere.rq', { start: top, end: top })).toEqual([]);
  });

  it('can be cancelled, and the next request is answered', async () => {
    const uri = await client.open(misspeltRelation);
    const range = await firstFinding(uri);
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    client.writeAtOnce([
      { id: 'request', method: 'textDocument/codeAction', params },
      { method: '$/cancelRequest', params: { id: 'request' } },
    ]);
    const { error } = await client.responses.next(({ id }) => id === 'request');
    expect(error?.code).toBe(LSPErrorCodes.RequestCancelled);
    expect(await client.codeActions(uri, range)).not.toEqual([]);
  });

  describe('that are preferred', () => {
    const preferred = async (text: string): Promise<readonly (readonly string[])[]> => {
      const uri = await client.open(text);
      const findings = await client.diagnosticsOf(uri);
      const lists = await Promise.all(findings.map(({ range }) => client.codeActions(uri, range)));
      return lists.map((actions) =>
        actions.filter(({ isPreferred }) => isPreferred).map(({ title }) => title),
      );
    };

    it('are one for each finding', async () => {
      const text = typeClash.replace('directed_by', 'directed_bye');
      for (const titles of await preferred(text)) expect(titles).toHaveLength(1);
    });

    it('do not exist where several fixes are equally likely', async () => {
      expect(await preferred(mediatorAnswer)).toEqual([[]]);
    });

    it('continue through the mediator where only one path fits', async () => {
      expect(await preferred(typeClash)).toEqual([
        ['Continue through the mediator with film.performance.actor'],
      ]);
    });
  });

  describe('for a whole file', () => {
    const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const sourceActions = (uri: string, only: readonly string[]): Promise<CodeAction[]> =>
      client.codeActions(uri, top, { diagnostics: [], only: [...only] });

    it('are offered only if their kind is requested', async () => {
      const uri = await client.open(untidy);
      const kinds = (await client.codeActions(uri, top)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind?.startsWith('source'))).toEqual([]);
      const [fixAll, tidy] = await sourceActions(uri, [CodeActionKind.Source]);
      expect([fixAll?.kind, tidy?.kind]).toEqual(['source.fixAll.funfusic', 'source.organizeImports']);
    });

    it.each([['source.fixAll'], ['source.fixAll.funfusic']])('fix all safe findings: %s', async (kind) => {
      const uri = await client.open(untidy);
      const [action, ...others] = await sourceActions(uri, [kind]);
      expect(others).toEqual([]);
      expect(action?.title).toBe('Apply all safe fixes (3)');
      await client.apply(uri, action as CodeAction);
      expect(await client.diagnosticsOf(uri)).toMatchObject([{ code: 'grounding' }]);
      expect(await sourceActions(uri, [kind])).toEqual([]);
    });

    it('do not include kinds of other servers', async () => {
      const uri = await client.open(untidy);
      expect(await sourceActions(uri, ['source.fixAll.eslint'])).toEqual([]);
    });

    it('sort and tidy the prefixes', async () => {
      const uri = await client.open(`PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n${untidy}`);
      const [action, ...others] = await sourceActions(uri, [CodeActionKind.SourceOrganizeImports]);
      expect(others).toEqual([]);
      await client.apply(uri, action as CodeAction);
      expect(client.textOf(uri)).toMatch(/^PREFIX fb: .*\nPREFIX ns: .*\nPREFIX xsd: .*\nSELECT/);
      expect(await sourceActions(uri, [CodeActionKind.SourceOrganizeImports])).toEqual([]);
    });

    it('are offered as a quick fix at one of several safe findings', async () => {
      const uri = await client.open(untidy);
      const [finding] = await client.diagnosticsOf(uri);
      const actions = await client.codeActions(uri, finding?.range ?? top);
      const last = actions.findLast(({ title }) => !/^(Disable|Repair|Convert) /.test(title));
      expect(last).toMatchObject({ title: 'Apply all safe fixes in this file (3)', kind: 'quickfix' });
      expect(last?.isPreferred).toBeUndefined();
      await client.apply(uri, last as CodeAction);
      expect(await client.diagnosticsOf(uri)).toMatchObject([{ code: 'grounding' }]);
    });
  });

  it('remove a LIMIT without ORDER BY, although it is not a finding', async () => {
    const uri = await client.open(`${sound}LIMIT 1\n`);
    const caret = { line: 4, character: 2 };
    const range = { start: caret, end: caret };
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    const [action] = await client.codeActions(uri, range);
    expect(action).toMatchObject({ kind: CodeActionKind.RefactorRewrite });
    expect(action?.title).toMatch(/^Remove LIMIT 1/);
    const only = (kind: string) => client.codeActions(uri, range, { diagnostics: [], only: [kind] });
    expect(await only(CodeActionKind.QuickFix)).toEqual([]);
    expect((await only(CodeActionKind.Refactor))[0]?.title).toBe(action?.title);
    await client.apply(uri, action as CodeAction);
    expect(client.textOf(uri)).toBe(sound);
  });

  it('are fast in a long file full of findings, however much is selected', async () => {
    const lines = Array.from(
      { length: 500 },
      (_, at) =>
        `  ?a${at} ns:people.person.childrn ?a${at + 1} .\n  ?a${at} ns:people.person.height_meters 2 .\n`,
    );
    const uri = await client.open(
      `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?a1 {\n${lines.join('')}}`,
    );
    const all = { start: { line: 0, character: 0 }, end: { line: 2000, character: 0 } };
    const began = performance.now();
    expect(await client.codeActions(uri, all)).not.toEqual([]);
    expect(await client.codeActions(uri, all, { diagnostics: [], only: ['source.fixAll'] })).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
