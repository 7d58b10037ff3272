/** `funfusic serve` with the installed Virtuoso. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { findVirtuoso } from '../../scripts/lib/virtuoso.mjs';
import type { ServeLine } from '../../server/src/adapters/virtuoso/serve-dump';
import { CLI } from '../lsp/build';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const PREFIXES =
  '@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n';
const FRIENDS = `${PREFIXES}:ann a :Person ; rdfs:label "Ann Miller" ; :knows :bob ; :age 7 .
:bob a :Person ; rdfs:label "Bob" ; :knows :ann ; :age 8 .
`;
const NS = 'http://rdf.freebase.com/ns/';
const FILM = `<${NS}m.1> <${NS}type.object.name> "Titanic"@en .
<${NS}m.1> <${NS}type.object.type> <${NS}film.film> .
<${NS}m.1> <${NS}film.film.directed_by> <${NS}m.2> .
<${NS}m.2> <${NS}type.object.name> "James Cameron"@en .
`;
/** A comma and a quote in a path are hard to pass to Virtuoso. */
const ODD_NAME = "films, Ann's.nt.gz";

interface Serving {
  readonly child: ChildProcess;
  /** Resolves with the line that says that it is served; rejects with the messages if the command ends before. */
  readonly ready: Promise<Extract<ServeLine, { readonly type: 'served' }>>;
  readonly steps: string[];
  readonly exited: Promise<number | null>;
}

const running: Serving[] = [];

function serve(folder: string, args: readonly string[]): Serving {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--progress', 'json', ...args], {
    cwd: folder,
    env: { ...process.env, FUNFUSIC_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const steps: string[] = [];
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<Extract<ServeLine, { readonly type: 'served' }>>((resolve, reject) => {
    const other: string[] = [];
    createInterface({ input: child.stderr }).on('line', (text) => {
      if (!text.startsWith('{')) return void other.push(text);
      const line = JSON.parse(text) as ServeLine;
      if (line.type === 'step') steps.push(line.message);
      if (line.type === 'served') resolve(line);
    });
    void exited.then((code) => reject(new Error(`Ended with ${code}: ${other.join('\n')}`)));
  });
  ready.catch(() => undefined);
  const serving = { child, ready, steps, exited };
  running.push(serving);
  return serving;
}

async function stop({ child, exited }: Serving, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  child.kill(signal);
  return exited;
}

afterEach(async () => {
  for (const serving of running.splice(0)) if (serving.child.exitCode === null) await stop(serving);
});

async function rows(endpoint: string, query: string): Promise<readonly string[]> {
  const response = await fetch(`${endpoint}?format=text/csv&query=${encodeURIComponent(query)}`);
  return (await response.text()).trim().split('\n').slice(1);
}

async function isReachable(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

const mount = (folder: string, size: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;

/** A small disk of its own needs root and Linux. */
const canMount = mountsSmallDisks();

function mountsSmallDisks(): boolean {
  const folder = temporaryFolder({});
  return mount(folder, '1m') && spawnSync('umount', [folder]).status === 0;
}

describe.skipIf(!findVirtuoso())('funfusic serve with Virtuoso', () => {
  it('loads a dump of Freebase, builds the text index, and stops its server with Ctrl+C', async () => {
    const folder = temporaryFolder({});
    writeFileSync(join(folder, ODD_NAME), gzipSync(FILM));
    const first = serve(folder, [ODD_NAME, '--name', 'Films']);
    const { config, facts, lines, name } = await first.ready;
    expect({ name, facts }).toEqual({ name: 'Films', facts: 4 });
    expect(config).toEqual({
      endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sparql$/) as string,
      engine: 'virtuoso',
      defaultGraph: 'http://freebase.com',
    });
    expect(lines.join(' ')).toMatch(/It answers a query.*It has facts of Freebase/);
    expect(lines.join(' ')).not.toContain('full-text index');
    expect(
      await rows(
        config.endpoint,
        `SELECT ?s { ?s <${NS}type.object.name> ?n . ?n <bif:contains> "titanic" }`,
      ),
    ).toEqual([`"${NS}m.1"`]);
    expect(await stop(first)).toBe(0);
    expect(await isReachable(config.endpoint)).toBe(false);
  });

  it.skipIf(!canMount)('says that the disk became full while it loaded a dump', async () => {
    const folder = temporaryFolder({ 'friends.ttl': FRIENDS, 'disk/space': '' });
    const disk = join(folder, 'disk');
    mount(disk, '100m');
    try {
      const serving = serve(folder, ['friends.ttl', '--folder', 'disk/database']);
      await expect.poll(() => serving.steps, { timeout: 20_000 }).not.toHaveLength(0);
      expect(() => writeFileSync(join(disk, 'other'), Buffer.alloc(2e8))).toThrow('ENOSPC');
      await expect(serving.ready).rejects.toThrow(
        /The disk of .*database is full\. Choose a folder on another/,
      );
      expect(readdirSync(join(disk, 'database'))).toEqual([]);
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  it('uses the database of an earlier call, also for a copy of the dump', async () => {
    const folder = temporaryFolder({ 'friends.ttl': FRIENDS });
    const first = serve(folder, ['friends.ttl', '--folder', 'database']);
    const { config } = await first.ready;
    expect(config).toMatchObject({
      defaultGraph: 'urn:dump',
      schema: join(folder, 'database', 'schema.json'),
    });
    expect(JSON.parse(readFileSync(config.schema ?? '', 'utf8'))).toMatchObject({
      relations: { age: { domain: 'Person', range: 'integer' } },
    });
    expect(first.steps).toContain('Building the full-text index');
    expect(await stop(first, 'SIGTERM')).toBe(0);
    writeFileSync(join(folder, 'copy.ttl'), FRIENDS);
    const again = serve(folder, ['copy.ttl', '--folder', 'database']);
    const reused = await again.ready;
    expect(again.steps).toEqual(['Starting Virtuoso', 'Testing the KB']);
    expect(reused.facts).toBe(8);
    const query = 'SELECT ?age { <http://example.org/bob> <http://example.org/age> ?age }';
    expect(await rows(reused.config.endpoint, query)).toEqual(['8']);
    const third = await funfusic(['serve', 'friends.ttl', '--folder', 'database', '--port', '0'], {
      cwd: folder,
    });
    expect(third).toMatchObject({ code: 2, stdout: '' });
    expect(third.stderr).toContain(`already being served at ${reused.config.endpoint}`);
  });

  it('is stopped while it loads without leaving a database behind', async () => {
    const lines = Array.from({ length: 300_000 }, (_, n) => `<urn:e${n}> <urn:name> "Name ${n}" .\n`);
    const folder = temporaryFolder({ 'many.nt': lines.join('') });
    // Virtuoso clears its memory first, and would by default clear a quarter of this machine's.
    const serving = serve(folder, ['many.nt', '--folder', 'database', '--memory', '0.1']);
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (!serving.steps.some((step) => step.startsWith('Loading'))) return;
        clearInterval(timer);
        resolve();
      }, 10);
    });
    expect(await stop(serving)).toBe(130);
    expect(readdirSync(join(folder, 'database'))).toEqual([]);
  });

  it('reports a dump that Virtuoso cannot read, and removes the database', async () => {
    const folder = temporaryFolder({ 'broken.ttl': `${FRIENDS}:ann :knows .\n` });
    const { code, stderr } = await funfusic(['serve', 'broken.ttl', '--folder', 'db', '--port', '0'], {
      cwd: folder,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/Virtuoso could not read broken\.ttl: .*, in or before line \d+\. Fix or remove/);
    expect(readdirSync(join(folder, 'db'))).toEqual([]);
  });

  it('refuses the folder of another dump, and a port in use', async () => {
    const folder = temporaryFolder({ 'friends.ttl': FRIENDS, 'film.nt': FILM });
    const first = serve(folder, ['friends.ttl', '--folder', 'database']);
    const { config } = await first.ready;
    const other = ['serve', 'film.nt', '--port', new URL(config.endpoint).port];
    expect(await funfusic([...other, '--folder', 'database'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/database holds the database of another dump \(friends\.ttl\)/) as string,
    });
    expect(await funfusic([...other, '--folder', 'else'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Port \d+ is in use by another program\. Choose another port/) as string,
    });
  });
});

describe('funfusic serve', () => {
  const folder = temporaryFolder({
    'film.nt': FILM,
    'text.nt': 'This is not RDF.\n',
    'empty.nt': '',
    'page.rdf': '<rdf/>',
    'full/notes.txt': '',
    'foreign/virtuoso.db': 'the database of somebody else',
    'old/virtuoso-t': '#!/bin/sh\necho "Virtuoso Open Source Edition"\necho "Version 6.1.8.3127"\nexit 3\n',
    'old/isql-vt': '#!/bin/sh\n',
    'lonely/virtuoso-t': '#!/bin/sh\n',
    'other/virtuoso-t': '#!/bin/sh\necho hello\n',
    'other/isql': '#!/bin/sh\n',
  });
  mkdirSync(join(folder, 'nothing'));
  for (const name of ['old/virtuoso-t', 'old/isql-vt', 'lonely/virtuoso-t', 'other/virtuoso-t', 'other/isql'])
    chmodSync(join(folder, name), 0o755);
  const run = (args: readonly string[], env: Record<string, string> = {}): ReturnType<typeof funfusic> =>
    funfusic(['serve', ...args], { cwd: folder, env: { FUNFUSIC_CACHE: join(folder, 'cache'), ...env } });

  it.each([
    [[], /No dump named/],
    [['nowhere.nt'], /nowhere\.nt does not exist/],
    [['full'], /full is not a file/],
    [['text.nt'], /text\.nt is not N-Triples: its first lines are not facts/],
    [['empty.nt'], /empty\.nt is empty/],
    [['page.rdf'], /page\.rdf cannot be read\. Supported formats/],
    [['film.nt', '--port', '70000'], /--port is "70000"/],
    [['film.nt', '--memory', 'much'], /--memory is "much"/],
    [['film.nt', '--graph', 'facts'], /--graph facts is not an absolute IRI/],
    [['film.nt', '--folder', 'full', '--compose'], /full contains other files, such as notes\.txt/],
    [['film.nt', '--folder', 'foreign', '--compose'], /foreign contains other files, such as virtuoso\.db/],
    [['film.nt', '--virtuoso', 'nothing'], /nothing is not Virtuoso/],
    [['film.nt', '--virtuoso', 'other'], /does not report a version of Virtuoso/],
  ])('reports a mistake: %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.skipIf(process.platform === 'win32')('reports a Virtuoso that is too old', async () => {
    const { code, stderr } = await run(['film.nt', '--virtuoso', 'old']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/is Virtuoso 6\.1\.8\.3127, which is too old\. Install 7\.2 or newer/);
  });

  it('needs a folder if there is no cache folder', async () => {
    expect(await run(['film.nt', '--compose'], { FUNFUSIC_CACHE: 'off' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no cache folder') as string,
    });
  });

  it('writes files for a container if Virtuoso is not installed', async () => {
    const { code, stdout, stderr } = await run(['film.nt', '--port', '0', '--memory', '2'], {
      PATH: join(folder, 'nothing'),
    });
    expect(code).toBe(1);
    const [, file = ''] = /docker compose --file "?(.*compose\.yaml)"? up -d/.exec(stderr) ?? [];
    expect(stderr).toContain('Virtuoso is not installed');
    const [, port = ''] = /127\.0\.0\.1:(\d+)\/sparql/.exec(stdout) ?? [];
    expect(JSON.parse(stdout)).toEqual({
      film: {
        endpoint: `http://127.0.0.1:${port}/sparql`,
        engine: 'virtuoso',
        defaultGraph: 'http://freebase.com',
      },
    });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(`"127.0.0.1:${port}:8890"`);
    expect(text).toContain('VIRT_PARAMETERS_NUMBEROFBUFFERS: "170000"');
    expect(text).toContain(`source: ${JSON.stringify(join(folder, 'film.nt'))}`);
    expect(text).toContain('target: "/dump/1.nt"\n        read_only: true');
    const home = join(file, '..');
    expect(readFileSync(join(home, 'initdb.d', 'load.sql'), 'utf8').split('\n')).toEqual([
      "DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All');",
      "ld_dir('/dump', '%', 'http://freebase.com');",
      'rdf_loader_run();',
      'DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();',
      'checkpoint;',
      '',
    ]);
    const passwords = join(home, 'passwords.env');
    const before = readFileSync(passwords, 'utf8');
    expect(before).toMatch(/^DBA_PASSWORD=[0-9a-f]{48}\nDAV_PASSWORD=[0-9a-f]{48}\n$/);
    if (process.platform !== 'win32') expect(statSync(passwords).mode & 0o777).toBe(0o600);
    expect((await run(['film.nt', '--port', '0', '--compose'])).code).toBe(0);
    expect(readFileSync(passwords, 'utf8')).toBe(before);
    expect(existsSync(join(home, 'database'))).toBe(true);
    expect(basename(home)).toMatch(/^film\.nt-[0-9a-f]{12}$/);
  });

  it('refuses a port in use before it writes anything', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { readonly port: number }).port)),
    );
    const { code, stderr } = await run(['film.nt', '--compose', '--port', String(port), '--folder', 'port']);
    server.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} is in use`);
    expect(readdirSync(join(folder, 'port'))).toEqual([]);
  });
});
