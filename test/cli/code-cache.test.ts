import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { RUN_REQUEST } from '../../server/src/protocol/index';
import { MAIN } from '../lsp/build';
import { TestClient } from '../lsp/client';
import { expectSuccess, funfusicProcess } from './run';
import { temporaryFolder } from './temporary-folder';

const QUERY =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.02mjmr ns:people.person.children ?x }\n';

/** Prints whether V8 rejects the cache of a bundle. */
const IS_REJECTED = `
  const [bundle, cache] = process.argv.slice(1);
  const read = require('node:fs').readFileSync;
  const source = require('node:module').wrap(read(bundle, 'latin1'));
  const { cachedDataRejected } = new (require('node:vm').Script)(source, { filename: bundle, cachedData: read(cache) });
  process.stdout.write(String(cachedDataRejected));
`;

describe('The code cache', () => {
  const run = async (cache: string, command = 'check'): Promise<string> => {
    const cwd = temporaryFolder({ 'query.rq': QUERY });
    return expectSuccess(
      await funfusicProcess([command, 'query.rq'], { cwd, env: { FUNFUSIC_CACHE: cache } }),
    );
  };
  const filesIn = (folder: string): readonly string[] =>
    readdirSync(join(folder, 'code'), { recursive: true, encoding: 'utf8' });

  it('is written once, and does not change what a command does', async () => {
    const cache = temporaryFolder({});
    const first = await run(cache);
    const files = filesIn(cache);
    expect(files.length).toBeGreaterThan(0);
    expect(await run(cache)).toBe(first);
    expect(filesIn(cache)).toEqual(files);
  });

  it('is accepted by V8 after a command that starts an engine', async () => {
    const cache = temporaryFolder({});
    const states = async (): Promise<readonly unknown[]> => {
      await run(cache, 'run');
      return filesIn(cache).map((name) => [name, statSync(join(cache, 'code', name)).mtimeMs]);
    };
    expect(await states()).toEqual(await states());
  });

  const writtenByServer = async (use: (client: TestClient) => Promise<unknown>): Promise<string> => {
    const cache = temporaryFolder({});
    const client = await TestClient.start({ ownProcess: true, env: { FUNFUSIC_CACHE: cache } });
    await use(client);
    const file = await vi.waitFor(() => {
      const found = filesIn(cache).find((name) => name.endsWith('.bin'));
      expect(found).toMatch(/^server-/);
      return join(cache, 'code', found ?? '');
    }, 20_000);
    client.process.kill('SIGKILL');
    return execFileSync(process.execPath, ['-e', IS_REJECTED, MAIN, file], { encoding: 'utf8' });
  };

  it('of the server is written while it runs, and V8 accepts it although the server changes a flag', async () => {
    expect(await writtenByServer((client) => client.check(QUERY))).toBe('false');
  });

  it('of the server is written before an engine changes another flag', async () => {
    const runFirst = async (client: TestClient): Promise<void> => {
      const uri = await client.open(QUERY);
      const position = { line: 1, character: 0 };
      await client.request(RUN_REQUEST, { textDocument: { uri }, range: { start: position, end: position } });
    };
    expect(await writtenByServer(runFirst)).toBe('false');
  });

  it('is replaced if it is damaged', async () => {
    const cache = temporaryFolder({});
    const first = await run(cache);
    const damaged = filesIn(cache)
      .map((name) => join(cache, 'code', name))
      .filter((file) => /\.\w+$/.test(file));
    for (const file of damaged) writeFileSync(file, 'damaged');
    expect(await run(cache)).toBe(first);
    for (const file of damaged) expect(readFileSync(file, 'utf8')).not.toBe('damaged');
  });

  it('is for bundles of ASCII characters, because they are loaded as Latin-1', () => {
    for (const file of [MAIN, join(dirname(MAIN), 'client.js')])
      expect(/[^\u0000-\u007f]/.exec(readFileSync(file, 'utf8')), file).toBeNull();
  });

  it('is not needed: nothing is written if caching is off or impossible', async () => {
    const folder = temporaryFolder({ file: '' });
    expect(await run('off')).toBe(await run(join(folder, 'file')));
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('');
  });
});
