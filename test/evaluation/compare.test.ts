import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../server/src/evaluation/compare';
import {
  baselineCaveats,
  baselineFailures,
  thresholdFailures,
  parseThresholds,
} from '../../server/src/evaluation/gate';
import { readReport } from '../../server/src/evaluation/read-run';
import type { Report } from '../../server/src/evaluation/report';
import { renderReportHtml } from '../../server/src/evaluation/report-html/page';
import { renderReportMarkdown } from '../../server/src/evaluation/report-markdown';
import { createReport } from '../../server/src/evaluation/score/create-report';
import { freebase } from '../support/check';
import { evalQuestion, prediction, runFacts } from '../support/eval';

/** Questions with gold `a` and `b` and their predicted answers; `-` means unanswerable. */
function run(answers: Readonly<Record<string, string>>): Report {
  return createReport(
    Object.keys(answers).map((id) => evalQuestion(id, { parses: [{ answers: ['a', 'b'] }] })),
    new Map(
      Object.entries(answers).map(([id, said]) => [
        id,
        prediction(
          id,
          said === '-' ? { kind: 'unanswerable', level: 'data' } : { answers: Array.from(said) },
        ),
      ]),
    ),
    [],
    runFacts,
    freebase(),
  );
}

const many = (count: number, said: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, said]));

describe('comparing two runs', () => {
  const compared = compareRuns(
    run({ same: 'ab', broken: 'ab', mended: '-', better: 'ac', worse: 'a', other: 'c', gone: 'a' }),
    run({ same: 'ab', broken: 'c', mended: 'ab', better: 'a', worse: 'ac', other: '-', come: 'a' }),
  );

  it('lists changed questions, the greatest loss first', () => {
    expect(compared.changes.map(({ id, turn, from, to }) => [id, turn, from, to])).toEqual([
      ['broken', 'newly wrong', 'right', 'wrong'],
      ['worse', 'worse', 'partly', 'partly'],
      ['other', 'other', 'wrong', 'refused'],
      ['better', 'better', 'partly', 'partly'],
      ['mended', 'newly right', 'refused', 'right'],
    ]);
  });

  it('notes that gold has changed', () => {
    const [before, after] = [run({ p: 'ab', q: 'ab' }), run({ p: 'ab', q: 'ab' })];
    const withGold = (gold: readonly string[]): Report => ({
      ...after,
      questions: after.questions.map((one) => (one.id === 'q' ? { ...one, gold } : one)),
    });
    expect(compareRuns(before, withGold(['b', 'a', 'a'])).notes).toEqual([]);
    expect(compareRuns(before, withGold(['a', 'c'])).notes).toEqual([
      '1 questions have different gold answers, such as q: gold has changed, or another parse matched best.',
    ]);
  });

  it('uses only the questions of both', () => {
    expect([compared.questions, compared.onlyLeft, compared.onlyRight]).toEqual([6, ['gone'], ['come']]);
    expect(compared.scores.find(({ name }) => name === 'f1R')).toMatchObject({ difference: { n: 6 } });
  });

  it('finds a significant difference if every question changed, and none between equal runs', () => {
    const difference = compareRuns(run(many(50, 'a')), run(many(50, 'ab'))).scores[0]?.difference;
    expect(difference).toMatchObject({ n: 50 });
    expect(difference?.low).toBeGreaterThan(0.15);
    const same = run(many(5, 'a'));
    expect(compareRuns(same, same)).toMatchObject({ changes: [], notes: [] });
    // Five unchanged questions do not exclude changes in others.
    expect(
      compareRuns(same, same).scores.every(
        ({ difference: { value, low, high } }) => value === 0 && low < -0.3 && high > 0.3,
      ),
    ).toBe(true);
  });

  it('gives reasons for caution', () => {
    const one = run({ q: 'a' });
    const other: Report = {
      ...one,
      run: { ...one.run, gold: 'kb', dataset: { ...one.run.dataset, name: 'other.json' } },
      questions: one.questions.map((question) => ({ ...question, question: 'Something else?' })),
    };
    expect(compareRuns(one, other).notes).toEqual([
      'The runs have no question in common, so there is nothing to compare.',
      'The datasets have different names: tiny.jsonl and other.json.',
      'Gold differs: answers of the dataset in one run, of the KB in the other.',
      '1 questions have the same ID but different text, and are left out.',
    ]);
  });
});

describe('unrecorded replies', () => {
  const replayed = (unrecorded?: true): Report =>
    createReport(
      [evalQuestion('q', { parses: [{ answers: ['a'] }] })],
      new Map([['q', prediction('q', { kind: 'failed', ...(unrecorded && { unrecorded }) })]]),
      [],
      runFacts,
      freebase(),
    );

  it('are mentioned in Markdown and HTML', () => {
    const sentence = '1 of 1 questions need replies that were not recorded, and count as failed.';
    const read = readReport(JSON.stringify(replayed(true)));
    if ('problem' in read) throw new Error(read.problem);
    expect(renderReportMarkdown(read)).toContain(`**${sentence}**`);
    expect(renderReportHtml(read)).toContain(sentence);
    expect(compareRuns(replayed(), read).notes).toEqual([
      '1 questions of the right run need replies that were not recorded, and count as failed.',
    ]);
    expect(renderReportMarkdown(replayed())).not.toContain('recorded');
  });
});

describe('--fail-under', () => {
  it.each([
    ['f1R=0.7', { f1R: 0.7 }],
    [' f1R = .5 , hits1=1', { f1R: 0.5, hits1: 1 }],
  ])('reads %s', (text, expected) => {
    const read = parseThresholds(text);
    expect('thresholds' in read && Object.fromEntries(read.thresholds)).toEqual(expected);
  });

  it.each([
    ['', 'is not a score'],
    ['f1=0.7', 'one of the names f1R, f1L'],
    ['f1R', 'Write NAME=VALUE'],
    ['f1R=70', 'a number from 0 to 1'],
    ['f1R=', 'a number from 0 to 1'],
    ['f1R=0.7,', 'is not a score'],
    ['f1R=1e-1', 'a number from 0 to 1'],
  ])('rejects %j', (text, why) => {
    expect(parseThresholds(text)).toEqual({ problem: expect.stringContaining(why) as string });
  });

  it('accepts a mean that equals the threshold despite rounding', () => {
    const report = run({ q: 'a' });
    const f1R = { value: 0.1 + 0.7, low: 0, high: 1, n: 1 };
    expect(f1R.value).toBeLessThan(0.8);
    expect(thresholdFailures({ ...report, scores: { f1R } }, new Map([['f1R', 0.8]]))).toEqual([]);
  });

  it('reports scores that are too low or missing', () => {
    const report = run({ q: 'a' });
    expect(thresholdFailures(report, new Map([['f1R', 0.6]]))).toEqual([]);
    expect(
      thresholdFailures(
        report,
        new Map([
          ['f1R', 0.7],
          ['emGraph', 0],
        ]),
      ),
    ).toEqual([
      'f1R is 0.6667 over 1 questions; it must be at least 0.7.',
      'emGraph must be at least 0, but no question has this score.',
    ]);
  });
});

describe('a baseline', () => {
  it('accepts runs that are as good or not significantly worse', () => {
    expect(baselineFailures(run(many(20, 'ab')), run(many(20, 'ab')))).toEqual([]);
    expect(baselineFailures(run({ ...many(20, 'ab'), 3: 'a' }), run(many(20, 'ab')))).toEqual([]);
  });

  it('rejects runs that are significantly worse', () => {
    expect(baselineFailures(run(many(20, 'a')), run(many(20, 'ab')))).toContainEqual(
      expect.stringMatching(/^f1R fell from 1\.0000 to 0\.6667 on the 20 questions of the baseline/),
    );
  });

  it('accepts five lost questions and rejects six', () => {
    const worse = (count: number): Report => run({ ...many(100, 'ab'), ...many(count, 'c') });
    expect(baselineFailures(worse(5), run(many(100, 'ab')))).toEqual([]);
    expect(baselineFailures(worse(6), run(many(100, 'ab')))[0]).toMatch(/^f1R fell from 1\.0000 to 0\.9400/);
  });

  it('and thresholds reject an unfinished run', () => {
    const unfinished = createReport(
      ['p', 'q'].map((id) => evalQuestion(id, { parses: [{ answers: ['a'] }] })),
      new Map([['p', prediction('p', { answers: ['a'] })]]),
      [],
      runFacts,
      freebase(),
    );
    const why = /^1 of 2 questions have not been asked yet/;
    expect(thresholdFailures(unfinished, new Map([['f1R', 0.5]]))).toEqual([expect.stringMatching(why)]);
    expect(baselineFailures(unfinished, unfinished)).toEqual([expect.stringMatching(why)]);
  });

  it('rejects a run without one of its scores', () => {
    const baseline = run({ p: 'ab' });
    const { f1L: _, ...scores } = baseline.scores;
    const questions = baseline.questions.map((one) => {
      const { f1L: __, ...left } = one.scores;
      return { ...one, scores: left };
    });
    expect(baselineFailures({ ...baseline, scores, questions }, baseline)).toEqual([
      'f1L is missing; in the baseline it is 1.0000.',
    ]);
  });

  it('rejects a run without some of its questions', () => {
    const baseline = run(many(5, 'a'));
    const lost = (count: string): RegExp =>
      new RegExp(`^${count} of 5 questions of the baseline are not in this run, such as 3, so the runs`);
    expect(baselineFailures(run(many(3, 'ab')), baseline)).toEqual([expect.stringMatching(lost('2'))]);
    // A reworded question is a different one.
    const [first, ...rest] = run(many(3, 'ab')).questions;
    const reworded = { ...run(many(3, 'ab')), questions: [...rest, { ...first, question: 'Who else?' }] };
    expect(baselineFailures(reworded as Report, baseline)[0]).toMatch(/^3 of 5 questions/);
    // Questions that the baseline did not ask are neither missing nor compared.
    expect(baselineFailures(run(many(7, 'a')), baseline)).toEqual([]);
    expect(baselineCaveats(run(many(7, 'a')), baseline)).toEqual([
      '--baseline: 2 questions of this run are not in the baseline and are not compared.',
    ]);
  });

  it('with other gold gives a warning', () => {
    const less = run(many(3, 'ab'));
    const other: Report = { ...less, run: { ...less.run, gold: 'kb' } };
    expect(baselineCaveats(other, run(many(3, 'ab')))).toEqual([
      '--baseline: Gold differs: answers of the dataset in one run, of the KB in the other.',
    ]);
    expect(baselineCaveats(less, less)).toEqual([]);
  });

  it('reports lower scores that are not significant', () => {
    const worse = run({ ...many(20, 'ab'), 3: 'a' });
    expect(baselineCaveats(worse, run(many(20, 'ab')))).toEqual([
      '--baseline: Lower than in the baseline, but not significantly: f1R 1.0000 to 0.9833, f1L 1.0000 to 0.9833, recall 1.0000 to 0.9750, exactAnswers 1.0000 to 0.9500.',
    ]);
    expect(baselineCaveats(run(many(20, 'ab')), worse)).toEqual([]);
  });

  it('with other questions is rejected', () => {
    expect(baselineFailures(run({ q: 'a' }), run({ p: 'a' }))[0]).toContain('no question in common');
  });

  it('without questions is compared by its interval', () => {
    const baseline = { ...run({ ...many(40, 'ab'), 3: 'a' }), questions: [] };
    expect(baselineFailures(run(many(40, 'ab')), baseline)).toEqual([]);
    expect(baselineFailures(run(many(40, 'a')), baseline)[0]).toMatch(/^f1R is 0\.6667, below 0\.8978/);
  });
});
