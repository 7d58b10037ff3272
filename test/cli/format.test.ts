import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../lsp/build';
import { sound } from '../lsp/queries';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const untidy = '# question: any?\nselect ?x{?x a ?y}';
const tidy = '# question: any?\nSELECT ?x {\n  ?x a ?y\n}\n';
const broken = `${untidy}\n###\nselect ?x {`;

const folder = temporaryFolder({ 'sound.rq': sound, 'tree/notes.txt': untidy });
const path = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');
const format = (args: readonly string[], stdin = '') => funfusic(['format', ...args], { cwd: folder, stdin });

beforeEach(() => {
  writeFileSync(path('untidy.rq'), untidy);
  writeFileSync(path('tree/untidy.sparql'), untidy);
  writeFileSync(path('broken.rq'), broken);
});

describe('funfusic format', () => {
  it('changes files in place, also in folders, and prints nothing', async () => {
    expect(await format(['untidy.rq', 'sound.rq', 'tree'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect([read('untidy.rq'), read('tree/untidy.sparql')]).toEqual([tidy, tidy]);
    expect(read('sound.rq')).toBe(sound);
    expect(read('tree/notes.txt')).toBe(untidy);
  });

  it('formats standard input to standard output', async () => {
    expect(await format(['-'], untidy)).toEqual({ code: 0, stdout: tidy, stderr: '' });
  });

  it('--check changes nothing, lists unformatted files and exits with 1', async () => {
    expect(await format(['--check', 'untidy.rq', 'sound.rq'])).toEqual({
      code: 1,
      stdout: 'untidy.rq\n',
      stderr: '',
    });
    expect(read('untidy.rq')).toBe(untidy);
    expect(await format(['--check', 'sound.rq'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await format(['--check', '-'], untidy)).toEqual({ code: 1, stdout: '<stdin>\n', stderr: '' });
  });

  it('does not change a file that does not parse, reports the position, exits with 2 and formats the others', async () => {
    const { code, stdout, stderr } = await format(['broken.rq', 'untidy.rq']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^funfusic: broken\.rq:4:\d+: Missing '}'; not changed\.\n$/);
    expect([read('broken.rq'), read('untidy.rq')]).toEqual([broken, tidy]);
    expect(await format(['-'], broken)).toMatchObject({ code: 2, stdout: broken });
  });

  it('does not change a file that is not UTF-8', async () => {
    const latin1 = Buffer.from('select ?x{?x a "\u00e9"}', 'latin1');
    writeFileSync(path('latin1.rq'), latin1);
    const { code, stderr } = await format(['latin1.rq']);
    expect(code).toBe(2);
    expect(stderr).toContain('latin1.rq is not UTF-8');
    expect(readFileSync(path('latin1.rq'))).toEqual(latin1);
  });

  it('has options for indentation and the case of keywords', async () => {
    const { stdout } = await format(['--indent', '4', '--keywords', 'lower', '-'], untidy);
    expect(stdout).toBe('# question: any?\nselect ?x {\n    ?x a ?y\n}\n');
    expect((await format(['--indent', '0', '-'], untidy)).stdout).toContain('\n\t?x a ?y\n');
    expect(await format(['--indent', 'wide', '-'], untidy)).toMatchObject({ code: 2, stdout: '' });
  });

  it('requires existing files and prints its help', async () => {
    expect(await format([])).toMatchObject({ code: 2, stderr: expect.stringContaining('No files named') });
    expect(await format(['nowhere.rq'])).toMatchObject({ code: 2 });
    expect(await format(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--check') });
  });

  it('changes no sample, except that one does not parse', async () => {
    const { stdout, stderr } = await format(['--check', join(ROOT, 'samples')]);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('missing-bracket.rq:5')]);
  });
});
