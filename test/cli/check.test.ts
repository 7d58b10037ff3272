import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { CLI } from '../lsp/build';
import { sound, unknownRelation, unusedPrefix, virtuoso } from '../lsp/queries';
import { funfusic, funfusicProcess } from './run';
import { temporaryFolder } from './temporary-folder';

const warned = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?plaec WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

const folder = temporaryFolder({
  'sound.rq': sound,
  'wrong.rq': unknownRelation,
  'warned.rq': warned,
  'hinted.rq': unusedPrefix,
  'virtuoso.rq': virtuoso,
  'several.rq': `${sound}###\n${unknownRelation}`,
  'crlf.rq': unknownRelation.replace(/\n/g, '\r\n'),
  'tree/a.rq': sound,
  'tree/deep/er/b.sparql': unknownRelation,
  'tree/notes.txt': 'no query',
  'tree/node_modules/c.rq': unknownRelation,
  'empty/notes.txt': 'no query',
  'own.json': JSON.stringify({
    name: 'My KB',
    types: { 'people.person': {} },
    relations: { 'people.person.birthplace': { domain: 'people.person' } },
  }),
  'broken.json': '{ not json',
});
const check = (args: readonly string[], stdin = '') =>
  funfusic(['check', ...args], { cwd: folder, stdin, env: { NO_COLOR: '1' } });

describe('funfusic check', () => {
  it('exits with 0 and a summary without findings', async () => {
    expect(await check(['sound.rq'])).toEqual({
      code: 0,
      stdout: '1 file: 0 errors, 0 warnings\n',
      stderr: '',
    });
  });

  it('exits with 1 on an error and prints file, line, column, severity, code and message', async () => {
    const { code, stdout, stderr } = await check(['wrong.rq']);
    expect(code).toBe(1);
    expect(stderr).toBe('');
    const [finding, summary] = stdout.split('\n');
    expect(finding).toMatch(/^wrong\.rq:3:15: error grounding: .*people\.person\.birthplace/);
    expect(summary).toBe('1 file: 1 error, 0 warnings');
  });

  it('exits with 0 on a warning', async () => {
    const { code, stdout } = await check(['warned.rq']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warned\.rq:2:17: warning unbound_variable: /);
    expect(stdout).toMatch(/1 file: 0 errors, 1 warning\n$/);
  });

  it('prints no hints', async () => {
    const { code, stdout } = await check(['hinted.rq']);
    expect(code).toBe(0);
    expect(stdout).toBe('1 file: 0 errors, 0 warnings\n');
  });

  it('prints no colors without a terminal', async () => {
    const { stdout } = await funfusic(['check', 'wrong.rq'], { cwd: folder });
    expect(stdout).not.toContain('\u001b');
  });

  it('searches folders, but not node_modules', async () => {
    const { code, stdout } = await check(['tree']);
    expect(code).toBe(1);
    expect(stdout).toContain(`${join('tree', 'deep', 'er', 'b.sparql')}:3:15: error`);
    expect(stdout).toMatch(/2 files: 1 error, 0 warnings\n$/);
  });

  it('searches a folder node_modules that is named itself', async () => {
    expect((await check([join('tree', 'node_modules')])).stdout).toMatch(/1 file: 1 error/);
  });

  it('exits with 2 for a folder without queries', async () => {
    const { code, stderr } = await check(['empty']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^funfusic: empty contains no \.rq, \.sparql,? or \.sexpr files/);
  });

  it('reads standard input for -', async () => {
    const { code, stdout } = await check(['-'], unknownRelation);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^<stdin>:3:15: error grounding/);
  });

  it('exits with 2 for a missing file and checks the others', async () => {
    const { code, stdout, stderr } = await check(['missing.rq', 'wrong.rq']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^funfusic: missing\.rq cannot be read/);
    expect(stdout).toMatch(/^wrong\.rq:3:15: error/);
  });

  it('checks each query of a file with several', async () => {
    expect((await check(['several.rq'])).stdout).toMatch(/^several\.rq:8:15: error/);
  });

  it('counts lines that end with CR LF', async () => {
    expect((await check(['crlf.rq'])).stdout).toMatch(/^crlf\.rq:3:15: error/);
  });

  it('uses Virtuoso’s dialect by default', async () => {
    expect((await check(['virtuoso.rq'])).code).toBe(0);
    const { code, stdout } = await check(['--dialect', 'sparql11', 'virtuoso.rq']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^virtuoso\.rq:4:33: error syntax: /);
    expect((await check(['--dialect=virtuoso', 'virtuoso.rq'])).code).toBe(0);
  });

  it('uses a custom schema', async () => {
    expect((await check(['--schema', 'own.json', 'wrong.rq'])).code).toBe(0);
    const { code, stdout } = await check(['--schema', 'own.json', 'sound.rq']);
    expect(code).toBe(1);
    expect(stdout).toContain('Unknown relation');
  });

  for (const file of ['broken.json', 'missing.json']) {
    it(`reports that ${file} cannot be used, uses the bundled schema and exits with 2`, async () => {
      const { code, stdout, stderr } = await check(['--schema', file, 'wrong.rq']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^funfusic: The schema file /);
      expect(stderr).toContain(file);
      expect(stderr).toContain('bundled');
      expect(stdout).toMatch(/^wrong\.rq:3:15: error grounding/);
    });
  }

  it('exits with 2 without a schema, and still checks the syntax', async () => {
    const options = { cwd: folder, env: { FUNFUSIC_DATA: '/nonexistent' }, stdin: 'SELECT ?x {' };
    const { code, stdout, stderr } = await funfusicProcess(['check', 'wrong.rq', '-'], options);
    expect(code).toBe(2);
    expect(stderr).toContain('bundled schema');
    expect(stdout).toMatch(/<stdin>:1:\d+: error syntax/);
    expect(stdout).not.toContain('grounding');
  });

  for (const [args, reason] of [
    [['--colour', 'sound.rq'], 'Unknown option --colour'],
    [['-x', 'sound.rq'], '-x'],
    [['--format', 'xml', 'sound.rq'], 'human, json, sarif'],
    [['--dialect', 'sql', 'sound.rq'], 'virtuoso, sparql11'],
    [['sound.rq', '--schema'], '--schema needs a value'],
    [['--jsonl=yes'], '--jsonl takes no value'],
    [['--jsonl', 'sound.rq'], '--jsonl'],
    [[], 'No files named'],
  ] as const) {
    it(`exits with 2 and a reason for: check ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await check(args);
      expect(code).toBe(2);
      expect(stdout).not.toMatch(/error grounding/);
      expect(stderr).toMatch(/^funfusic: /);
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  }

  it('treats arguments after -- as files', async () => {
    expect((await check(['--', 'sound.rq'])).code).toBe(0);
  });

  it('does not fail if the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [CLI, 'check', ...Array.from({ length: 2000 }, () => 'wrong.rq')], {
      cwd: folder,
    });
    const errors: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(errors.join('')).toBe('');
    expect(code).not.toBeNull();
  });
});

describe('funfusic', () => {
  it('prints its help', async () => {
    for (const args of [['--help'], ['help'], ['check', '--help'], ['check', '-h']]) {
      const { code, stdout, stderr } = await funfusic(args);
      expect(code).toBe(0);
      expect(stdout).toContain('funfusic check');
      expect(stderr).toBe('');
    }
  });

  it('prints its version', async () => {
    expect(await funfusic(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [[], /^ {2}funfusic check … {5}find problems/m],
    [
      ['chekc'],
      /^funfusic: Unknown command "chekc"\. Did you mean check\? Run "funfusic --help" for all commands\.$/m,
    ],
    [['check'], /No files named\.\n\nfunfusic check .*Run "funfusic check --help" for all options\.$/ms],
  ])('exits with 2 and says what to do for %j', async (args, help) => {
    const { code, stdout, stderr } = await funfusic(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(help);
    expect(stderr).not.toContain('--format');
  });
});

describe('funfusic check --kb', () => {
  const files = temporaryFolder({
    'mismatch.rq': `# question: where was Tom Hanks born\nPREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.0bxtg ns:people.person.nationality ?x }\n`,
    'facts.ttl': '<http://rdf.freebase.com/ns/m.1> <http://rdf.freebase.com/ns/type.object.name> "One"@en .',
    'absent.rq':
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.0bxtg ns:people.person.nationality ?x }\n',
  });

  it('reports a query that does not ask its question', async () => {
    const { code, stdout } = await funfusic(['check', '--kb', 'Sample', join(files, 'mismatch.rq')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /mismatch\.rq:1:13: warning nl_semantic: The question probably asks for “place of birth”/,
    );
    expect((await funfusic(['check', join(files, 'mismatch.rq')])).stdout).toBe(
      '1 file: 0 errors, 0 warnings\n',
    );
  });

  it('reports an entity that a complete KB lacks', async () => {
    const { code, stdout } = await funfusic([
      'check',
      '--kb',
      join(files, 'facts.ttl'),
      join(files, 'absent.rq'),
    ]);
    expect(stdout).toContain('grounding');
    expect(code).toBe(1);
  });

  const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ';
  const dump = temporaryFolder({
    'typed.ttl': `@prefix ns: <http://rdf.freebase.com/ns/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ns:m.0bcd1 a ns:people.person ; ns:type.object.type ns:people.person ; ns:people.person.height_meters "1.85"^^xsd:float ;
  ns:people.person.place_of_birth ns:m.0bcd2 .
ns:m.0bcd2 ns:type.object.type ns:location.citytown .
ns:m.0bcd3 ns:type.object.type ns:film.film ; ns:film.film.directed_by ns:m.0bcd1 .
`,
    'both.ttl': `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.0bcd1 ns:type.object.type ns:people.person, ns:biology.organism_classification ; ns:people.person.height_meters "1.85" ;
  ns:people.person.place_of_birth ns:m.0bcd2 ; ns:biology.organism_classification.rank ns:m.0bcd2 .
`,
    'plain.rq': `${NS}SELECT ?x { ?x ns:people.person.height_meters "1.85" }\n`,
    'typed.rq': `${NS}SELECT ?x { ?x ns:people.person.height_meters "1.85"^^xsd:float }\n`,
    'types.rq': `${NS}SELECT ?x { ?x ns:people.person.place_of_birth ?p ; ns:biology.organism_classification.rank ?d }\n`,
    'entity.rq': `${NS}SELECT ?x { ns:m.0bcd3 ns:people.person.place_of_birth ?x }\n`,
  });
  const findingsOf = async (query: string, ...args: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await funfusic(['check', '--format', 'json', ...args, query], { cwd: dump });
    const [file] = JSON.parse(stdout) as readonly {
      readonly findings: readonly {
        readonly code: string;
        readonly severity: string;
        readonly message: string;
      }[];
    }[];
    return (file?.findings ?? [])
      .filter(({ code }) => code !== 'unused_prefix')
      .map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
  };

  it('judges literals by how the KB writes them', async () => {
    expect(await findingsOf('plain.rq')).toEqual([expect.stringMatching(/^hint float_suffix/)]);
    expect(await findingsOf('plain.rq', '--kb', 'typed.ttl')).toEqual([
      expect.stringMatching(/^error float_suffix: .*Write "1\.85"\^\^xsd:float\.$/),
    ]);
    expect(await findingsOf('plain.rq', '--kb', 'both.ttl')).toEqual([]);
    expect(await findingsOf('typed.rq', '--kb', 'typed.ttl')).toEqual([]);
    expect(await findingsOf('typed.rq', '--kb', 'both.ttl')).toEqual([
      expect.stringMatching(/^error float_suffix: .*Write "1\.85"\.$/),
    ]);
  });

  it('asks the KB whether a node can have both types', async () => {
    expect(await findingsOf('types.rq')).toEqual([expect.stringMatching(/^warning lf_semantic/)]);
    expect(await findingsOf('types.rq', '--kb', 'typed.ttl')).toEqual([
      expect.stringMatching(/^error lf_semantic/),
    ]);
    expect(await findingsOf('types.rq', '--kb', 'both.ttl')).toEqual([]);
  });

  it('reports an entity whose types in the KB do not fit the relation', async () => {
    expect(await findingsOf('entity.rq')).toEqual([]);
    expect(await findingsOf('entity.rq', '--kb', 'typed.ttl')).toEqual([
      expect.stringMatching(/^error lf_semantic/),
    ]);
  });

  it('fails if the KB cannot be used', async () => {
    const { code, stderr } = await funfusic(['check', '--kb', 'Nowhere', join(files, 'absent.rq')]);
    expect(code).toBe(2);
    expect(stderr).toContain('Nowhere');
  });
});
