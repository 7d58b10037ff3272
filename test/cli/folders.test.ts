/** Folders with links and names that are easily taken for something else. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sound, unknownRelation } from '../lsp/queries';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder({
  'queries/a.rq': unknownRelation,
  'queries/folder.rq/inside.rq': sound,
  'queries/deep/er/b.rq': 'select ?x { ?x ?p ?o }\n',
  'queries/node_modules/ignored.rq': unknownRelation,
  'elsewhere/c.rq': sound,
});
const at = (path: string): string => join(folder, path);
symlinkSync(at('nowhere.rq'), at('queries/dangling.rq'));
symlinkSync(at('nowhere'), at('queries/dangling'));
symlinkSync(at('queries/circle.rq'), at('queries/circle.rq'));
symlinkSync(at('queries'), at('queries/deep/up'));
symlinkSync(folder, at('queries/deep/er/top'));
symlinkSync(at('elsewhere'), at('queries/first'));
symlinkSync(at('elsewhere'), at('queries/second'));
mkdirSync(at('queries/empty'));

const checked = async (
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly files: readonly string[]; readonly stderr: string }> => {
  const { code, stdout, stderr } = await funfusic(['check', '--format', 'json', ...args], { cwd: folder });
  const report = JSON.parse(stdout) as readonly { readonly file: string }[];
  return { code, files: report.map(({ file }) => file), stderr };
};

describe('A folder with links', () => {
  it('is checked once, with a warning for each link that was skipped', async () => {
    const { code, files, stderr } = await checked('queries');
    expect(files).toEqual(
      ['a.rq', 'deep/er/b.rq', 'first/c.rq', 'folder.rq/inside.rq'].map((name) =>
        join('queries', ...name.split('/')),
      ),
    );
    expect(stderr.trim().split('\n').sort()).toEqual([
      expect.stringMatching(/circle\.rq is a link to a file that does not exist, and was skipped\.$/),
      expect.stringMatching(/dangling\.rq is a link to a file that does not exist, and was skipped\.$/),
      expect.stringMatching(/er.top is a link to a folder that is already included, and was skipped\.$/),
      expect.stringMatching(/deep.up is a link to a folder that is already included, and was skipped\.$/),
      expect.stringMatching(/second is a link to a folder that is already included, and was skipped\.$/),
    ]);
    // Skipped links are not errors; a.rq has one.
    expect(code).toBe(1);
  });

  it('is formatted except for what a link leads to outside', async () => {
    const { code } = await funfusic(['format', 'queries/deep'], { cwd: folder });
    expect(code).toBe(0);
    expect(readFileSync(at('queries/deep/er/b.rq'), 'utf8')).toContain('SELECT ?x');
  });
});

describe('A file that is named and cannot be read', () => {
  it('is an error, and the others are checked', async () => {
    const { code, files, stderr } = await checked(join('queries', 'dangling.rq'), join('elsewhere', 'c.rq'));
    expect(code).toBe(2);
    expect(files).toEqual([join('elsewhere', 'c.rq')]);
    expect(stderr).toContain('dangling.rq cannot be read: ');
  });

  it.each([
    ['binary.rq', 'funfusic: binary.rq is not a text file in UTF-8.'],
    [
      'forms.sexpr',
      'funfusic: forms.sexpr contains logical forms. Convert them to SPARQL first: funfusic convert forms.sexpr',
    ],
  ])('is not run: %s', async (name, problem) => {
    writeFileSync(at('binary.rq'), Buffer.from([0, 97, 115, 109, 255, 254]));
    writeFileSync(at('forms.sexpr'), '(JOIN (R film.film.directed_by) m.0dr_4)\n');
    const { code, stderr } = await funfusic(['run', name], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr.trim()).toBe(problem);
  });
});
