/** Queries by other people: the command line contacts no address in a query without consent. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../adapters/kb/closing';
import { answers, oneRow } from '../../adapters/kb/endpoint';
import { funfusic, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';

const PATTERN = '?x <http://example.org/p> ?o';

function runInFolder(args: readonly string[], query: string): Promise<Outcome> {
  const cwd = temporaryFolder({ 'all.rq': query });
  return funfusic(args, {
    cwd,
    env: { FUNFUSIC_CACHE: join(cwd, 'cache') },
    stdin: `${JSON.stringify({ id: 'one', query })}\n`,
  });
}

describe('endpoint in a query header', () => {
  it.each([
    ['run', ['run', 'all.rq']],
    ['run --jsonl', ['run', '--jsonl']],
    ['repair', ['repair', 'all.rq']],
    ['explain', ['explain', 'all.rq']],
  ])('%s does not contact the endpoint in a query header without consent', async (_, args) => {
    const { address, requests } = await endpoint(answers(oneRow));
    const { stdout, stderr } = await runInFolder(
      args,
      `# endpoint: ${address}\nSELECT ?x WHERE { ${PATTERN} }\n`,
    );
    expect(requests).toEqual([]);
    expect(stdout + stderr).toContain('named by the query');
    expect(stdout + stderr).toContain('--trust-folder');
  });

  it.each([
    ['--trust-folder is set', ['run', '--trust-folder', 'all.rq']],
    ['--kb names it', (address: string) => ['run', '--kb', address, 'all.rq']],
  ])('run contacts the endpoint in a query header when %s', async (_, args) => {
    const { address, requests } = await endpoint(answers(oneRow));
    const typed = typeof args === 'function' ? args(address) : args;
    const { code } = await runInFolder(typed, `# endpoint: ${address}\nSELECT ?x WHERE { ${PATTERN} }\n`);
    expect(requests.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });
});

describe('federated query', () => {
  it.each([
    ['SERVICE', `SELECT ?x WHERE { SERVICE <http://elsewhere.example/sparql> { ${PATTERN} } }`],
    ['FROM', `SELECT ?x FROM <http://elsewhere.example/graph> WHERE { ${PATTERN} }`],
  ])('run sends a query with %s to another host only with consent', async (_, query) => {
    const { address, requests } = await endpoint(answers(oneRow));
    const refused = await runInFolder(['run', '--kb', address, 'all.rq'], query);
    expect(requests).toEqual([]);
    expect(refused.stdout + refused.stderr).toContain('elsewhere.example');
    expect(refused.code).not.toBe(0);
    const allowed = await runInFolder(['run', '--trust-folder', '--kb', address, 'all.rq'], query);
    expect(requests.length).toBeGreaterThan(0);
    expect(allowed.code).toBe(0);
  });

  it('run sends a query with FROM and a Freebase graph without consent', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    await runInFolder(
      ['run', '--kb', address, 'all.rq'],
      `SELECT ?x FROM <http://freebase.com> WHERE { ${PATTERN} }`,
    );
    expect(requests.length).toBeGreaterThan(0);
  });
});
