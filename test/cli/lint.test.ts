import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LINT_RULES } from '../../server/src/evaluation/lint/lint-finding';
import { ROOT } from '../lsp/build';
import { funfusic, expectSuccess } from './run';
import { temporaryFolder } from './temporary-folder';

const tiny = (name: string): string => join(ROOT, 'test', 'evaluation', `tiny.${name}`);
const folder = temporaryFolder({
  'right.jsonl':
    '{"question": "Where was Obama born?", "sexpr": "(JOIN (R people.person.place_of_birth) m.02mjmr)", "answers": ["m.02hrh0_"]}\n',
  'wrong.jsonl':
    '{"question": "Where was Obama born?", "sexpr": "(JOIN (R people.person.birthplace) m.02mjmr)"}\n',
  'prose.txt': 'Where was Obama born?\n',
});

describe('funfusic lint', () => {
  it('prints findings in the format of compilers, then counts', async () => {
    const { code, stdout } = await funfusic(['lint', tiny('plain.jsonl')]);
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[1]).toBe(
      'tiny.plain.jsonl:13: no-question (no-question): Row 13: "question" must be a non-blank string.',
    );
    expect(lines).toContain('       1  duplicate-id         Two rows have the same ID');
    expect(lines.at(-2)).toBe('tiny.plain.jsonl (plain): 11 questions, 3 findings in 3 rows');
  });

  it('reports that nothing was found, with a KB and without', async () => {
    const expected = { code: 0, stdout: 'right.jsonl (plain): 1 question, nothing found\n', stderr: '' };
    expect(await funfusic(['lint', 'right.jsonl'], { cwd: folder })).toMatchObject(expected);
    expect(await funfusic(['lint', '--kb', 'Sample', 'right.jsonl'], { cwd: folder })).toMatchObject(
      expected,
    );
  });

  it('prints JSON', async () => {
    const { code, stdout } = await funfusic(['lint', '--json', 'wrong.jsonl'], { cwd: folder });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      file: 'wrong.jsonl',
      shape: 'plain',
      questions: 1,
      rules: { 'unknown-name': 1 },
      findings: [
        {
          row: 1,
          id: 'row-1',
          rule: 'unknown-name',
          message: expect.stringContaining('people.person.birthplace') as string,
        },
      ],
    });
  });

  it('reads standard input and gzipped files', async () => {
    const text = readFileSync(join(folder, 'right.jsonl'), 'utf8');
    const piped = await funfusic(['lint', '-'], { stdin: text });
    expect(piped).toMatchObject({ code: 0, stdout: 'standard input (plain): 1 question, nothing found\n' });
    writeFileSync(join(folder, 'right.jsonl.gz'), gzipSync(text));
    expectSuccess(await funfusic(['lint', 'right.jsonl.gz'], { cwd: folder }));
  });

  const refused: readonly (readonly [args: readonly string[], message: string])[] = [
    [[], 'Name a dataset.'],
    [['nowhere.json'], 'nowhere.json cannot be read: '],
    [['right.jsonl', 'wrong.jsonl'], 'Name one dataset, not 2.'],
    [['prose.txt'], 'prose.txt is neither JSON, nor lines of JSON, nor tab-separated.'],
    [['--kb', 'nowhere', 'right.jsonl'], 'There is no KB "nowhere"'],
    [['--schema', 'prose.txt', 'right.jsonl'], 'prose.txt'],
    [['--timeout', 'soon', 'right.jsonl'], '--timeout is "soon"'],
  ];
  it.each(refused)('rejects %j', async (args, message) => {
    const { code, stderr } = await funfusic(['lint', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('lists its rules in the help', async () => {
    const { stdout } = await funfusic(['lint', '--help']);
    for (const rule of Object.keys(LINT_RULES)) expect(stdout).toContain(`  ${rule} `);
  });
});
