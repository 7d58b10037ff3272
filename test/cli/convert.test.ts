import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lsp/build';
import { funfusic, expectSuccess } from './run';
import { temporaryFolder } from './temporary-folder';

const FORM = '(AND film.film (JOIN film.film.directed_by m.03_gd))';
const QUERY = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?x WHERE {
  ?x ns:type.object.type ns:film.film .
  ?x ns:film.film.directed_by ns:m.03_gd .
  FILTER (?x != ns:m.03_gd)
}
`;
const folder = temporaryFolder({
  'form.sexpr': `${FORM}\n`,
  'query.rq': QUERY,
  'union.rq': 'SELECT ?x { { ?x ?y ?z } UNION { ?z ?y ?x } }',
  'wrong.sexpr': '(JOIN film.film.director m.03_gd)\n(JOIN',
});
const convert = (args: readonly string[], stdin = '') =>
  funfusic(['convert', ...args], { cwd: folder, stdin });

describe('funfusic convert', () => {
  it('converts logical forms to SPARQL and queries to logical forms', async () => {
    expect(await convert(['form.sexpr'])).toEqual({ code: 0, stdout: QUERY, stderr: '' });
    expect(await convert(['query.rq'])).toEqual({ code: 0, stdout: `${FORM}\n`, stderr: '' });
    expect(await convert(['-'], FORM)).toEqual({ code: 0, stdout: QUERY, stderr: '' });
    expect(await convert(['--to', 'sexpr', '-'], QUERY)).toEqual({
      code: 0,
      stdout: `${FORM}\n`,
      stderr: '',
    });
  });

  it('reports why a query has no logical form and exits with 1', async () => {
    const { code, stdout, stderr } = await convert(['union.rq', 'query.rq']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${FORM}\n` });
    expect(stderr).toContain('union.rq: A choice between patterns (UNION) has no counterpart.');
  });

  it('converts lines in order', async () => {
    const rows = [
      { id: 1, sexpr: FORM },
      { id: 2, query: QUERY },
      { id: 3, query: `${QUERY} LIMIT 3` },
      { id: 4 },
      { id: 5, sexpr: 'NK' },
    ];
    const { code, stdout } = await convert(
      ['--jsonl'],
      `${rows.map((row) => JSON.stringify(row)).join('\n')}\nnonsense\n`,
    );
    expect(code).toBe(1);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toEqual([
      { id: 1, query: QUERY, losses: [] },
      { id: 2, sexpr: FORM, losses: [] },
      { id: 3, sexpr: FORM, losses: [expect.stringContaining('LIMIT 3')] },
      { id: 4, error: expect.stringContaining('Line 4') as unknown },
      { id: 5, error: expect.stringContaining('there is no logical form') as unknown },
      { id: null, error: expect.stringContaining('not valid JSON') as unknown },
    ]);
  });

  it('exits with 2 on usage errors', async () => {
    expect(await convert([])).toMatchObject({ code: 2 });
    expect(await convert(['--to', 'prolog', '-'])).toMatchObject({ code: 2 });
    expect(await convert(['absent.rq'])).toMatchObject({ code: 2 });
    expect(await convert(['--now', '2015-02-30', '-'], FORM)).toMatchObject({ code: 2 });
  });

  it('uses --now as the date of NOW', async () => {
    const form = '(TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from NOW)';
    const { code, stdout } = await convert(['--now', '2015-08-10', '-'], form);
    expect(code).toBe(0);
    expect(stdout).toContain('<= "2015-08-10"^^xsd:date');
  });
});

describe('funfusic check', () => {
  it('checks files of logical forms', async () => {
    const { code, stdout } = await funfusic(['check', 'wrong.sexpr'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/wrong\.sexpr:1:7: .*film\.film\.director/);
    expect(stdout).toMatch(/wrong\.sexpr:2:1: /);
  });

  it('reports no findings in the sample', async () => {
    expectSuccess(await funfusic(['check', 'samples/logical-forms.sexpr']));
    const sample = readFileSync(join(ROOT, 'samples', 'logical-forms.sexpr'), 'utf8');
    const { stdout } = await funfusic(['convert', '-'], { stdin: sample });
    expect(stdout.match(/^# question: /gm)).toHaveLength(6);
  });
});
