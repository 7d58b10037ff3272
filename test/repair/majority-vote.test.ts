import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../server/src/core/repair/attempt';
import { bestOf, compareAttempts } from '../../server/src/core/repair/compare-attempts';
import {
  agreeingButEmpty,
  majorityOf,
  fewestProblems,
  publishedMajorityOf,
  publishedPool,
  votingAttempts,
} from '../../server/src/core/repair/majority-vote';
import type { Finding } from '../../server/src/core/check/verifier';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';

/** `a,b` answers, `-` an empty answer, `?` not run; then the codes that failed; `!` before one makes it certain. */
function attempts(...briefs: readonly string[]): readonly Attempt[] {
  return briefs.map((brief, round) => {
    const [answer = '', ...codes] = brief.split(' ');
    const verdict = codes.includes('same') ? 'same' : codes.includes('nl_semantic') ? 'different' : 'unknown';
    const answers = answer === '?' ? undefined : answer === '-' ? [] : answer.split(',');
    return {
      round,
      by: round === 0 ? 'input' : 'model',
      query: `SELECT ?x { # ${round}\n}`,
      findings: codes.filter((code) => code !== 'same').map(finding),
      ...(answers && {
        answers,
        execution: { status: 'answered', answer: { kind: 'table', columns: ['x'], rows: [] } },
      }),
      agreement: { verdict, explanation: '', by: 'Test' },
      usage: { calls: 0, tokens: { input: 0, output: 0 } },
      milliseconds: 0,
    };
  });
}

function finding(written: string): Finding {
  const certain = written.startsWith('!');
  return {
    code: written.replace('!', ''),
    stage: 'text',
    strength: certain ? 'strong' : 'weak',
    severity: certain ? 'error' : 'warning',
    range: { start: 0, end: 1 },
    message: '',
    because: '',
    advice: '',
  };
}

function rounds(some: readonly Attempt[]): readonly number[] {
  return some.map(({ round }) => round);
}

describe('The pool', () => {
  it.each([
    [
      'those that failed on the reading or on emptiness',
      ['a nl_semantic', '- egf', 'b !grounding', '? !syntax'],
      [0, 1],
    ],
    ['not what failed on anything else', ['a qans', 'a intermediate', 'a nl_semantic', '? !syntax'], [2]],
    ['the last, where nothing is certain', ['a qans', 'a qans'], [1]],
    ['not the last, where something is', ['a nl_semantic', '? !grounding'], [0]],
    ['what was not run does not vote', ['?', '? nl_semantic'], []],
  ])('%s', (_, briefs, expected) => {
    expect(rounds(votingAttempts(attempts(...briefs)))).toEqual(expected);
  });
});

describe('The published vote', () => {
  it.each([
    ['those that failed on the reading or on emptiness', ['a nl_semantic', '- egf', 'b !grounding'], [0, 1]],
    ['not the last, where it failed on anything else', ['a nl_semantic', 'a qans'], [0]],
    ['what was not run does not vote', ['?', '? nl_semantic'], []],
  ])('has in its pool %s', (_, briefs, expected) => {
    expect(rounds(publishedPool(attempts(...briefs)))).toEqual(expected);
  });

  it.each([
    ['two equal answers, whatever their share', ['b', 'a', 'a', 'c', 'd'], 'a', '2/5'],
    ['not one alone', ['a nl_semantic', 'b nl_semantic'], undefined, undefined],
    ['not an empty answer, however often', ['- egf', '- egf', '0 egf', '0 egf', 'a'], undefined, undefined],
    ['between equals, the first', ['b', 'a same', 'a', 'b'], 'b', '2/4'],
    ['the most frequent', ['b', 'b', 'a', 'a', 'a'], 'a', '3/5'],
  ])('is won by %s', (_, briefs, answers, support) => {
    const found = publishedMajorityOf(attempts(...briefs));
    expect(found?.answers.join(',')).toBe(answers);
    expect(found && `${found.support.agreeing}/${found.support.of}`).toBe(support);
  });
});

describe('The majority', () => {
  it.each([
    [
      'two of four are half',
      ['a nl_semantic', 'b nl_semantic', 'a nl_semantic', 'c nl_semantic'],
      'a',
      '2/4',
    ],
    ['two of five are not', ['a', 'a', 'b', 'c', 'd'], undefined, undefined],
    ['one of one has nobody to agree with', ['a nl_semantic'], undefined, undefined],
    [
      'an empty answer is none, however often',
      ['- egf', '- egf', '- egf', 'a nl_semantic'],
      undefined,
      undefined,
    ],
    ['a count of nothing is empty too', ['0 egf', '0 egf', '0 egf'], undefined, undefined],
    [
      'the same set is the same answer',
      ['a,b nl_semantic', 'a,b nl_semantic', 'a nl_semantic'],
      'a,b',
      '2/3',
    ],
    ['between equals, what agrees with the question', ['b', 'b', 'a same', 'a'], 'a', '2/4'],
  ])('%s', (_, briefs, answers, support) => {
    const found = majorityOf(attempts(...briefs));
    expect(found?.answers.join(',')).toBe(answers);
    expect(found && `${found.support.agreeing}/${found.support.of}`).toBe(support);
  });

  it('does not depend on the order of the attempts', () => {
    const draw = new SeededRandom(7);
    const kinds = ['a', 'b', 'a,b', '- egf', 'a nl_semantic', 'b nl_semantic', 'a same', '0 egf', 'c qans'];
    let found = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const pool = attempts(...Array.from({ length: 1 + draw.below(6) }, () => draw.pick(kinds)));
      const shuffled = [...pool].sort(() => draw.below(3) - 1);
      const winner = majorityOf(pool);
      expect(majorityOf(shuffled)?.answers).toEqual(winner?.answers);
      if (!winner) continue;
      found++;
      // At least two, at least half, never empty, and no answer has more votes.
      const { agreeing, of } = winner.support;
      expect(agreeing >= 2 && agreeing * 2 >= of && winner.answers.length > 0).toBe(true);
      for (const { answers, findings } of pool)
        if (!findings.some(({ code }) => code === 'egf'))
          expect(pool.filter((one) => String(one.answers) === String(answers)).length).toBeLessThanOrEqual(
            agreeing,
          );
    }
    expect(found).toBeGreaterThan(300);
  });
});

describe('Without a majority', () => {
  it('an empty query that asks the question means missing facts', () => {
    expect(rounds(agreeingButEmpty(attempts('- egf same', '- egf nl_semantic', 'a nl_semantic')))).toEqual([
      0,
    ]);
  });

  it('the query with the fewest problems is chosen, then the earliest', () => {
    expect(fewestProblems(attempts('a nl_semantic egf', 'a nl_semantic', 'a egf'))?.round).toBe(1);
  });
});

describe('The better of two', () => {
  it.each([
    ['nothing certain against it', '- egf', 'a !lf_semantic'],
    ['it runs', 'a nl_semantic', '? nl_semantic'],
    ['it does not ask something else', '- egf', 'a nl_semantic'],
    ['it has an answer', 'a', '- egf'],
    ['it asks the question', 'a same', 'a'],
    ['less is wrong with it', 'a qans', 'a qans intermediate'],
  ])('%s', (_, better, worse) => {
    const [left, right] = attempts(better, worse) as [Attempt, Attempt];
    expect(compareAttempts(left, right)).toBeLessThan(0);
    expect(compareAttempts(right, left)).toBeGreaterThan(0);
  });

  it('is the given query if they are equal', () => {
    const all = attempts('a nl_semantic', 'b nl_semantic', 'c nl_semantic');
    expect(bestOf(all, all[0]?.query)?.round).toBe(0);
  });

  it('is a total order, so the best is never worse than the given query', () => {
    const draw = new SeededRandom(11);
    const kinds = [
      'a',
      'a same',
      '- egf',
      '? !syntax',
      'a nl_semantic',
      'a qans',
      '- egf same',
      '? !syntax !grounding',
    ];
    for (let trial = 0; trial < 1000; trial++) {
      const all = attempts(...Array.from({ length: 1 + draw.below(6) }, () => draw.pick(kinds)));
      const best = bestOf(all, all[0]?.query);
      for (const other of all) expect(best && compareAttempts(best, other)).toBeLessThanOrEqual(0);
    }
  });
});
