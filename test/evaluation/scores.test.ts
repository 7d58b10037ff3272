/** Runs the examples of docs/evaluation.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Gold } from '../../server/src/evaluation/eval-question';
import type { Prediction } from '../../server/src/evaluation/prediction';
import { answerKey } from '../../server/src/evaluation/score/answer-key';
import { createReport } from '../../server/src/evaluation/score/create-report';
import { scoreQuestion } from '../../server/src/evaluation/score/score-question';
import { KbSchema } from '../../server/src/core/schema/schema';
import { parseUserSchema } from '../../server/src/core/schema/user-schema';
import { SCORES, type ScoreName } from '../../server/src/evaluation/report';
import { freebase, PROJECT } from '../support/check';
import { evalQuestion, prediction, runFacts } from '../support/eval';

const page = readFileSync(join(PROJECT, 'docs', 'evaluation.md'), 'utf8');

/** Reads the rows of the table below a heading, by column name. */
function tableUnder(heading: string): readonly Readonly<Record<string, string>>[] {
  const [, below = ''] = page.split(`\n### ${heading}\n`);
  const lines = /(?:^\|.*\n)+/m.exec(below)?.[0].trim().split('\n') ?? [];
  const cells = (line: string): readonly string[] =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));
  const [head = [], , ...rows] = lines.map(cells);
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

const listed = (cell: string): readonly string[] =>
  cell === '∅' || cell === '' ? [] : cell.split(',').map((one) => one.trim());

describe('answers', () => {
  const rows = tableUnder('Worked examples: answers');
  const names = SCORES.filter((name) => rows[0] && name in rows[0]);

  it('cover all cases', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(names).toEqual(['f1R', 'f1L', 'precision', 'recall', 'hits1', 'exactAnswers']);
  });

  it.each(rows.map((row) => [row['Gold'], row['Ideal'], row['Predicted'], row] as const))(
    'gold %s, ideal %s, said %s',
    (gold = '', ideal = '', said = '', row) => {
      const question = evalQuestion('q', {
        parses: gold.split('/').map((reading) => ({ answers: listed(reading.trim()) })),
        ...(ideal && { ideal: listed(ideal) }),
      });
      const answer: Partial<Prediction> =
        said === 'unanswerable' || said === 'failed' ? { kind: said } : { answers: listed(said) };
      const { scores } = scoreQuestion(question, prediction('q', answer), freebase());
      for (const name of names)
        expect([name, scores[name]?.toFixed(4)]).toEqual([name, Number(row[name]).toFixed(4)]);
    },
  );
});

describe('published scripts', () => {
  const rows = tableUnder('Published scripts on the same predictions');
  const SCRIPTS = ['WebQSP', 'GrailQA', 'FUn-FuSIC'] as const;

  it('cover all cases', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each(rows.map((row) => [row['Gold'], row['Predicted'], row['Form'], row] as const))(
    'gold %s, said %s, %s form: every difference is named',
    (gold = '', said = '', form, row) => {
      const sexpr = '(JOIN people.person.children m.02mjmr)';
      const question = evalQuestion('q', {
        parses: gold.split('/').map((reading) => ({ answers: listed(reading.trim()), sexpr })),
      });
      const answer: Partial<Prediction> =
        said === 'unanswerable' || said === 'failed' ? { kind: said } : { answers: listed(said) };
      const predicted = {
        ...answer,
        sexpr: form === 'same' ? sexpr : '(JOIN people.person.parents m.02mjmr)',
      };
      const { scores } = scoreQuestion(question, prediction('q', predicted), freebase());
      expect(scores.f1R?.toFixed(4)).toBe(Number(row['f1R']).toFixed(4));
      const differs = SCRIPTS.some((script) => row[script] !== '–' && row[script] !== row['f1R']);
      expect(row['Difference'] !== '').toBe(differs);
    },
  );
});

describe('values', () => {
  it.each(tableUnder('What counts as the same answer').map((row) => [row['One'], row['Other'], row['Same']]))(
    '%s and %s: %s',
    (one = '', other = '', same = '') => {
      expect(answerKey(one) === answerKey(other)).toBe(same === 'yes');
    },
  );
});

describe('ids of other KBs', () => {
  const parsed = parseUserSchema(
    { namespace: 'http://example.org/', types: { City: {} }, relations: { bornIn: { range: 'City' } } },
    'Own',
  );
  if ('problem' in parsed) throw new Error(parsed.problem);
  const schema = new KbSchema(parsed.data);
  const said = prediction('q', {
    answers: ['london'],
    attempts: [
      { query: '', answers: ['http://example.org/london'], findings: [], checked: true, chosen: false },
    ],
  });

  it.each([
    ['london', 1],
    ['http://example.org/london', 1],
    ['<http://example.org/london>', 1],
    ['http://example.com/london', 0],
    ['London', 0],
  ])('are the same with the namespace of their schema: %s', (gold, score) => {
    const question = evalQuestion('q', { parses: [{ answers: [gold] }], ideal: [gold] });
    const report = createReport([question], new Map([['q', said]]), [], runFacts, schema);
    const { f1R, f1L, hits1, exactAnswers } = report.questions[0]?.scores ?? {};
    expect([f1R, f1L, hits1, exactAnswers]).toEqual([score, score, score, score]);
    expect(report.verifiers[0]).toMatchObject({ judged: 1, wrong: 1 - score });
    if (score) expect(report.questions[0]?.gold).toEqual(['london']);
  });
});

describe('forms', () => {
  const rows = tableUnder('Worked examples: logical forms');
  const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

  it('cover all cases', () => {
    expect(rows.length).toBeGreaterThan(12);
  });

  const goldOf = (written: string): Partial<Gold> => {
    if (written === 'NK') return { parses: [{ answers: [] }], answerability: 'schema' };
    return { parses: [written.startsWith('SELECT') ? { sparql: PREFIX + written } : { sexpr: written }] };
  };
  const saidOf = (written: string): Partial<Prediction> => {
    if (written === 'NK') return { kind: 'unanswerable', level: 'schema' };
    return written.startsWith('SELECT')
      ? { answers: ['a'], query: PREFIX + written }
      : { answers: ['a'], sexpr: written };
  };

  it.each(rows.map((row) => [row['Gold'], row['Predicted'], row] as const))(
    'gold %s, said %s',
    (gold = '', said = '', row) => {
      const { scores } = scoreQuestion(
        evalQuestion('q', goldOf(gold)),
        prediction('q', saidOf(said)),
        freebase(),
      );
      for (const name of ['emGraph', 'emSubstring'] as const satisfies readonly ScoreName[])
        expect([name, scores[name]]).toEqual([name, Number(row[name])]);
    },
  );
});

describe('the page', () => {
  it.each(SCORES)('describes %s', (name) => {
    expect(page).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'));
  });
});
