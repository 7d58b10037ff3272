import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSampleList, questionOf } from '../../client/src/commands/sample-list';

const read = (name: string): string => readFileSync(join('samples', name), 'utf8');
const samples = parseSampleList(read('README.md'));

describe('the list of samples', () => {
  it('has every sample once', () => {
    const files = readdirSync('samples', { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => /\.(?:rq|sexpr)$/.test(name));
    expect(samples.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  it('has each group in one piece, with two samples at least', () => {
    const groups = samples.map(({ group }) => group);
    const starts = groups.filter((group, at) => group !== groups[at - 1]);
    expect(new Set(starts).size).toBe(starts.length);
    for (const group of starts) {
      expect(group).toMatch(/^[A-Z]/);
      expect(groups.filter((one) => one === group).length).toBeGreaterThanOrEqual(2);
    }
  });

  it('is part of the package', () => {
    expect(readFileSync('.vscodeignore', 'utf8').split(/\r?\n/)).toContain('!samples/**');
  });

  it('reads what a sample shows without markup, and its question', () => {
    const [one] = parseSampleList(
      '## Group\n\n| File | Shows |\n| --- | --- |\n| [a.rq](b/a.rq) | Set `x` to 1 |\n',
    );
    expect(one).toEqual({ group: 'Group', file: 'b/a.rq', shows: 'Set x to 1' });
    expect(questionOf(read('one-hop.rq'))).toBe('Where was Barack Obama born?');
    expect(questionOf('SELECT * {}')).toBeUndefined();
  });
});
