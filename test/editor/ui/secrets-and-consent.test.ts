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
    await Workbench.picture(this.currentTest);
    await Workbench.leave();
    endpoint.server.close();
  });

  it('an address that only a file names is contacted after consent', async () => {
    endpoint = await startEndpoint(undefined);
    workbench = await Workbench.open(`# endpoint: ${endpoint.address}\nASK { ?a ?b ?c }\n`);
    await workbench.moveTo(2, 1);
    await workbench.press('Control+Enter');
    await workbench.answerDialog(`Allow FUn-FuSIC to contact ${endpoint.address}`, 'Cancel');
    await workbench.panel.getByText('you did not allow it').first().waitFor();
    assert.equal(endpoint.heard.length, 0);
    await workbench.moveTo(2, 1);
    await workbench.press('Control+Enter');
    await workbench.answerDialog(`Allow FUn-FuSIC to contact ${endpoint.address}`, 'Allow');
    await workbench.panel.getByText('Yes', { exact: true }).first().waitFor();
  });

  it('a typed password is sent to its KB and never logged', async () => {
    endpoint = await startEndpoint(AUTHORIZATION);
    const machine = join(homeOf(), 'Machine', 'settings.json');
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
      assert.ok(endpoint.heard.includes(AUTHORIZATION));
      const [traced] = await logged("Sending response 'funfusic/secret");
      assert.match(traced ?? '', /\(not logged\)/);
      // What stands beside it is logged whole, so that the trace was really verbose.
      assert.match(traced ?? '', /"boolean"/);
      assert.deepEqual(textsOf(join(homeOf(), 'logs')).filter(hasPassword), []);
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

/** The data folder of code-server, as scripts/editor-ui.mjs makes it beside the workspace. */
function homeOf(): string {
  const { workspace } = JSON.parse(process.env['FUNFUSIC_WORKBENCH'] ?? '{}') as { workspace: string };
  return join(dirname(workspace), 'user');
}

/** The logs that have these words, as soon as there are any. */
async function logged(words: string): Promise<readonly string[]> {
  for (let tries = 1; ; tries += 1) {
    const found = textsOf(join(homeOf(), 'logs')).filter((text) => text.includes(words));
    if (found.length > 0) return found;
    if (tries === 200) throw new Error(`No log has ${words}.`);
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
  readonly heard: readonly (string | undefined)[];
}

/** Says yes to whatever is asked with this authorization. */
async function startEndpoint(authorization: string | undefined): Promise<Endpoint> {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization);
    request.resume();
    if (request.headers.authorization !== authorization)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/sparql-results+json' })
        .end('{ "head": {}, "boolean": true }');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`, heard };
}
