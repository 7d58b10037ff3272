import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { CLI } from '../lsp/build';
import { sound, unknownRelation } from '../lsp/queries';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

interface Answer {
  readonly id: unknown;
  readonly findings: readonly {
    readonly code: string;
    readonly strength: string;
    readonly severity: string;
    readonly message: string;
    readonly range: { readonly start: number; readonly end: number };
  }[];
  readonly error?: string;
}

const folder = temporaryFolder({ 'broken.json': '{' });
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const parse = (stdout: string): readonly Answer[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer);

describe('funfusic check --jsonl', () => {
  it('prints the findings of each line in order', async () => {
    const { code, stdout, stderr } = await funfusic(['check', '--jsonl'], {
      stdin: lines([
        { id: 'a', query: sound },
        { id: 'b', query: unknownRelation },
      ]),
    });
    expect(code).toBe(1);
    expect(stderr).toBe('');
    const [first, second] = parse(stdout);
    expect(first).toEqual({ id: 'a', findings: [] });
    expect(second).toMatchObject({
      id: 'b',
      findings: [{ code: 'grounding', strength: 'strong', severity: 'error' }],
    });
    const [finding] = second?.findings ?? [];
    expect(finding?.message).not.toBe('');
    expect(finding && unknownRelation.slice(finding.range.start, finding.range.end)).toBe(
      'ns:people.person.birthplace',
    );
  });

  it('exits with 0 without errors', async () => {
    const { code } = await funfusic(['check', '--jsonl'], { stdin: lines([{ id: 1, query: sound }]) });
    expect(code).toBe(0);
  });

  it('keeps ids of any type, and prints null for a missing one', async () => {
    const ids = ['text', 7, 1.5, true, null, ['x', 1], { a: { b: [] } }, ''];
    const rows = [...ids.map((id) => ({ id, query: sound })), { query: sound }];
    const { stdout } = await funfusic(['check', '--jsonl'], { stdin: lines(rows) });
    expect(parse(stdout).map(({ id }) => id)).toEqual([...ids, null]);
  });

  it('compares a query with its question, with a KB', async () => {
    const query =
      'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.0bxtg ns:people.person.nationality ?x }';
    const rows = [
      { id: 1, query, question: 'where was Tom Hanks born' },
      { id: 2, query, question: 'what is the nationality of Tom Hanks' },
      { id: 3, query },
    ];
    const { code, stdout, stderr } = await funfusic(['check', '--jsonl', '--kb', 'Sample'], {
      stdin: lines(rows),
    });
    expect([code, stderr]).toEqual([0, '']);
    const [first, ...others] = parse(stdout);
    expect(first).toMatchObject({
      id: 1,
      findings: [
        {
          code: 'nl_semantic',
          strength: 'weak',
          severity: 'warning',
          message: expect.stringContaining('“place of birth”') as string,
        },
      ],
    });
    expect(others).toEqual([
      { id: 2, findings: [] },
      { id: 3, findings: [] },
    ]);
  });

  it('ignores other fields', async () => {
    const row = { question: 'where?', id: 1, query: sound, dialect: 'sparql11', findings: 'x', error: 'y' };
    const { stdout } = await funfusic(['check', '--jsonl'], { stdin: lines([row]) });
    expect(parse(stdout)).toEqual([{ id: 1, findings: [] }]);
  });

  it('prints an error for an invalid line and continues', async () => {
    const stdin = [
      JSON.stringify({ id: 1, query: sound }),
      '{ not json',
      JSON.stringify({ id: 3 }),
      JSON.stringify({ id: 4, query: 5 }),
      '[]',
      'null',
      '"text"',
      JSON.stringify({ id: 8, query: unknownRelation }),
    ].join('\n');
    const { code, stdout } = await funfusic(['check', '--jsonl'], { stdin });
    expect(code).toBe(2);
    const answers = parse(stdout);
    expect(answers.map(({ id }) => id)).toEqual([1, null, 3, 4, null, null, null, 8]);
    expect(answers.map(({ error }) => error !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(answers[1]?.error).toContain('Line 2');
    expect(answers[7]?.findings).toHaveLength(1);
  });

  it('skips empty lines', async () => {
    const row = JSON.stringify({ id: 1, query: sound });
    const { code, stdout } = await funfusic(['check', '--jsonl'], { stdin: `\n\n${row}\r\n  \n${row}\n\n` });
    expect(code).toBe(0);
    expect(parse(stdout)).toHaveLength(2);
  });

  it('prints nothing without input', async () => {
    expect(await funfusic(['check', '--jsonl'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('treats a line as one query, despite its comments', async () => {
    const query = `${sound}\n### not a separator here\n`;
    const { stdout } = await funfusic(['check', '--jsonl'], { stdin: lines([{ id: 1, query }]) });
    expect(parse(stdout)).toEqual([{ id: 1, findings: [] }]);
  });

  it('accepts --dialect and --schema, and uses the bundled schema if a custom one is invalid', async () => {
    const { code, stdout, stderr } = await funfusic(['check', '--jsonl', '--schema', 'broken.json'], {
      cwd: folder,
      stdin: lines([{ id: 1, query: unknownRelation }]),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('broken.json');
    expect(parse(stdout)[0]?.findings).toHaveLength(1);
    const standard = await funfusic(['check', '--jsonl', '--dialect', 'sparql11'], {
      stdin: lines([{ id: 1, query: 'SELECT ?x { ?x a ?y FILTER (?x = 1 OR ?x = 2) }' }]),
    });
    expect(parse(standard.stdout)[0]?.findings[0]?.code).toBe('syntax');
  });

  it('answers while the input is still open', async () => {
    const child = spawn(process.execPath, [CLI, 'check', '--jsonl']);
    const answers = createInterface({ input: child.stdout });
    child.stdin.write(lines([{ id: 1, query: unknownRelation }]));
    const line = await new Promise<string>((resolve) => answers.once('line', resolve));
    expect(parse(line)[0]?.findings).toHaveLength(1);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    expect(await exited).toBe(1);
  });

  it('checks 5,000 queries in one process, in order', async () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({
      id,
      query: id % 2 ? sound : unknownRelation.replace('birthplace', `birthplace_${id % 50}`),
    }));
    const { code, stdout } = await funfusic(['check', '--jsonl'], { stdin: lines(rows) });
    expect(code).toBe(1);
    const answers = parse(stdout);
    expect(answers.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(answers.filter(({ findings }) => findings.length)).toHaveLength(2500);
  });
});
