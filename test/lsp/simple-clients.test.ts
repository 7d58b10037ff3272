import { afterEach, describe, expect, it } from 'vitest';
import type {
  ClientCapabilities,
  CodeAction,
  Command,
  CompletionItem,
  CompletionList,
  DocumentDiagnosticReport,
  Hover,
  SignatureHelp,
  SymbolInformation,
  TextEdit,
} from 'vscode-languageserver';
import { ErrorCodes } from 'vscode-languageserver';
import { EXPLAIN_EMPTY_COMMAND, KB_PREPARE_REQUEST, REPAIR_COMMAND } from '../../server/src/protocol/index';
import { TestClient } from './client';
import { misspeltRelation, sound, unknownRelation } from './queries';

let client: TestClient;
afterEach(() => client.stop());

async function start(capabilities: ClientCapabilities): Promise<void> {
  client = await TestClient.start({ capabilities });
}

describe('A client without optional capabilities', () => {
  it('gets no custom messages', async () => {
    await start({});
    await client.check(unknownRelation);
    expect(client.statuses.untaken).toEqual([]);
  });

  it('gets commands instead of code actions, which change the document', async () => {
    await start({});
    const uri = await client.open(misspeltRelation);
    const [finding] = await client.diagnosticsOf(uri);
    if (!finding) throw new Error('There is no finding.');
    const actions = (await client.codeActions(uri, finding.range)) as readonly (CodeAction | Command)[];
    expect(actions.map(({ command }) => typeof command)).toEqual(actions.map(() => 'string'));
    const [fix] = actions as readonly Command[];
    const edited = client.edited.next();
    await client.request('workspace/executeCommand', fix);
    expect((await edited).edit.changes?.[uri]?.[0]?.newText).toContain('place_of_birth');
    await client.replace(uri, 'DISTINCT ', '');
    await client.request('workspace/executeCommand', fix);
    const { message } = await client.shown.next();
    expect(message).toContain('has changed');
    expect(client.edited.untaken).toEqual([]);
  });

  it('gets symbols as a list', async () => {
    await start({});
    const uri = await client.open(sound);
    const symbols = await client.request<SymbolInformation[]>('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(symbols.map(({ name, containerName }) => [name, containerName])).toEqual([
      ['SELECT ?place', undefined],
      ['Prefixes', 'SELECT ?place'],
      ['ns:', 'Prefixes'],
      ['m.02mjmr → place of birth → ?place', 'SELECT ?place'],
    ]);
    expect(symbols[0]?.location.uri).toBe(uri);
  });

  it('gets an error for an unknown command, and for invalid arguments', async () => {
    await start({});
    const run = (command: string, ...given: readonly unknown[]): Promise<unknown> =>
      client.request('workspace/executeCommand', { command, arguments: given });
    await expect(run('funfusic.fly')).rejects.toMatchObject({
      code: ErrorCodes.InvalidParams,
      message: expect.stringContaining('funfusic.fly') as string,
    });
    await expect(run(REPAIR_COMMAND, 'file:///a.rq')).rejects.toMatchObject({
      code: ErrorCodes.InvalidParams,
      message: expect.stringContaining('a range') as string,
    });
  });
});

describe('A client that shows only plain text', () => {
  it('gets no Markdown', async () => {
    await start({
      textDocument: {
        hover: { contentFormat: ['plaintext'] },
        completion: { completionItem: { documentationFormat: ['plaintext'] } },
        signatureHelp: { signatureInformation: { documentationFormat: ['plaintext'] } },
      },
    });
    const uri = await client.open(sound);
    const hover = await client.request<Hover>('textDocument/hover', client.at(uri, 'place_of_birth'));
    expect(hover.contents).toMatchObject({
      kind: 'plaintext',
      value: expect.stringMatching(/^place of birth — relation people\.person\.place_of_birth\n/) as string,
    });
    const { items } = await client.request<CompletionList>(
      'textDocument/completion',
      client.at(uri, 'ce_of_birth'),
    );
    const resolved = await client.request<CompletionItem>('completionItem/resolve', items[0]);
    expect(resolved.documentation).toMatchObject({ kind: 'plaintext' });
    const other = await client.open('SELECT ?x { ?x ?y ?z FILTER(STRLEN(?z) > 1) }');
    const help = await client.request<SignatureHelp>('textDocument/signatureHelp', client.at(other, '?z)'));
    expect(help.signatures[0]?.documentation).toMatchObject({ kind: 'plaintext' });
  });
});

describe('A client without label details', () => {
  it('gets completions whose label is the new text, with the type as detail', async () => {
    await start({});
    const uri = await client.open(sound.replace('place_of_birth', 'place_of_'));
    const { items } = await client.request<CompletionList>(
      'textDocument/completion',
      client.at(uri, ' ?place .'),
    );
    const [first] = items;
    expect(first?.label).toBe('ns:people.person.place_of_birth');
    expect((first?.textEdit as TextEdit).newText).toBe(first?.label);
    expect(first?.detail).toBeTruthy();
    // Without a filter text, the label is compared with the typed text.
    expect(first?.filterText).toBeUndefined();
  });

  it('gets a filter text that starts with the typed text if the new text does not', async () => {
    await start({});
    const uri = await client.open('PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ?x ns:dire ?y }');
    const { items, isIncomplete } = await client.request<CompletionList>(
      'textDocument/completion',
      client.at(uri, ' ?y }'),
    );
    const found = items.find(({ label }) => label === 'ns:film.film.directed_by');
    expect(found?.filterText).toMatch(/^ns:dire/);
    expect(isIncomplete).toBe(true);
  });
});

describe('A client that pulls diagnostics', () => {
  const pulls: ClientCapabilities = {
    textDocument: { diagnostic: {} },
    workspace: { diagnostics: { refreshSupport: true } },
  };
  const pull = async (uri: string): Promise<readonly unknown[]> => {
    const report = await client.request<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return report.kind === 'full' ? report.items.map(({ code }) => code) : [];
  };

  it('gets them on request, and nothing is pushed', async () => {
    await start(pulls);
    expect(client.initializeResult.capabilities.diagnosticProvider).toMatchObject({
      interFileDependencies: false,
    });
    const uri = await client.open(unknownRelation);
    expect(await pull(uri)).toEqual(['grounding']);
    await client.replace(uri, 'birthplace', 'place_of_birth');
    expect(await pull(uri)).toEqual([]);
    await client.close(uri);
    expect(await pull(uri)).toEqual([]);
    expect(client.published.untaken).toEqual([]);
  });

  it('is asked to pull again when the findings change without an edit', async () => {
    await start(pulls);
    const uri = await client.open(unknownRelation);
    expect(await pull(uri)).toEqual(['grounding']);
    const settings = { funfusic: { severity: { grounding: 'off' } } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await client.refreshed.next((what) => what === 'diagnostic');
    expect(await pull(uri)).toEqual([]);
  });

  it('gets them pushed if it cannot be asked to pull again', async () => {
    await start({ textDocument: { diagnostic: {} } });
    expect(client.initializeResult.capabilities.diagnosticProvider).toBeUndefined();
    expect(await client.check(unknownRelation)).toHaveLength(1);
  });
});

describe('The commands of the server', () => {
  it('are those that the client does not have', async () => {
    client = await TestClient.start({ commands: [REPAIR_COMMAND] });
    const { commands } = client.initializeResult.capabilities.executeCommandProvider ?? {};
    expect(commands).toContain(EXPLAIN_EMPTY_COMMAND);
    expect(commands).not.toContain(REPAIR_COMMAND);
    expect(commands).not.toContain('funfusic.applyEdits');
  });

  const actionAt = async (uri: string, title: string, word: string): Promise<CodeAction> => {
    const { position } = client.at(uri, word);
    const actions = await client.codeActions(uri, { start: position, end: position });
    const found = actions.find((one) => one.title.startsWith(title));
    if (!found) throw new Error(`“${title}” is not offered.`);
    return found;
  };
  const execute = (action: CodeAction): Promise<unknown> =>
    client.request('workspace/executeCommand', action.command);

  it.each([
    ['Apply', 1],
    ['Discard', 0],
  ])('repair a query, and ask before they change it: %s', async (answer, edits) => {
    client = await TestClient.start({ settings: {} });
    await client.request(KB_PREPARE_REQUEST, { kb: 'Sample' });
    client.choose = () => answer;
    const text = `# question: Where was Barack Obama born?\n${misspeltRelation}`;
    const uri = await client.open(text);
    await execute(await actionAt(uri, 'Repair with', 'brith'));
    const { message, actions } = await client.questions.next();
    expect(message).toContain('Replace ns:people.person.place_of_brith by ns:people.person.place_of_birth.');
    expect(message).toMatch(/Apply the repair\?$/);
    expect(actions?.map(({ title }) => title)).toEqual(['Apply', 'Discard']);
    if (edits > 0) {
      await client.edited.next();
      expect(client.textOf(uri)).toBe(text.replace('brith', 'birth'));
    } else {
      // The response to a later request shows that the answer was processed.
      await client.request('textDocument/hover', client.at(uri, 'SELECT'));
      expect(client.edited.untaken).toEqual([]);
    }
  });

  it('report that a query is unchanged', async () => {
    client = await TestClient.start({ settings: {} });
    const uri = await client.open(sound);
    await execute(await actionAt(uri, 'Repair with', 'SELECT'));
    expect((await client.shown.next()).message).toMatch(/^The query is unchanged\./);
  });

  it('convert a query to a new file beside it', async () => {
    client = await TestClient.start({ settings: {} });
    const uri = await client.open(sound);
    await execute(await actionAt(uri, 'Convert', 'SELECT'));
    const { edit } = await client.edited.next();
    const newUri = uri.replace(/rq$/, 'sexpr');
    expect(edit.changes?.[newUri]?.[0]?.newText).toContain('people.person.place_of_birth');
    expect((await client.shown.next()).message).toContain('.sexpr');
  });

  it('disable a check until the server stops', async () => {
    client = await TestClient.start({ settings: {} });
    const uri = await client.open(misspeltRelation);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await execute(await actionAt(uri, 'Disable grounding until', 'brith'));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    expect((await client.shown.next()).message).toContain('funfusic.severity');
  });
});
