import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { activeExtension, serverStatus } from './support/extension';
import { unknownRelation } from './support/queries';
import { closeEditors, openQuery, withCode } from './support/query';
import { resetSettings, set } from './support/settings';

describe('The schema', () => {
  afterEach(async () => {
    await resetSettings();
    await eventually(
      'the bundled schema is back',
      serverStatus,
      ({ schema }) => schema.state === 'bundled' && schema.problem === undefined,
    );
    await closeEditors();
  });

  it('is the bundled Freebase schema by default', async () => {
    const { schema } = await serverStatus();
    assert.equal(schema.state, 'bundled');
    assert.ok(schema.relations > 15_000, JSON.stringify(schema));
  });

  for (const [what, content] of [
    ['a file that is no JSON', '{ not json'],
    ['a file of another shape', '{"hello": "world"}'],
  ] as const) {
    it(`stays in force when the setting names ${what}, and the status says why`, async () => {
      await writeInWorkspace('broken-schema.json', content);
      await set('schema.file', 'broken-schema.json');
      const { schema } = await eventually(
        'a problem is reported',
        serverStatus,
        (status) => status.schema.problem !== undefined,
      );
      assert.equal(schema.state, 'bundled');
      assert.match(schema.problem ?? '', /broken-schema\.json/);
      const query = await openQuery(unknownRelation);
      await eventually('queries are still checked', query.findings, (all) => all.some(withCode('grounding')));
    });
  }

  it('stays the bundled one if the file of the setting is missing', async () => {
    await set('schema.file', 'missing-schema.json');
    const { schema } = await eventually(
      'a problem is reported',
      serverStatus,
      (status) => status.schema.problem !== undefined,
    );
    assert.equal(schema.state, 'bundled');
    assert.match(schema.problem ?? '', /missing-schema\.json/);
  });

  it('survives a restart of the server', async () => {
    const query = await openQuery(unknownRelation);
    await eventually('the finding is there', query.findings, (all) => all.some(withCode('grounding')));
    const before = (await activeExtension()).client;
    await vscode.commands.executeCommand('funfusic.restartServer');
    assert.notEqual((await activeExtension()).client, before);
    assert.equal((await serverStatus()).schema.state, 'bundled');
    await eventually('the finding is back', query.findings, (all) => all.some(withCode('grounding')));
  });

  it('is loaded again after the server has crashed', async () => {
    const query = await openQuery(unknownRelation);
    await eventually('the finding is there', query.findings, (all) => all.some(withCode('grounding')));
    const { client } = await activeExtension();
    const died = client.serverProcess;
    assert.ok(died);
    died.kill('SIGKILL');
    await eventually(
      'another process runs',
      () => client.serverProcess?.pid,
      (pid) => pid !== undefined && pid !== died.pid,
    );
    await eventually('the server answers', serverStatus, ({ schema }) => schema.state === 'bundled');
    await query.replace('birthplace', 'place_of_birth');
    await eventually('the edit is seen', query.findings, (all) => all.length === 0);
  });
});

async function writeInWorkspace(name: string, content: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(content));
}
