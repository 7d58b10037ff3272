import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openExemplars } from '../../server/src/compose/index';
import { readExemplarFile } from '../../server/src/core/model/prompts/exemplar-file';
import { createExemplars } from '../../server/src/core/question/exemplars';
import { type Exemplar, formatExemplars } from '../../server/src/core/model/prompts/prompt-library';

const query = (relation: string): string => `SELECT ?x { ns:m.01 ns:${relation} ?x }`;
const pair = (question: string, relation: string): Exemplar => ({ question, query: query(relation) });

function nearest(
  pairs: readonly Exemplar[],
  question: string,
  most: number,
  except?: string,
): readonly string[] {
  return createExemplars(() => pairs)
    .nearest(question, most, except === undefined ? {} : { except })
    .map((found) => found.question);
}

describe('nearest exemplars', () => {
  it.each([
    ['where was michelle obama born', 'Where was Kate Winslet born?'],
    ['how many kids does elizabeth ii have', 'How many children did Queen Victoria have?'],
    ['what is the longest river of France', 'What is the longest river in Portugal?'],
    ['who starred in Jaws', 'Who played in The Silence of the Lambs?'],
    ['is Graz the capital of Austria', 'Is Bern the capital of Switzerland?'],
    ['which countries neighbour Chad', 'Which countries border Hungary?'],
    [
      'which movies star both Tom Hanks and Meg Ryan',
      'Which films have both Al Pacino and Robert De Niro in them?',
    ],
    [
      'who was president of the USA in 1912',
      'Who was the president of the United States of America in 1975?',
    ],
  ])('to "%s" have "%s" among the first two', (question, expected) => {
    const found = openExemplars('').nearest(question, 2);
    expect(found.map((each) => each.question)).toContain(expected);
  });

  it('are found by the name of a relation that the question words differently', () => {
    const pairs = [pair('aaa', 'film.film.genre'), pair('bbb', 'people.person.profession')];
    expect(nearest(pairs, 'profession of Smith', 1)).toEqual(['bbb']);
  });

  it('include questions that no query asks, one before more of the same', () => {
    const pairs = [
      { question: 'colour of Spain', query: null },
      { question: 'colour of France', query: null },
      pair('capital of Spain', 'location.country.capital'),
    ];
    expect(nearest(pairs, 'colour of Chile', 2)).toEqual(['colour of Spain', 'capital of Spain']);
  });

  it('show one of each kind before more of the same', () => {
    const pairs = [
      pair('capital of Spain', 'location.country.capital'),
      pair('capital of France', 'location.country.capital'),
      pair('language of Spain', 'location.country.official_language'),
    ];
    expect(nearest(pairs, 'capital of Chile', 2)).toEqual(['capital of Spain', 'language of Spain']);
    expect(nearest(pairs, 'capital of Chile', 3)).toHaveLength(3);
  });

  it('are the earlier ones of those that are equally near', () => {
    const pairs = ['b', 'a', 'c'].map((name) => pair(`who ${name}`, `x.y.${name}`));
    expect(nearest(pairs, 'who', 3)).toEqual(['who b', 'who a', 'who c']);
    expect(nearest([...pairs].reverse(), 'who', 3)).toEqual(['who c', 'who a', 'who b']);
  });

  it('begin with the same question, ignoring case and punctuation', () => {
    const pairs = [pair('Where was Ann born?', 'a.b.c'), pair('Where was Bob born?', 'a.b.d')];
    expect(nearest(pairs, 'where was bob BORN', 1)).toEqual(['Where was Bob born?']);
    expect(nearest(pairs, 'where was bob born', 2, 'where was Bob born')).toEqual(['Where was Ann born?']);
  });

  it('are limited to the requested number', () => {
    const pairs = [pair('x', 'a.b.c'), pair('y', 'a.b.d')];
    expect(nearest(pairs, 'nothing in common', 1)).toEqual(['x']);
    expect(nearest(pairs, '', 5)).toEqual(['x', 'y']);
    expect(nearest(pairs, 'x', 0)).toEqual([]);
    expect(nearest([], 'x', 5)).toEqual([]);
  });

  it.each(['?', '💥', 'constructor __proto__ toString', 'a'.repeat(10_000), '(((', 'é\u0301'])(
    'can be asked for by %j',
    (question) => {
      expect(openExemplars('').nearest(question, 3)).toHaveLength(3);
    },
  );
});

describe('exemplar file', () => {
  const x = { question: 'X?', query: 'ASK {}' };

  it.each([
    ['JSON lines', '{"question":"X?","query":"ASK {}"}\n\n{"question":"X?","query":"ASK {}"}\r\n'],
    [
      'a JSON array',
      '\uFEFF [{"question":"X?","query":"ASK {}","id":1},{"question":"X?","sparql":"ASK {}"}]',
    ],
    ['queries', '# question: X?\nASK {}\n\n### question: X?\nASK {}\n'],
  ])('may be %s', (_, text) => {
    expect(readExemplarFile(text)).toEqual({ exemplars: [x, x], problems: [] });
  });

  it.each([
    ['', []],
    ['{"question":"X?","query":"ASK {}"}\n{"question":"X?"', ['Line 2 is not JSON']],
    ['{"question":"X?","query":""}', ['Line 1 is not of the form {"question": "…", "query": "…" or null}']],
    [
      '{"question":"X?"}\n{"query":"ASK {}"}\n{"question":1,"query":"ASK {}"}',
      ['Line 1', 'Line 2', 'Line 3'],
    ],
    ['[{"question":"X?","query":"ASK {}"},3]', ['Entry 2 is not of the form']],
    ['[1,', ['It is not JSON']],
    ['ASK {}\n### question: X?\nASK {}', ['Query 1 has no line "# question']],
    ['# question: X?\n', ['Query 1 is empty']],
    ['{}\n'.repeat(8), ['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5', 'And 3 more.']],
  ])('reports unusable content: %j', (text, expected) => {
    const { problems } = readExemplarFile(text);
    expect(problems.length).toBe(expected.length);
    for (const [at, problem] of problems.entries()) expect(problem).toContain(expected[at]);
  });

  it('is shown as questions and queries', () => {
    expect(formatExemplars([x, x])).toBe('Question: X?\nQuery:\nASK {}\n\nQuestion: X?\nQuery:\nASK {}');
    expect(formatExemplars([{ question: 'X?', query: null, context: 'Entities:\nNONE' }])).toBe(
      'Question: X?\nContext:\nEntities:\nNONE\nQuery:\nnull',
    );
  });
});

describe('an exemplar that no query asks', () => {
  it.each(['null', '"NK"', '"no logical form"', '"null"'])('has the query %s', (query) => {
    expect(readExemplarFile(`{"question":"X?","query":${query}}`)).toEqual({
      exemplars: [{ question: 'X?', query: null }],
      problems: [],
    });
  });
});

describe('user exemplars', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'funfusic-exemplars-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are combined with the bundled ones and come first among equals', () => {
    writeFileSync(join(folder, 'mine.jsonl'), JSON.stringify(pair('Where was Kate Winslet born?', 'a.b.c')));
    const exemplars = openExemplars('mine.jsonl', folder);
    expect(exemplars.problems).toEqual([]);
    const found = exemplars.nearest('Where was Kate Winslet born?', 2);
    expect(found.map((each) => each.question)).toEqual(Array(2).fill('Where was Kate Winslet born?'));
    expect(found[0]?.query).toBe(query('a.b.c'));
  });

  it('are reported if unreadable, and the bundled ones remain', () => {
    const exemplars = openExemplars(join(folder, 'nowhere.jsonl'));
    expect(exemplars.problems).toEqual([expect.stringContaining('cannot be read: there is no such file')]);
    expect(exemplars.nearest('Where was Kate Winslet born?', 1)).toHaveLength(1);
  });

  it('are used although some lines are wrong, and the wrong lines are reported', () => {
    writeFileSync(join(folder, 'mine.jsonl'), `${JSON.stringify(pair('zzz', 'a.b.c'))}\nnonsense`);
    const exemplars = openExemplars(join(folder, 'mine.jsonl'));
    expect(exemplars.problems.join()).toMatch(/mine\.jsonl can be used\. Line 2 is not JSON/);
    expect(exemplars.nearest('zzz', 1)).toEqual([pair('zzz', 'a.b.c')]);
  });
});
