/** Formatting keeps tokens, comments, blank lines and meaning. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../server/src/core/language/sparql/tokens';
import { goldQueries, hasQuestions, modelQueries } from '../../../tools/corpus/questions';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { PROJECT } from '../../support/check';
import { expectSameTree, formatSafely } from '../../support/formatting';
import { VALID_QUERIES, INVALID_QUERIES } from '../../support/queries';
import { damageAll } from '../../support/damaged-texts';

const samples = ['samples', join('samples', 'mistakes'), join('test', 'check')]
  .flatMap((folder) => readdirSync(join(PROJECT, folder)).map((name) => join(PROJECT, folder, name)))
  .filter((file) => file.endsWith('.rq'))
  .map((file) => readFileSync(file, 'utf8'));

/** Comments and blank lines at random places between tokens. */
function strewn(text: string, draw: SeededRandom): string {
  let result = '';
  let at = 0;
  const { tokens } = tokenize(text);
  for (const { start } of [...tokens, { start: text.length }]) {
    result += text.slice(at, start);
    at = start;
    for (let left = draw.below(3) ? 0 : 1 + draw.below(3); left > 0; left--) {
      result += draw.pick([
        '\n',
        '\n\n',
        '\n\n\n',
        ' # behind\n',
        '\n# before\n',
        '\n  # before  \n\n',
        '\n  ### no line of its own\n',
        '#{ ( [ "\n',
        '\r\n',
        '\t',
      ]);
    }
  }
  return result;
}

function formatAll(texts: Iterable<string>): number {
  let changed = 0;
  for (const text of texts) {
    const result = formatSafely(text);
    expectSameTree(text, result);
    if (result !== text) changed++;
  }
  return changed;
}

describe('formatting changes nothing but the layout', () => {
  it('of queries that cover all of SPARQL', () => {
    expect(formatAll(VALID_QUERIES)).toBeGreaterThan(100);
  });

  it('of samples and fixtures', () => {
    formatAll(samples);
  });

  it('of damaged queries, which are unchanged if they do not parse', () => {
    expect(
      formatAll(damageAll([...VALID_QUERIES, ...INVALID_QUERIES], 4, new SeededRandom(7))),
    ).toBeGreaterThan(100);
  });

  it('of queries with random comments and blank lines', () => {
    const draw = new SeededRandom(11);
    for (const text of [...VALID_QUERIES, ...VALID_QUERIES, ...samples]) formatSafely(strewn(text, draw));
  });

  it('with tabs, other indentation and other keyword cases', () => {
    const draw = new SeededRandom(13);
    for (const text of VALID_QUERIES.map((right) => strewn(right, draw)))
      for (const keywordCase of ['upper', 'lower', 'keep'] as const)
        formatSafely(text, { keywordCase, insertSpaces: draw.below(2) === 0, tabSize: draw.below(9) });
  });
});

const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join(PROJECT, '..', 'shared', 'questions');
const present = hasQuestions(folder);

if (!present) console.log(`No questions in ${folder}: formatting is not tried on them.`);

describe.runIf(present)('formatting real queries changes nothing but the layout', () => {
  const gold = present ? goldQueries(folder) : [];

  it.each([...new Set(gold.map(({ set }) => set))])(
    'of %s, also with random comments and blank lines',
    (name) => {
      const draw = new SeededRandom(17);
      for (const [index, { query }] of gold.filter(({ set }) => set === name).entries()) {
        const result = formatSafely(query);
        if (index % 10 === 0) expectSameTree(query, result);
        if (index % 6 === 0) formatSafely(strewn(query, draw));
      }
    },
  );

  it('of queries written by models', () => {
    for (const { query } of modelQueries(folder).filter((_, index) => index % 10 === 0)) formatSafely(query);
  });
});
