import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CLI, ROOT } from '../lsp/build';
import { funfusic, expectSuccess, type Outcome } from './run';
import { temporaryFolder } from './temporary-folder';

const tiny = join(ROOT, 'test', 'evaluation', 'tiny.grailqa.json');
const folder = temporaryFolder({
  'kb.ttl': `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ ; ns:people.person.nationality ns:m.09c7w0 .
`,
  'questions.jsonl': `{"question": "Where was Obama born?", "sexpr": "(JOIN (R people.person.place_of_birth) m.02mjmr)"}
{"question": "Where is Obama from?", "sexpr": "(JOIN (R people.person.nationality) m.02mjmr)"}
{"question": "Whom did Obama marry?", "sexpr": "(JOIN (R people.person.spouse_s) m.02mjmr)"}
`,
  'broken.nt.gz': 'this is no archive',
});

describe('funfusic reduce', () => {
  it('writes the reduced KB and the relabelled questions', async () => {
    const args = [
      'reduce',
      '--kb',
      'kb.ttl',
      '--relations',
      'people.person.place_of_birth',
      '--out',
      'out/one',
      'questions.jsonl',
    ];
    const { code, stdout, stderr } = await funfusic(args, { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'funfusic: Row 3 (row-3) is left out: The complete KB has no answer.\n',
    });
    expect(stdout).toContain(
      'questions: 2, of which 1 answerable (0 with other answers than before) and 1 not (50 %): 1 by the schema, 0 by the data',
    );
    const out = join(folder, 'out', 'one');
    expect(readdirSync(out).sort()).toEqual([
      'kb.nt.gz',
      'questions.grailqability.json',
      'questions.jsonl',
      'reduction.json',
      'schema.json',
    ]);
    const facts = gunzipSync(readFileSync(join(out, 'kb.nt.gz'))).toString('utf8');
    expect(facts.trim().split('\n')).toHaveLength(3);
    expect(facts).not.toContain('place_of_birth');
    expect(JSON.parse(readFileSync(join(out, 'reduction.json'), 'utf8'))).toMatchObject({
      format: 'funfusic-reduction',
      seed: 1,
      facts: { read: 4, kept: 3, dropped: { relations: 1 } },
      questions: { answerable: 1, schema: 1, data: 0 },
    });
    // With the reduced schema, a query with a removed relation has an error, and others do not.
    const query = (relation: string): string =>
      `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?x WHERE { ns:m.02mjmr ns:people.person.${relation} ?x . }\n`;
    const check = (relation: string): Promise<Outcome> =>
      funfusic(['check', '--schema', 'out/one/schema.json', '-'], { cwd: folder, stdin: query(relation) });
    expectSuccess(await check('nationality'));
    expect(await check('place_of_birth')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Unknown relation people.person.place_of_birth') as string,
    });
    const linted = await funfusic(['lint', '--kb', 'out/one/kb.nt.gz', 'out/one/questions.jsonl'], {
      cwd: folder,
    });
    expectSuccess(linted);
    expect(await funfusic(args, { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('kb.nt.gz already exists') as string,
    });
  });

  it('writes the same bytes for the same seed', async () => {
    const files = [
      'kb.nt.gz',
      'schema.json',
      'questions.jsonl',
      'questions.grailqability.json',
      'reduction.json',
    ];
    for (const out of ['a', 'b'])
      expectSuccess(
        await funfusic(['reduce', '--unanswerable', '0.5', '--seed', '3', '--out', `same/${out}`, tiny], {
          cwd: folder,
        }),
      );
    for (const file of files)
      expect(
        readFileSync(join(folder, 'same', 'a', file)).equals(readFileSync(join(folder, 'same', 'b', file))),
        file,
      ).toBe(true);
  }, 180_000);

  const refused: readonly (readonly [args: readonly string[], message: string])[] = [
    [['questions.jsonl'], 'Choose what to remove.'],
    [['--facts', '2'], '--facts is "2"; it must be a number from 0 to 1.'],
    [['--relations', '1.5'], '--relations is "1.5"; a share is from 0 to 1.'],
    [['--relations', 'a,,b'], 'it must be a share, or IDs separated by commas'],
    [['--relations', 'a.b.c', '--kb', 'kb.ttl'], 'The KB has no relation a.b.c to remove.'],
    [['--unanswerable', '0.5'], '--unanswerable needs a dataset.'],
    [['--kinds', 'facts', '--facts', '0.1'], '--kinds needs --unanswerable.'],
    [
      ['--unanswerable', '0.5', '--kinds', 'people', 'questions.jsonl'],
      '--kinds has "people"; it can have relations, types, entities, facts.',
    ],
    [['--facts', '0.1', '--kb', 'http://localhost:1/sparql'], 'cannot be listed'],
    [['--facts', '0.1', '--kb', 'broken.nt.gz'], 'The KB has no facts.'],
  ];
  it.each(refused)('rejects %j and leaves no files', async (args, message) => {
    const { code, stderr } = await funfusic(['reduce', '--out', 'none', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    const out = join(folder, 'none');
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  it('leaves no files when it is stopped', async () => {
    const fact = (at: number): string =>
      `<http://e.org/${at}> <http://e.org/knows> <http://e.org/${at + 1}> .\n`;
    writeFileSync(join(folder, 'large.nt'), Array.from({ length: 400_000 }, (_, at) => fact(at)).join(''));
    const args = ['reduce', '--kb', 'large.nt', '--facts', '0.5', '--out', 'stopped'];
    const child = spawn(process.execPath, [CLI, ...args], { cwd: folder });
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const out = join(folder, 'stopped');
    const hasBegun = (): boolean => existsSync(out) && readdirSync(out).some((name) => name.endsWith('.tmp'));
    while (!hasBegun() && child.exitCode === null) await setTimeout(20);
    child.kill('SIGINT');
    expect(await code).toBe(130);
    expect(readdirSync(out)).toEqual([]);
  }, 120_000);

  it.skipIf(process.platform === 'win32')(
    'reports a full disk and leaves no files',
    async () => {
      const limited = ['-c', `trap '' XFSZ; ulimit -f 8; exec "$@"`, 'sh', process.execPath, CLI];
      const child = spawn('sh', [...limited, 'reduce', '--facts', '0.01', '--out', 'full'], { cwd: folder });
      const [code, stderr] = await Promise.all([
        new Promise<number | null>((resolve) => child.once('exit', resolve)),
        text(child.stderr),
      ]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(
          'full cannot be written: the file would exceed the size limit',
        ) as string,
      });
      expect(readdirSync(join(folder, 'full'))).toEqual([]);
    },
    120_000,
  );

  it('asks for --out', async () => {
    expect(await funfusic(['reduce', '--facts', '0.1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name the folder for the files with --out') as string,
    });
  });
});
