import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { RunHistory } from '../../../client/src/results/run-history';
import type { Run } from '../../../server/src/protocol/index';
import { eventually } from './support/eventually';
import { soundQuery } from './support/queries';
import { closeEditors, openQuery } from './support/query';

describe('run history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ff-history-'));
  const windows = ['first', 'second'].map(
    () =>
      new RunHistory({ globalStorageUri: vscode.Uri.file(folder) } as vscode.ExtensionContext, {
        folder: 'runs',
        setting: 'results.keepRuns',
        defaultLimit: 50,
        log: (message) => assert.fail(message),
      }),
  );
  after(async () => {
    for (const history of windows) history.dispose();
    rmSync(folder, { recursive: true, force: true });
    await closeEditors();
  });

  it('shows what another window has added, pinned and deleted', async () => {
    const [first, second] = windows;
    assert.ok(first && second);
    await openQuery(soundQuery);
    const run = await vscode.commands.executeCommand<Run>('funfusic.runQuery');
    /** Waits until the second window has the state of the first. */
    const arrives = (what: string, pinned: readonly boolean[]): Promise<unknown> =>
      eventually(
        what,
        () => {
          second.refresh();
          return second.runs.map((entry) => entry.pinned);
        },
        (shown) => JSON.stringify(shown) === JSON.stringify(pinned),
      );
    first.add(run);
    await arrives('the run is added', [false]);
    first.pin(run.id, true);
    await arrives('the run is pinned', [true]);
    first.remove([run.id]);
    await arrives('the run is deleted', []);

    // A run that is added while the files are read is kept.
    second.refresh();
    await Promise.resolve();
    await Promise.resolve();
    second.add(run);
    // Waits until everything is read and written.
    await second.read('another');
    assert.deepEqual(
      second.runs.map(({ id, bytes }) => [id, bytes > 0]),
      [[run.id, true]],
    );
  });
});
