import { describe, expect, it } from 'vitest';
import type { Attempt, RepairResult, RepairTrace } from '../../server/src/protocol/index';
import { repairTitle, traceHead } from '../../client/shared/heads';
import { displayLines } from '../../client/shared/terms';
import { keyOfSpan, pairsOf, partnersOf, distinctSpans } from '../../client/shared/trace/phrase-pairs';
import { lineSpans, splitIntoSegments } from '../../client/shared/trace/segments';
import { highlightSparql } from '../../client/shared/trace/sparql-highlighting';
import { traceAsMarkdown } from '../../client/shared/trace/trace-markdown';
import {
  answerText,
  basisText,
  beforeAndAfter,
  findingsText,
  moneyText,
  outcomeTitle,
  usageText,
  summarizeAttempt,
} from '../../client/shared/trace/repair-texts';
import { wordDiff } from '../../client/shared/trace/word-diff';
import { attempt, finding, repaired } from './traces';

describe('syntax highlighting of a query', () => {
  const colored = (text: string): string[] =>
    [...highlightSparql(text)].map(({ color, start, end }) => `${color} ${text.slice(start, end)}`);

  it.each([
    [
      'SELECT ?x { ?x a ns:film.film . } # end',
      ['keyword SELECT', 'variable ?x', 'variable ?x', 'keyword a', 'name ns:film.film', 'comment # end'],
    ],
    [
      'FILTER(?n > 10.5 && lang(?x) = "a\\"b"@en-us)',
      ['keyword FILTER', 'variable ?n', 'number 10.5', 'variable ?x', 'string "a\\"b"', 'string @en-us'],
    ],
    ['<http://x/#y> <', ['iri <http://x/#y>']],
    ['"not closed SELECT\nASK', ['string "not closed SELECT', 'keyword ASK']],
    ["'''two\nlines # no comment'''", ["string '''two\nlines # no comment'''"]],
    ['selected, x2, a1', []],
    ['select:x SELECT', ['name select:x', 'keyword SELECT']],
  ])('%s', (text, expected) => {
    expect(colored(text)).toEqual(expected);
  });

  it('is fast for texts made to be slow', () => {
    for (const hostile of [
      '"""'.repeat(20_001),
      '<'.repeat(50_000),
      'a-'.repeat(50_000),
      '\\"'.repeat(50_000),
    ])
      expect([...highlightSparql(hostile)].length).toBeLessThan(hostile.length);
  });
});

describe('segments of a text', () => {
  it('cover the text, with the narrowest mark first', () => {
    const wide = { start: 2, end: 8 };
    const narrow = { start: 4, end: 6 };
    expect(splitIntoSegments(10, [wide, narrow])).toEqual([
      { start: 0, end: 2, marks: [] },
      { start: 2, end: 4, marks: [wide] },
      { start: 4, end: 6, marks: [narrow, wide] },
      { start: 6, end: 8, marks: [wide] },
      { start: 8, end: 10, marks: [] },
    ]);
  });

  it('ignore marks outside the text', () => {
    const odd = [
      { start: -1, end: 2 },
      { start: 1, end: 11 },
      { start: 3, end: 3 },
      { start: 0.5, end: 2 },
      { start: NaN, end: 2 },
    ];
    expect(splitIntoSegments(10, odd)).toEqual([{ start: 0, end: 10, marks: [] }]);
    expect(splitIntoSegments(0, odd)).toEqual([]);
  });

  it('are the same for all line endings', () => {
    expect(lineSpans('a\r\nb\rc\n').map(({ start, end }) => 'a\r\nb\rc\n'.slice(start, end))).toEqual([
      'a',
      'b',
      'c',
      '',
    ]);
  });
});

describe('phrases and parts of a query', () => {
  const question = 'people born in Paris';
  const query = '?x :born ?y . ?y :name "Paris" .';
  const born = { start: 7, end: 14 };
  const first = { start: 0, end: 13 };
  const second = { start: 14, end: 32 };
  const paris = { start: 15, end: 20 };
  const reading = {
    question,
    by: 'templates',
    leftOut: [],
    pairs: [
      { phrase: born, part: first },
      { phrase: born, part: second },
      { phrase: paris, part: second },
      { phrase: { start: 0, end: 99 }, part: first },
      { phrase: born, part: { start: 5, end: 4 } },
    ],
  };

  it('are paired both ways, without spans outside the text', () => {
    const pairs = pairsOf(reading, query);
    expect(pairs).toHaveLength(3);
    expect(partnersOf(pairs, 'phrase', born)).toEqual([first, second]);
    expect(partnersOf(pairs, 'part', second)).toEqual([born, paris]);
    expect(distinctSpans(pairs, 'phrase').map(keyOfSpan)).toEqual(['7-14', '15-20']);
  });
});

describe('diff of two queries', () => {
  const drawn = (before: string, after: string): string[] =>
    wordDiff(before, after).map((line) =>
      'skipped' in line
        ? `… ${line.skipped}`
        : line.sign + line.parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(''),
    );

  it('is by word, with context lines', () => {
    expect(drawn('1\n2\n3\na.b.c ?x\n4\n5\n6', '1\n2\n3\na.b.d ?x\n4\n5\n6')).toEqual([
      '… 1',
      ' 2',
      ' 3',
      '-[a.b.c] ?x',
      '+[a.b.d] ?x',
      ' 4',
      ' 5',
      '… 1',
    ]);
  });

  it('has added and removed lines', () => {
    expect(drawn('a\nb', 'a\nx\nb')).toEqual([' a', '+[x]', ' b']);
    expect(drawn('a\nb', 'b')).toEqual(['-[a]', ' b']);
  });

  it('ignores line endings', () => {
    expect(drawn('a\r\nb', 'a\nb')).toEqual([]);
  });

  it('is everything if little is equal', () => {
    const many = (word: string): string => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join('\n');
    const lines = drawn(many('a'), many('b'));
    expect(lines).toHaveLength(10_000);
    expect(lines[0]).toBe('-[a0]');
  });
});

describe('texts of a repair', () => {
  const result = (change: Partial<RepairResult>): RepairResult => ({
    kind: 'repaired',
    query: '',
    round: 0,
    basis: 'verified',
    explanation: '',
    ...change,
  });

  it.each<[Partial<RepairResult>, string, string | undefined]>([
    [{}, 'Repaired', 'every check passed'],
    [
      { basis: 'self-consistency', support: { agreeing: 2, of: 3 } },
      'Repaired',
      '2 of 3 attempts agree on the answer',
    ],
    [{ basis: 'best' }, 'Repaired', 'it is the best attempt, but not every check passed'],
    [{ kind: 'unchanged', basis: 'best' }, 'Unchanged', undefined],
    [{ kind: 'unanswerable', level: 'data' }, 'Unanswerable: the facts are missing', undefined],
    [{ kind: 'unanswerable', level: 'schema' }, 'Unanswerable: the relations are missing', undefined],
    [{ kind: 'failed' }, 'Repair failed', undefined],
  ])('%j', (change, title, basis) => {
    expect(outcomeTitle(result(change))).toBe(title);
    expect(basisText(result(change))).toBe(basis);
  });

  it('list the cost', () => {
    expect(usageText({ calls: 0, tokens: { input: 0, output: 0 } })).toBe('no model used');
    expect(usageText({ calls: 1, tokens: { input: 1200, output: 34, estimated: true }, money: 0.0042 })).toBe(
      '1 call, about 1,234 tokens (1,200 in, 34 out), cost 0.0042',
    );
    expect([0, 0.5, 12.345, 0.00001234].map(moneyText)).toEqual(['0.00', '0.50', '12.35', '0.000012']);
  });

  it.each<[Partial<Attempt>, string]>([
    [{}, 'not run'],
    [{ execution: { status: 'refused', message: '' } }, 'rejected'],
    [{ execution: { status: 'answered', answer: { kind: 'boolean', value: false } } }, 'no'],
    [{ execution: { status: 'answered', answer: { kind: 'table', columns: ['x'], rows: [] } } }, 'empty'],
    [
      {
        execution: {
          status: 'answered',
          answer: { kind: 'table', columns: ['x'], rows: [[null], [null]] },
          incomplete: { reason: 'time', message: '' },
        },
        answers: ['m.0'],
      },
      '1 answer, incomplete',
    ],
  ])('%j: %s', (change, words) => {
    const [shown] = traceHead({ ...repaired, attempts: [attempt(change)] }).attempts;
    expect(shown && answerText(shown)).toBe(words);
  });

  it('compare the input with the proposal', () => {
    const { before, after } = beforeAndAfter(traceHead(repaired));
    expect(before && findingsText(summarizeAttempt(before))).toBe('1 error, 1 hint');
    expect(after && findingsText(summarizeAttempt(after))).toBe('no findings');
    expect(after && summarizeAttempt(after).agreement).toBe('same');
    const unchanged = { ...repaired, result: { ...repaired.result, round: 0 } };
    expect(beforeAndAfter(traceHead(unchanged)).before).toBeUndefined();
    expect(beforeAndAfter(traceHead({ ...repaired, attempts: [] }))).toEqual({});
  });

  it('title it by its question, or else by its query', () => {
    expect(repairTitle(repaired)).toBe('Repair: Where was Barack Obama born?');
    const { question, ...unasked } = repaired;
    expect(question).toBeDefined();
    expect(repairTitle(unasked)).toMatch(/^Repair: SELECT/);
  });
});

describe('a trace in the page', () => {
  it('hides passwords in addresses', () => {
    const query = 'ASK {} # http://ada:pw@host/';
    const shown = traceHead({
      ...repaired,
      attempts: [attempt({ query })],
      result: { ...repaired.result, query },
    });
    expect(JSON.stringify(shown)).not.toContain('ada');
    expect(traceAsMarkdown(shown)).toContain('http://••••••@host/');
  });

  it('has the first rows of each answer, and their number', () => {
    const rows = Array.from({ length: 5000 }, () => [{ type: 'literal', value: 'x' } as const]);
    const execution = { status: 'answered', answer: { kind: 'table', columns: ['x'], rows } } as const;
    const [shown] = traceHead({ ...repaired, attempts: [attempt({ execution })] }).attempts;
    expect(shown?.rows).toHaveLength(10);
    expect(shown?.execution).toMatchObject({ answer: { total: 5000 } });
  });
});

describe('a trace as Markdown', () => {
  it('has the outcome, the findings before and after, and every round', () => {
    const text = traceAsMarkdown(traceHead(repaired));
    expect(text).toContain(
      '# Repaired\n\nThe relation was misspelt.\n\n- Question: Where was Barack Obama born?\n- Why this query: every check passed',
    );
    expect(text).toContain('| Findings | 1 error, 1 hint | no findings |');
    expect(text).toContain('## Round 0: Your query');
    expect(text).toContain('## Round 1: Model small');
    expect(text).toContain('```sparql\nSELECT');
  });

  it('escapes texts of others', () => {
    const hostile: RepairTrace = {
      ...repaired,
      question: '<img src=x> [link](http://x) `code` | cell\n# heading',
      attempts: [
        attempt({
          query: 'SELECT * # ```\n````\n# injected',
          thought: 'a\u202eb',
          findings: [finding({ message: '- **bold**' })],
        }),
      ],
    };
    const text = traceAsMarkdown(traceHead(hostile));
    expect(text).toContain('- Question: \\<img src=x\\> \\[link\\](http://x) \\`code\\` \\| cell # heading');
    expect(text).toContain('`````sparql\nSELECT * # ```\n````\n# injected\n`````');
    expect(text).toContain('a‹202E›b');
    expect(text).toContain('\\*\\*bold\\*\\*');
  });

  it('omits missing parts', () => {
    const { question, kb, model, ...bare } = repaired;
    expect([question, kb, model]).not.toContain(undefined);
    expect(traceAsMarkdown(traceHead({ ...bare, attempts: [] }))).toContain('- Knowledge base: none');
  });
});

it('displayLines keeps line breaks and makes invisible characters visible', () => {
  expect(displayLines('a\r\n\tb\u0000\u200bc\rd')).toBe('a\n\tb␀‹200B›c␍d');
});
