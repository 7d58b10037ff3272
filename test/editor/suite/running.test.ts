import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol/index';
import { eventually } from './support/eventually';
import { soundQuery } from './support/queries';
import { activeEditor, closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

/** A cross product of all facts that never finishes. */
const endless = `SELECT (COUNT(*) AS ?n) { ${'abcdefghij'.replace(/./g, '?$&1 ?$&2 ?$&3 . ')}}`;

const run = async (...args: readonly unknown[]): Promise<Run | undefined> =>
  vscode.commands.executeCommand<Run | undefined>('funfusic.runQuery', ...args);

describe('run query', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('funfusic.cancelRun');
    await resetSettings();
    await closeAll();
  });

  it('runQuery runs the query at the caret', async () => {
    await openQuery(soundQuery);
    assert.deepEqual(valuesOf(await run()), ['http://rdf.freebase.com/ns/m.02hrh0_']);
  });

  it('runQuery runs the selection', async () => {
    const { document, marked } = await openQuery(soundQuery.replace(/(ns:m\.02mjmr.*\.)/, '‹$1›'));
    const editor = await activeEditor((shown) => shown === document);
    editor.selection = new vscode.Selection(marked.start, marked.end);
    const result = await run();
    assert.match(result?.query ?? '', /^PREFIX ns: .*\nSELECT \* WHERE \{\nns:m\.02mjmr/);
    assert.equal(result?.execution.status, 'answered');
  });

  it('the CodeLens runs its query', async () => {
    const { document } = await openQuery(`ASK { ?a ?b 1 }\n###\n${soundQuery}`);
    const lenses = await eventually(
      'each query can be run',
      async () =>
        (
          await vscode.commands.executeCommand<vscode.CodeLens[]>(
            'vscode.executeCodeLensProvider',
            document.uri,
            10,
          )
        ).filter(({ command }) => command?.title === '$(play) Run'),
      (all) => all.length === 2,
    );
    const { command, arguments: where = [] } = lenses[1]?.command ?? assert.fail('There is no CodeLens.');
    const result = await vscode.commands.executeCommand<Run>(command, ...(where as unknown[]));
    assert.deepEqual(valuesOf(result), ['http://rdf.freebase.com/ns/m.02hrh0_']);
  });

  it('cancelRun stops a run and the next run succeeds', async () => {
    await openQuery(endless);
    const running = run();
    await eventually(
      'it is stopped',
      async () => {
        await vscode.commands.executeCommand('funfusic.cancelRun');
        return Promise.race([running.then(() => true), new Promise((resolve) => setTimeout(resolve, 50))]);
      },
      (ended) => ended === true,
    );
    assert.equal(await running, undefined);
    await closeAll();
    await openQuery(soundQuery);
    assert.equal(valuesOf(await run()).length, 1);
  });

  it('a new run stops the previous one', async () => {
    const { replace } = await openQuery(endless);
    const before = run();
    await eventually(
      'the panel shows the first run, so that its text is not replaced before it starts',
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => input),
      (inputs) => inputs.some((input) => input instanceof vscode.TabInputWebview),
    );
    await replace(endless, soundQuery);
    assert.equal(valuesOf(await run()).length, 1);
    assert.equal(await before, undefined);
  });

  it('runQuery prefers the KB in the query header', async () => {
    await set('knowledgeBase', 'Nowhere');
    await openQuery(soundQuery);
    assert.equal(await run(), undefined);
    await closeAll();
    await openQuery(`# endpoint: Sample\n${soundQuery}`);
    assert.equal((await run())?.kb, 'Sample');
  });
});

/** Closes editors and the results panel. */
async function closeAll(): Promise<void> {
  await closeEditors();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

function valuesOf(run: Run | undefined): readonly string[] {
  assert.ok(run, 'The query was not run.');
  const { execution } = run;
  assert.ok(execution.status === 'answered' && execution.answer.kind === 'table', JSON.stringify(execution));
  return execution.answer.rows.map(([first]) => first?.value ?? '');
}
