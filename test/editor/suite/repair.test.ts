import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RepairReply } from '../../../server/src/protocol/index';
import { eventually } from './support/eventually';
import { untilEnded } from './support/boxes';
import { activeExtension } from './support/extension';
import { activeEditor, closeEditors, openQuery } from './support/query';
import { resetSettings } from './support/settings';

const mistaken = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  # He was president.
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;
const right = mistaken.replace('place_of_brith', 'place_of_birth');

const repair = async (...args: readonly unknown[]): Promise<RepairReply | undefined> =>
  vscode.commands.executeCommand<RepairReply | undefined>('funfusic.repairQuery', ...args);
const accept = (): Thenable<unknown> => vscode.commands.executeCommand('funfusic.acceptRepair');

describe('repair', () => {
  afterEach(async () => {
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a repair is shown as a diff and accepted as one undoable edit', async () => {
    const { document } = await openQuery(mistaken);
    assert.equal(kindOf(await repair()), 'repaired');
    const [tab] = await diffs((all) => all.length === 1);
    assert.match(tab?.label ?? '', /^Repair: Untitled-/);
    assert.equal(await proposedText(), right);
    assert.equal(document.getText(), mistaken);
    await accept();
    assert.equal(document.getText(), right);
    await diffs((all) => all.length === 0);
    await waitUntilActive(document);
    const { selection } = await activeEditor((shown) => shown === document);
    assert.equal(
      document.offsetAt(selection.active),
      right.indexOf('irth ?place'),
      'The cursor is at the change.',
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), mistaken);
    await vscode.commands.executeCommand('redo');
    assert.equal(document.getText(), right);
  });

  it('a repair is discarded by the command or by closing the diff', async () => {
    const { document } = await openQuery(mistaken);
    await repair();
    await vscode.commands.executeCommand('funfusic.discardRepair');
    await diffs((all) => all.length === 0);
    await repair();
    const [tab] = await diffs((all) => all.length === 1);
    await vscode.window.tabGroups.close(tab ?? assert.fail());
    await accept();
    assert.equal(document.getText(), mistaken);
  });

  it('a repair applies to a query that moved, but not to one that changed', async () => {
    const { document } = await openQuery(mistaken);
    const replace = (from: string, to: string): Promise<void> => replaceIn(document, from, to);
    await repair();
    await replace('# question', '# Hands off.\n\n# question');
    await accept();
    assert.equal(document.getText(), `# Hands off.\n\n${right}`);
    await vscode.commands.executeCommand('undo');
    await repair();
    assert.deepEqual(await lensTitles(), ['Accept All', 'Discard']);
    await replace('?place WHERE', '?town WHERE');
    assert.deepEqual(await lensTitles(), ['The query has changed…', 'Discard']);
    const before = document.getText();
    void accept();
    await eventually(
      'the proposal is still open and the text unchanged',
      async () => [(await diffs((all) => all.length === 1)).length, document.getText()],
      ([open, text]) => open === 1 && text === before,
    );
    // After the change is reverted, the repair applies again.
    await replace('?town WHERE', '?place WHERE');
    await accept();
    assert.equal(document.getText(), `# Hands off.\n\n${right}`);
  });

  it('the changes of a repair can be accepted and undone one by one', async () => {
    const two = mistaken.replace(
      '}',
      '  # And where is that?\n  ?place ns:location.location.containedbyy ?country .\n}',
    );
    const { document } = await openQuery(two.replace('?place WHERE', '?country WHERE'));
    const start = document.getText();
    const { repairs } = await activeExtension();
    const reply = await repair();
    assert.ok(reply && 'after' in reply, JSON.stringify(reply));
    const after = await proposedText();
    const changed = after.split('\n').flatMap((line, at) => (line === start.split('\n')[at] ? [] : [at]));
    assert.equal(changed.length, 2, after);
    await selectLine(changed[1] ?? 0);
    await vscode.commands.executeCommand('funfusic.acceptChange');
    const once = start
      .split('\n')
      .with(changed[1] ?? 0, after.split('\n')[changed[1] ?? 0] ?? '')
      .join('\n');
    assert.equal(document.getText(), once);
    assert.equal((await diffs((all) => all.length === 1)).length, 1);
    assert.equal(repairs.proposals.at(document.uri)?.current, once.trim());
    await eventually(
      'the caret is at the remaining change',
      () => vscode.window.activeTextEditor?.selection.active.line,
      (line) => line === changed[0],
    );
    await vscode.commands.executeCommand('funfusic.acceptChange');
    await diffs((all) => all.length === 0);
    assert.equal(document.getText(), after);
    await waitUntilActive(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), once);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), start);
  });

  it('each query of a document has its own proposal, which a second repair of the query replaces', async () => {
    const { document } = await openQuery(`${mistaken}###\n${mistaken.replace('Where', 'In which town')}`);
    const { proposals } = (await activeExtension()).repairs;
    const repairAt = async (line: number): Promise<string | undefined> => {
      const editor = await vscode.window.showTextDocument(document);
      editor.selection = new vscode.Selection(line, 0, line, 0);
      return kindOf(await repair());
    };
    assert.equal(await repairAt(2), 'repaired');
    const first = proposals.at(document.uri) ?? assert.fail();
    assert.equal(await repairAt(9), 'repaired');
    const labels = (await diffs((all) => all.length === 2)).map(({ label }) => label).sort();
    assert.match(labels.join('\n'), /^Repair: Untitled-\d+\nRepair: Untitled-\d+, line 8$/);
    const second = proposals.at(document.uri) ?? assert.fail();
    assert.equal(await repairAt(9), 'repaired');
    assert.ok(proposals.isOpen(first) && !proposals.isOpen(second));
    assert.equal((await diffs((all) => all.length === 2)).length, 2);
    assert.equal(await proposals.acceptAll(first), 'accepted');
    assert.equal(document.getText().match(/place_of_brith/g)?.length, 1);
    await accept();
    assert.doesNotMatch(document.getText(), /place_of_brith/);
    await diffs((all) => all.length === 0);
  });

  it('a repair that ends while another document is edited does not take the focus', async () => {
    const { document } = await openQuery(mistaken);
    const { document: other } = await openQuery('SELECT * { ?s ?p ?o }');
    const { repairs } = await activeExtension();
    await repairs.repairAt(document.uri, mistaken.length - 3);
    await diffs((all) => all.length === 1);
    assert.equal(vscode.window.activeTextEditor?.document, other);
    await vscode.commands.executeCommand('type', { text: '#' });
    assert.match(other.getText(), /#/);
    assert.equal(document.getText(), mistaken);
  });

  it('a repair of a read-only document stays open', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('read-only', {
      provideTextDocumentContent: () => mistaken,
    });
    try {
      const uri = vscode.Uri.parse('read-only:/query.rq');
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      assert.equal(kindOf(await repair()), 'repaired');
      const { proposals } = (await activeExtension()).repairs;
      assert.equal(await proposals.acceptAll(proposals.at(uri) ?? assert.fail()), 'refused');
      assert.equal(document.getText(), mistaken);
      assert.equal(proposals.at(uri)?.current, mistaken.trimEnd());
      await diffs((all) => all.length === 1);
    } finally {
      provider.dispose();
    }
  });

  it('a repair of a correct query shows no diff', async () => {
    const { document } = await openQuery(right);
    assert.equal(kindOf(await repair()), 'unchanged');
    assert.equal((await diffs(() => true)).length, 0);
    assert.equal(document.getText(), right);
  });

  it('a repair without a question asks for it each time', async () => {
    const bare = mistaken.slice(mistaken.indexOf('\n') + 1);
    const { document } = await openQuery(bare);
    const running = repair();
    await untilEnded(running, 'workbench.action.acceptSelectedQuickOpenItem');
    assert.equal(kindOf(await running), 'repaired');
    await vscode.commands.executeCommand('funfusic.discardRepair');
    const again = repair();
    await untilEnded(again, 'workbench.action.acceptSelectedQuickOpenItem');
    assert.equal(kindOf(await again), 'repaired');
    await accept();
    assert.equal(document.getText(), right.slice(right.indexOf('\n') + 1));
  });

  it('a second repair of the same query does not start', async () => {
    await openQuery(mistaken);
    const [first, second] = await Promise.all([repair(), repair()]);
    assert.deepEqual([kindOf(first), second].sort(), ['repaired', undefined].sort());
  });

  it('a repair does not start when the question box is closed', async () => {
    const { document } = await openQuery(mistaken.slice(mistaken.indexOf('\n') + 1));
    const before = document.getText();
    const running = repair();
    await untilEnded(running, 'workbench.action.closeQuickOpen');
    assert.equal(await running, undefined);
    assert.equal(document.getText(), before);
  });
});

function kindOf(reply: RepairReply | undefined): string | undefined {
  return reply && 'trace' in reply ? reply.trace.result.kind : reply?.problem;
}

function diffs(holds: (tabs: readonly vscode.Tab[]) => boolean): Promise<readonly vscode.Tab[]> {
  return eventually(
    'the diffs are as expected',
    () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof vscode.TabInputTextDiff),
    holds,
  );
}

/** Returns the right side of the diff. */
async function proposedText(): Promise<string> {
  const [tab] = await diffs((all) => all.length === 1);
  assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
  const document = await vscode.workspace.openTextDocument(tab.input.modified);
  assert.equal(document.languageId, 'sparql');
  return document.getText();
}

/** Without their icons. */
async function lensTitles(): Promise<readonly string[]> {
  const [tab] = await diffs((all) => all.length === 1);
  assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
  const { modified } = tab.input;
  // If the proposal changes while its actions are requested, they have no titles.
  const lenses = await eventually(
    'the actions of the proposal have titles',
    async () =>
      await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', modified, 10),
    (all) => all.every(({ command }) => command),
  );
  return lenses.map(({ command }) => (command?.title ?? '').replace(/^\$\([\w-]+\) /, ''));
}

/** Edits a document that may not be visible. */
async function replaceIn(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const at = document.getText().indexOf(from);
  assert.ok(at >= 0, `“${from}” is not in the query.`);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + from.length));
  edit.replace(document.uri, range, to);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

async function waitUntilActive(document: vscode.TextDocument): Promise<void> {
  await activeEditor((shown) => shown === document);
}

async function selectLine(line: number): Promise<void> {
  const editor = await activeEditor((shown) => shown.uri.scheme === 'funfusic-proposal');
  editor.selection = new vscode.Selection(line, 0, line, 0);
}
