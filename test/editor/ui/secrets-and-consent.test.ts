import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Workbench } from './support/workbench';

const PASSWORD = 'open-sesame-42';
const AUTHORIZATION = `Basic ${Buffer.from(`ali:${PASSWORD}`).toString('base64')}`;

describe('UI: consent and passwords', () => {
  let workbench: Workbench;
  let endpoint: Endpoint;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
    endpoint.server.close();
  });

  it('an address in a file is contacted only after consent', async () => {
    endpoint = await startEndpoint(undefined);
    workbench = await Workbench.open(`# endpoint: ${endpoint.address}\nASK { ?a ?b ?c }\n`);
    await workbench.moveTo(2, 1);
    await workbench.press('Control+Enter');
    await workbench.answerDialog(`Allow FUn-FuSIC to contact ${endpoint.address}`, 'Cancel');
    await workbench.panel.getByText('you did not allow it').first().waitFor();
    assert.equal(endpoint.credentials.length, 0);
    await workbench.moveTo(2, 1);
    await workbench.press('Control+Enter');
    await workbench.answerDialog(`Allow FUn-FuSIC to contact ${endpoint.address}`, 'Allow');
    await workbench.panel.getByText('Yes', { exact: true }).first().waitFor();
  });

  it('a typed password is sent to its KB and never logged', async () => {
    endpoint = await startEndpoint(AUTHORIZATION);
    const machine = join(dataFolder(), 'Machine', 'settings.json');
    mkdirSync(dirname(machine), { recursive: true });
    writeFileSync(machine, JSON.stringify({ 'funfusic.trace.server': 'verbose' }));
    workbench = await Workbench.open('ASK { ?a ?b ?c }\n', {
      'funfusic.knowledgeBases': { Guarded: { endpoint: endpoint.address, auth: 'basic', user: 'ali' } },
      'funfusic.knowledgeBase': 'Guarded',
    });
    try {
      await setLogLevel(workbench, 'Trace');
      await workbench.moveTo(1, 1);
      await workbench.press('Control+Enter');
      await workbench.page.locator('.quick-input-widget input[type="password"]:focus').waitFor();
      await workbench.type(PASSWORD);
      await workbench.press('Enter');
      await workbench.panel.getByText('Yes', { exact: true }).first().waitFor();
      assert.ok(endpoint.credentials.includes(AUTHORIZATION));
      const [trace] = await findLogs("Sending response 'funfusic/secret");
      assert.match(trace ?? '', /\(not logged\)/);
      // Other messages are logged completely, so the trace is verbose.
      assert.match(trace ?? '', /"boolean"/);
      assert.deepEqual(textsOf(join(dataFolder(), 'logs')).filter(hasPassword), []);
    } finally {
      await setLogLevel(workbench, 'Info');
      rmSync(machine);
    }
  });
});

const hasPassword = (text: string): boolean => text.includes(PASSWORD);

async function setLogLevel(workbench: Workbench, level: string): Promise<void> {
  await workbench.run('Developer: Set Log Level');
  await workbench.choose('FUn-FuSIC');
  await workbench.choose(level);
}

/** Returns the data folder of code-server, which scripts/editor-ui.mjs creates beside the workspace. */
function dataFolder(): string {
  const { workspace } = JSON.parse(process.env['FUNFUSIC_WORKBENCH'] ?? '{}') as { workspace: string };
  return join(dirname(workspace), 'user');
}

/** Waits for logs that contain these words. */
async function findLogs(words: string): Promise<readonly string[]> {
  for (let tries = 1; ; tries += 1) {
    const found = textsOf(join(dataFolder(), 'logs')).filter((text) => text.includes(words));
    if (found.length > 0) return found;
    if (tries === 200) throw new Error(`No log contains ${words}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function textsOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

interface Endpoint {
  readonly server: Server;
  readonly address: string;
  /** The Authorization header of each request. */
  readonly credentials: readonly (string | undefined)[];
}

/** Answers ASK with true if the request has this authorization. */
async function startEndpoint(authorization: string | undefined): Promise<Endpoint> {
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    credentials.push(request.headers.authorization);
    request.resume();
    if (request.headers.authorization !== authorization)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/sparql-results+json' })
        .end('{ "head": {}, "boolean": true }');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${port}/sparql`, credentials };
}
