import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { activeExtension, serverStatus } from './support/extension';
import { unknownRelation } from './support/queries';
import { closeEditors, openQuery, withCode } from './support/query';
import { resetSettings, set } from './support/settings';

describe('schema', () => {
  afterEach(async () => {
    await resetSettings();
    await eventually(
      'the bundled schema is back',
      serverStatus,
      ({ schema }) => schema.state === 'bundled' && schema.problem === undefined,
    );
    await closeEditors();
  });

  it('the server uses the bundled Freebase schema by default', async () => {
    const { schema } = await serverStatus();
    assert.equal(schema.state, 'bundled');
    assert.ok(schema.relations > 15_000, JSON.stringify(schema));
  });

  for (const [problem, content] of [
    ['is not JSON', '{ not json'],
    ['has another format', '{"hello": "world"}'],
  ] as const) {
    it(`the bundled schema stays active when the schema file ${problem}`, async () => {
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

  it('the bundled schema stays active when the schema file is missing', async () => {
    await set('schema.file', 'missing-schema.json');
    const { schema } = await eventually(
      'a problem is reported',
      serverStatus,
      (status) => status.schema.problem !== undefined,
    );
    assert.equal(schema.state, 'bundled');
    assert.match(schema.problem ?? '', /missing-schema\.json/);
  });

  it('a restarted server loads the schema and checks open queries', async () => {
    const query = await openQuery(unknownRelation);
    await eventually('the finding is there', query.findings, (all) => all.some(withCode('grounding')));
    const before = await (await activeExtension()).whenReady;
    await vscode.commands.executeCommand('funfusic.restartServer');
    assert.notEqual(await (await activeExtension()).whenReady, before);
    assert.equal((await serverStatus()).schema.state, 'bundled');
    await eventually('the finding is back', query.findings, (all) => all.some(withCode('grounding')));
  });

  it('the server restarts and loads the schema after a crash', async () => {
    const query = await openQuery(unknownRelation);
    await eventually('the finding is there', query.findings, (all) => all.some(withCode('grounding')));
    const client = await (await activeExtension()).whenReady;
    const crashed = client.serverProcess;
    assert.ok(crashed);
    crashed.kill('SIGKILL');
    await eventually(
      'another process runs',
      () => client.serverProcess?.pid,
      (pid) => pid !== undefined && pid !== crashed.pid,
    );
    await eventually('the server answers', serverStatus, ({ schema }) => schema.state === 'bundled');
    await query.replace('birthplace', 'place_of_birth');
    await eventually('the finding is gone', query.findings, (all) => all.length === 0);
  });
});

async function writeInWorkspace(name: string, content: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(content));
}
