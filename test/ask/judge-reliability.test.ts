import { describe, expect, it } from 'vitest';
import { uninformativeProbability } from '../../server/src/core/ask/strategies/fun-fusic/judge-reliability';
import type { RankedAnswer } from '../../server/src/core/ask/strategies/fun-fusic/combine-evidence';
import type { Attempt } from '../../server/src/core/repair/attempt';
import { NO_USAGE } from '../../server/src/core/model/usage';

const line = (answer: string, probability: number): RankedAnswer => ({
  candidate: { query: answer, score: 0, because: [], findings: [], answers: [answer], chosen: false },
  probability,
});
const attempt = (answer: string, verdict: 'same' | 'different', by = 'Test'): Attempt => ({
  round: 0,
  by: 'model',
  query: answer,
  findings: [],
  answers: [answer],
  agreement: { verdict, by, explanation: '' },
  usage: NO_USAGE,
  milliseconds: 0,
});

const LIKELY = [line('a', 0.8), line('b', 0.1)];
const UNLIKELY = [line('a', 0.03), line('b', 0.02)];
const choose = (chosen: number, lines = LIKELY): number =>
  uninformativeProbability({ line: chosen, lines }, []);
const judge = (chosen: number, ...attempts: readonly Attempt[]): number =>
  uninformativeProbability({ line: chosen, lines: LIKELY }, attempts);

describe('The probability that the judgements of a model are uninformative', () => {
  it('is low for a plausible choice, and higher for the first line if it is hardly right', () => {
    expect(choose(1)).toBeLessThan(0.3);
    expect(choose(1, UNLIKELY)).toBeGreaterThan(0.5);
    expect(choose(2, UNLIKELY)).toBeLessThan(0.3);
  });

  it('is high if everything is refused although a line is probably right', () => {
    const refused = [attempt('a', 'different'), attempt('c', 'different'), attempt('d', 'different')];
    expect(judge(0, ...refused)).toBeGreaterThan(0.5);
    expect(uninformativeProbability({ line: 0, lines: UNLIKELY }, refused)).toBeLessThan(0.5);
  });

  it('grows if contradictory answers are confirmed, and not if the same one is', () => {
    const once = judge(1, attempt('a', 'same'));
    expect(once).toBeLessThan(0.3);
    expect(judge(1, attempt('a', 'same'), attempt('c', 'same'))).toBeGreaterThan(once + 0.1);
    expect(judge(1, attempt('c', 'same'), attempt('d', 'same'))).toBeGreaterThan(0.5);
  });

  it('is low if the model distinguishes right from wrong as it has chosen', () => {
    expect(judge(1, attempt('a', 'same'), attempt('c', 'different'))).toBeLessThan(0.1);
  });

  it('does not depend on what rules or the ranking decide', () => {
    expect(judge(1, attempt('c', 'same', 'ranking'), attempt('d', 'different', 'cues'))).toBe(judge(1));
  });
});
