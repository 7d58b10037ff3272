/** Checks that the right samples have no findings, and the others exactly the announced one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { checkDocument } from '../../server/src/core/check/check';
import { findingCodes, suite } from '../../server/src/core/check/suite';
import type { Finding } from '../../server/src/core/check/verifier';
import type { Dialect } from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { findingsAfterRun } from '../../tools/check-after-run';
import { sampleKb } from '../../tools/store-kb';
import { ROOT } from '../lsp/build';

const samples = join(ROOT, 'samples');
const schema = loadBundledSchema(join(ROOT, 'server', 'data', 'freebase.schema'));
const queriesIn = (folder: string): readonly string[] =>
  readdirSync(join(samples, folder)).filter((name) => name.endsWith('.rq'));
const read = (name: string): string => readFileSync(join(samples, name), 'utf8');

function check(text: string, dialect: Dialect = 'virtuoso'): readonly Finding[] {
  const onDefect = (code: string, error: unknown): never => {
    throw new Error(`The verifier "${code}" failed`, { cause: error });
  };
  return checkDocument(text, { dialect, schema, severities: {}, onDefect }).findings;
}

const brief = (text: string, findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code, range }) => `${code} at ${text.slice(range.start, range.end)}`);

describe('the right samples', () => {
  const right = queriesIn('').filter((name) => name !== 'mistakes.rq');

  it.each(right)('%s has a question and no findings', (name) => {
    const text = read(name);
    expect(text).toMatch(/^# question: \S.*\?\n/);
    expect(brief(text, check(text))).toEqual([]);
  });

  it.each(right.filter((name) => name !== 'virtuoso.rq'))('%s is standard SPARQL', (name) => {
    expect(check(read(name), 'sparql11')).toEqual([]);
  });

  it('virtuoso.rq is not standard SPARQL, and its fixes make it standard', () => {
    let text = read('virtuoso.rq');
    for (let left = check(text, 'sparql11'); left.length; left = check(text, 'sparql11')) {
      const edits = left[0]?.fixes?.[0]?.edits ?? [];
      expect(edits).not.toEqual([]);
      text = applyEdits(text, edits);
    }
    expect(text).not.toBe(read('virtuoso.rq'));
  });
});

describe('the mistakes', () => {
  const announced = (text: string): string => /^# mistake: (.*)\n# \S/.exec(text)?.[1] ?? '';

  const kb = sampleKb(ROOT);
  const after = suite.answer.map(({ code }) => code);
  const isRun = (text: string): boolean => after.includes(announced(text).split(' ')[0] ?? '');

  it.each(queriesIn('mistakes'))('mistakes/%s has exactly the announced finding', async (name) => {
    const text = read(join('mistakes', name));
    const found = [...check(text)];
    // Some mistakes are found only by running the query on the sample KB.
    if (!found.length && isRun(text))
      found.push(...(await findingsAfterRun(kb, parseQuery(text, 'virtuoso'), schema)));
    expect(brief(text, found)).toEqual([announced(text)]);
  });

  const fixable = queriesIn('mistakes').filter((name) => read(join('mistakes', name)).includes('quick fix'));
  it.each(fixable)('mistakes/%s is fixed by the announced quick fix', (name) => {
    const text = read(join('mistakes', name));
    const [finding] = check(text);
    expect(check(applyEdits(text, finding?.fixes?.[0]?.edits ?? []))).toEqual([]);
  });

  it('cover every check', () => {
    const shown = queriesIn('mistakes').map((name) => announced(read(join('mistakes', name))).split(' ')[0]);
    expect([...new Set(shown)].sort()).toEqual([...findingCodes].sort());
  });

  it('mistakes.rq shows several kinds of findings on less than a screen', () => {
    const text = read('mistakes.rq');
    expect(text.split('\n').length).toBeLessThanOrEqual(30);
    expect(brief(text, check(text))).toEqual([
      'lf_semantic at ns:film.film.starring',
      'grounding at ns:people.person.birthplace',
      'float_suffix at "1000"^^xsd:string',
      'intermediate at ?marriage',
    ]);
  });
});
