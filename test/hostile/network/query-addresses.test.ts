/** A query that somebody else wrote: the command line contacts no address that it names without consent. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../adapters/kb/closing';
import { answers, oneRow } from '../../adapters/kb/endpoint';
import { funfusic, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';

const PATTERN = '?x <http://example.org/p> ?o';

function inFolder(args: readonly string[], query: string): Promise<Outcome> {
  const cwd = temporaryFolder({ 'all.rq': query });
  return funfusic(args, {
    cwd,
    env: { FUNFUSIC_CACHE: join(cwd, 'cache') },
    stdin: `${JSON.stringify({ id: 'one', query })}\n`,
  });
}

describe('An address in the header of a query', () => {
  it.each([
    ['run', ['run', 'all.rq']],
    ['run by lines', ['run', '--jsonl']],
    ['repair', ['repair', 'all.rq']],
    ['explain', ['explain', 'all.rq']],
  ])('is not contacted by %s without consent', async (_, args) => {
    const { address, asked } = await endpoint(answers(oneRow));
    const { stdout, stderr } = await inFolder(
      args,
      `# endpoint: ${address}\nSELECT ?x WHERE { ${PATTERN} }\n`,
    );
    expect(asked).toEqual([]);
    expect(stdout + stderr).toContain('named by the query');
    expect(stdout + stderr).toContain('--trust-folder');
  });

  it.each([
    ['with --trust-folder', ['run', '--trust-folder', 'all.rq']],
    ['where it is typed', (address: string) => ['run', '--kb', address, 'all.rq']],
  ])('is contacted %s', async (_, args) => {
    const { address, asked } = await endpoint(answers(oneRow));
    const typed = typeof args === 'function' ? args(address) : args;
    const { code } = await inFolder(typed, `# endpoint: ${address}\nSELECT ?x WHERE { ${PATTERN} }\n`);
    expect(asked.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });
});

describe('A query that has the endpoint contact another one', () => {
  it.each([
    ['SERVICE', `SELECT ?x WHERE { SERVICE <http://elsewhere.example/sparql> { ${PATTERN} } }`],
    ['FROM', `SELECT ?x FROM <http://elsewhere.example/graph> WHERE { ${PATTERN} }`],
  ])('is not sent without consent: %s', async (_, query) => {
    const { address, asked } = await endpoint(answers(oneRow));
    const refused = await inFolder(['run', '--kb', address, 'all.rq'], query);
    expect(asked).toEqual([]);
    expect(refused.stdout + refused.stderr).toContain('elsewhere.example');
    expect(refused.code).not.toBe(0);
    const allowed = await inFolder(['run', '--trust-folder', '--kb', address, 'all.rq'], query);
    expect(asked.length).toBeGreaterThan(0);
    expect(allowed.code).toBe(0);
  });

  it('is sent where it names a graph of Freebase', async () => {
    const { address, asked } = await endpoint(answers(oneRow));
    await inFolder(
      ['run', '--kb', address, 'all.rq'],
      `SELECT ?x FROM <http://freebase.com> WHERE { ${PATTERN} }`,
    );
    expect(asked.length).toBeGreaterThan(0);
  });
});
