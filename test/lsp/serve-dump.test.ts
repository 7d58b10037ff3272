/** Serving a dump from an editor, with the installed Virtuoso. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findVirtuoso } from '../../scripts/lib/virtuoso.mjs';
import { SERVE_DUMP_REQUEST, type ServeDumpResult } from '../../server/src/protocol/index';
import { TestClient } from './client';

const NS = 'http://rdf.freebase.com/ns/';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ff-serve-')));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
const file = join(folder, 'film.nt');
writeFileSync(
  file,
  `<${NS}m.1> <${NS}type.object.name> "Titanic"@en .\n<${NS}m.1> <${NS}type.object.type> <${NS}film.film> .\n`,
);
mkdirSync(join(folder, 'nothing'));

function start(env: Readonly<Record<string, string>> = {}): Promise<TestClient> {
  return TestClient.start({
    folder,
    settings: {},
    ownProcess: true,
    env: { FUNFUSIC_CACHE: join(folder, 'cache'), ...env },
  });
}

const serve = (client: TestClient, files: readonly string[]): Promise<ServeDumpResult> =>
  client.request<ServeDumpResult>(SERVE_DUMP_REQUEST, { kb: 'Films', files });

/** Waits until nothing listens at an address. */
async function untilUnreachable(address: string): Promise<void> {
  const isReachable = (): Promise<boolean> =>
    fetch(address).then(
      () => true,
      () => false,
    );
  while (await isReachable()) await new Promise((later) => setTimeout(later, 50));
}

describe('The request to serve a dump', () => {
  it.skipIf(!findVirtuoso())('serves it until the language server ends', async () => {
    const client = await start();
    const result = await serve(client, [file]);
    expect(result).toMatchObject({
      kind: 'served',
      facts: 2,
      config: { engine: 'virtuoso', defaultGraph: 'http://freebase.com' },
    });
    if ('problem' in result) throw new Error(result.problem);
    const { endpoint } = result.config;
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sparql$/);
    const query = encodeURIComponent(`SELECT ?n { ?s <${NS}type.object.name> ?n }`);
    expect(await (await fetch(`${endpoint}?format=text/csv&query=${query}`)).text()).toContain('Titanic');
    await client.stop();
    await untilUnreachable(endpoint);
  });

  it('writes a compose file if Virtuoso is not installed', async () => {
    const client = await start({ PATH: join(folder, 'nothing') });
    const result = await serve(client, [file]);
    if (!('kind' in result) || result.kind !== 'composed') throw new Error(JSON.stringify(result));
    expect(readFileSync(result.file, 'utf8')).toContain('image: openlink/virtuoso-opensource-7');
    await client.stop();
  });

  it('reports why a file cannot be served', async () => {
    const client = await start();
    expect(await serve(client, [join(folder, 'nowhere.nt')])).toEqual({
      problem: `${join(folder, 'nowhere.nt')} does not exist.`,
    });
    await client.stop();
  });
});
