import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misspeltRelation, sound, unusedPrefix, virtuoso } from '../lsp/queries';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder({
  'sound.rq': sound,
  'hinted.rq': unusedPrefix,
  'both.rq': unusedPrefix.replace('place_of_birth', 'place_of_brith'),
  'misspelt.rq': misspeltRelation,
  'virtuoso.rq': virtuoso,
  'crlf.rq': `\uFEFF${unusedPrefix}`.replace(/\n/g, '\r\n'),
  'json.rq': unusedPrefix,
  'tree/a.rq': unusedPrefix,
  'tree/deep/b.sparql': `${unusedPrefix}###\n${unusedPrefix}`,
});
const fix = (args: readonly string[], stdin = '') =>
  funfusic(['check', '--fix', ...args], { cwd: folder, stdin, env: { NO_COLOR: '1' } });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('funfusic check --fix', () => {
  it('applies the safe fixes to the file and prints each', async () => {
    const { code, stdout, stderr } = await fix(['hinted.rq']);
    expect(stdout).toBe(
      "hinted.rq: fixed unused_prefix: Remove the unused prefix 'xsd:'\n1 file: 0 errors, 0 warnings\n",
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(read('hinted.rq')).toBe(sound);
  });

  it('reports the remaining findings and applies no unsafe fixes', async () => {
    const { code, stdout } = await fix(['both.rq']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^both\.rq: fixed unused_prefix/);
    expect(stdout).toMatch(/^both\.rq:3:15: error grounding/m);
    expect(read('both.rq')).toBe(misspeltRelation);
  });

  it('does not write a file without fixes', async () => {
    const long = new Date(2001, 1, 1);
    for (const name of ['sound.rq', 'misspelt.rq']) utimesSync(join(folder, name), long, long);
    const { stdout } = await fix(['sound.rq', 'misspelt.rq']);
    expect(stdout).not.toContain('fixed');
    for (const name of ['sound.rq', 'misspelt.rq']) expect(statSync(join(folder, name)).mtime).toEqual(long);
  });

  it('uses the dialect of --dialect', async () => {
    await fix(['virtuoso.rq']);
    expect(read('virtuoso.rq')).toBe(virtuoso);
    const { code } = await fix(['--dialect', 'sparql11', 'virtuoso.rq']);
    expect(code).toBe(0);
    expect(read('virtuoso.rq')).toBe(virtuoso.replace(' OR ', ' || '));
  });

  it('keeps CR LF and a byte order mark', async () => {
    await fix(['crlf.rq']);
    expect(read('crlf.rq')).toBe(`\uFEFF${sound}`.replace(/\n/g, '\r\n'));
  });

  it('fixes every query of every file in a folder', async () => {
    const { stdout } = await fix(['tree']);
    expect(stdout.match(/fixed/g)).toHaveLength(3);
    expect(read('tree/a.rq')).toBe(sound);
    expect(read('tree/deep/b.sparql')).toBe(`${sound}###\n${sound}`);
  });

  it('prints only the report to standard output in formats for programs', async () => {
    const { stdout, stderr } = await fix(['--format', 'json', 'json.rq']);
    expect(JSON.parse(stdout)).toEqual([{ file: 'json.rq', findings: [] }]);
    expect(stderr).toBe("json.rq: fixed unused_prefix: Remove the unused prefix 'xsd:'\n");
  });

  it('refuses standard input', async () => {
    for (const args of [['-'], ['--jsonl'], ['sound.rq', '-']]) {
      const { code, stdout, stderr } = await fix(args, sound);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/--fix changes files. It cannot be used with standard input/);
    }
  });

  it('does not change a file that is not UTF-8', async () => {
    const name = join(folder, 'latin.rq');
    const bytes = Buffer.concat([Buffer.from([0x23, 0x20, 0xe9, 0x0a]), Buffer.from(unusedPrefix)]);
    writeFileSync(name, bytes);
    const { code, stderr } = await fix(['latin.rq']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/latin\.rq is not UTF-8/);
    expect(readFileSync(name).equals(bytes)).toBe(true);
  });
});
