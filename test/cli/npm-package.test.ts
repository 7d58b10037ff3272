import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packNpm } from '../../scripts/lib/npm-package.mjs';
import { ROOT } from '../lsp/build';
import { temporaryFolder } from './temporary-folder';

const QUERY =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.02mjmr ns:people.person.childrn ?x }\n';
/** Uses the types as another project would. The directive fails if the types are not found, because nothing is wrong then. */
const CONSUMER = `import type { Prediction, Report, RunManifest, Settings, UserSchema } from 'funfusic';
export const f1 = (report: Report): number | undefined => report.scores.f1R?.value;
export const hash = (run: RunManifest): string => run.sha256;
export const answers = (prediction: Prediction): readonly string[] => prediction.answers;
export const schema: UserSchema = { types: {}, relations: { knows: { range: 'text' } } };
export const settings: Settings = { 'funfusic.dialect': 'sparql11' };
// @ts-expect-error There is no such score.
export const none = (report: Report): number | undefined => report.scores.f2?.value;
`;
const CONFIGURATION = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'nodenext', types: [] },
  files: ['consumer.ts'],
});
const isWindows = process.platform === 'win32';

describe('The npm package', () => {
  const folder = temporaryFolder({
    'package.json': '{ "private": true }',
    'query.rq': QUERY,
    'consumer.ts': CONSUMER,
    'tsconfig.json': CONFIGURATION,
  });
  const command = (name: string): string =>
    join(folder, 'node_modules', '.bin', isWindows ? `${name}.cmd` : name);

  beforeAll(async () => {
    const { file } = await packNpm(folder);
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', file], {
      cwd: folder,
      shell: isWindows,
      stdio: 'ignore',
    });
  }, 120_000);

  it('has a command funfusic that checks a query', () => {
    const output = run('funfusic', ['check', 'query.rq']);
    expect(output).toContain('Unknown relation people.person.childrn. Did you mean people.person.children?');
  });

  it('has the bundled schema and the sample KB', () => {
    expect(run('funfusic', ['ask', 'Where was Barack Obama born?'])).toContain('Honolulu');
  });

  it('has a readme whose links lead to its files', () => {
    const root = join(folder, 'node_modules', 'funfusic');
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(([^)#:]+)/g)].map(
      ([, path]) => path,
    );
    expect(links).toContain('docs/evaluation.md');
    for (const path of links) expect(existsSync(join(root, path ?? '')), path).toBe(true);
  });

  it('has types for the JSON formats', () => {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('has a command funfusic-server that speaks LSP', async () => {
    const child = spawn(command('funfusic-server'), ['--stdio'], { cwd: folder, shell: isWindows });
    const params = { processId: null, rootUri: null, capabilities: {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    const reply = await new Promise<string>((resolve) => {
      let received = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk;
        if (received.includes('"capabilities"')) resolve(received);
      });
    });
    child.kill();
    expect(reply).toContain('"completionProvider"');
  });

  function run(name: string, args: readonly string[]): string {
    try {
      return execFileSync(command(name), [...args], { cwd: folder, encoding: 'utf8', shell: isWindows });
    } catch (error) {
      return (error as { readonly stdout: string }).stdout;
    }
  }
});
