import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { TestResult, Run } from '../../../server/src/protocol/index';
import { eventually } from './support/eventually';
import { closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

const NS = 'http://rdf.freebase.com/ns/';
const ask = 'ASK { ?a ?b ?c }';

describe('knowledge bases', () => {
  let endpoint: Endpoint | undefined;
  afterEach(async () => {
    endpoint?.server.close();
    endpoint = undefined;
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a KB receives no credentials until a password is entered', async () => {
    endpoint = await startEndpoint();
    await set('knowledgeBases', { Guarded: { endpoint: endpoint.address, auth: 'basic', user: 'ali' } });
    await set('knowledgeBase', 'Guarded');
    await openQuery(ask);
    await dismissInput(vscode.commands.executeCommand<Run | undefined>('funfusic.runQuery'));
    assert.deepEqual(
      endpoint.credentials.filter((header) => header !== undefined),
      [],
    );
  });

  it('importDump adds a KB that can be queried and removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ff-import-'));
    try {
      const file = join(folder, 'people.nt.gz');
      writeFileSync(file, gzipSync(`<${NS}m.01> <${NS}type.object.name> "Ada"@en .\n`.repeat(50)));
      const target = { name: 'People', files: [vscode.Uri.file(file)] };
      await vscode.commands.executeCommand('funfusic.importDump', target);
      const test = await vscode.commands.executeCommand<TestResult>('funfusic.testKnowledgeBase', 'People');
      assert.ok(test.works, test.lines.join('\n'));
      await openQuery('# endpoint: People\nSELECT ?name { ?x ?y ?name }');
      const { execution } = await vscode.commands.executeCommand<Run>('funfusic.runQuery');
      assert.ok(execution.status === 'answered' && execution.answer.kind === 'table');
      assert.deepEqual(
        execution.answer.rows.map(([name]) => name?.value),
        ['Ada'],
      );
      await vscode.commands.executeCommand('funfusic.removeKnowledgeBase', 'People');
      const kbs = vscode.workspace.getConfiguration('funfusic').get<object>('knowledgeBases') ?? {};
      assert.ok(!('People' in kbs));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('serveDump saves the KB that serves a dump, or the one of the container', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ff-serve-'));
    try {
      const file = join(folder, 'people.nt');
      writeFileSync(file, `<${NS}m.01> <${NS}type.object.name> "Ada"@en .\n`);
      const target = { name: 'Served People', files: [vscode.Uri.file(file)] };
      await vscode.commands.executeCommand('funfusic.serveDump', target);
      const kbs =
        vscode.workspace
          .getConfiguration('funfusic')
          .get<Record<string, Record<string, string>>>('knowledgeBases') ?? {};
      assert.match(kbs['Served People']?.['endpoint'] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/sparql$/);
      assert.equal(kbs['Served People']?.['defaultGraph'], 'http://freebase.com');
      const test = await vscode.commands.executeCommand<TestResult>(
        'funfusic.testKnowledgeBase',
        'Served People',
      );
      // Without Virtuoso, nothing serves it yet.
      if (hasVirtuoso()) assert.ok(test.works, test.lines.join('\n'));
      else assert.ok(!test.works);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function hasVirtuoso(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, 'virtuoso-t')));
}

interface Endpoint {
  readonly server: Server;
  readonly address: string;
  /** The Authorization header of each request. */
  readonly credentials: readonly (string | undefined)[];
}

/** Answers ASK with true for any credentials and rejects requests without. */
async function startEndpoint(): Promise<Endpoint> {
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    credentials.push(request.headers.authorization);
    request.resume();
    if (request.headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/sparql-results+json' })
        .end(JSON.stringify({ head: {}, boolean: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${port}/sparql`, credentials };
}

/** Closes the password box until the run has ended. */
async function dismissInput(running: Thenable<unknown>): Promise<void> {
  const ended = Promise.resolve(running).then(() => true);
  await eventually(
    'the run has ended',
    async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return Promise.race([ended, new Promise<boolean>((resolve) => setTimeout(resolve, 25, false))]);
    },
    (hasEnded) => hasEnded,
  );
}
