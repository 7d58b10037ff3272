import { describe, expect, it } from 'vitest';
import {
  combineEvidence,
  type RankedAnswer,
} from '../../server/src/core/ask/strategies/fun-fusic/combine-evidence';
import type { CandidateQuery } from '../../server/src/core/ask/ask-events';
import type { Attempt } from '../../server/src/core/repair/attempt';
import { NO_USAGE } from '../../server/src/core/model/usage';

const candidate = (...answers: readonly string[]): CandidateQuery => ({
  query: `SELECT ${answers.join()}`,
  score: 0,
  because: [],
  findings: [],
  answers,
  chosen: false,
});
const ranked = (probability: number, ...answers: readonly string[]): RankedAnswer => ({
  candidate: candidate(...answers),
  probability,
});
const attempt = (round: number, answers: readonly string[], verdict?: 'same' | 'different'): Attempt => ({
  round,
  by: 'model',
  query: `SELECT ${answers.join()}`,
  findings: [],
  execution: { status: 'answered', answer: { kind: 'table', columns: [], rows: [] } },
  answers,
  ...(verdict && { agreement: { verdict, by: 'Test', explanation: '' } }),
  usage: NO_USAGE,
  milliseconds: 0,
});
const best = (evidence: Parameters<typeof combineEvidence>[0]): readonly string[] | undefined =>
  combineEvidence(evidence).hypotheses[0]?.answers;

describe('The evidence for an answer', () => {
  it('is that of the ranker if there is no other', () => {
    const { hypotheses, noAnswer } = combineEvidence({
      ranked: [ranked(0.7, 'a'), ranked(0.2, 'b')],
      attempts: [],
    });
    expect(hypotheses.map(({ answers }) => answers)).toEqual([['a'], ['b']]);
    expect(hypotheses[0]?.probability).toBeGreaterThan(0.7);
    expect(noAnswer).toBeLessThan(0.05);
  });

  it('grows if the model chooses the form, or proposes a query with its answer', () => {
    const forms = [ranked(0.5, 'a'), ranked(0.3, 'b')];
    const chosen = forms[1]?.candidate;
    expect(best({ ranked: forms, choice: chosen, attempts: [] })).toEqual(['b']);
    expect(best({ ranked: forms, attempts: [attempt(0, ['b'])] })).toEqual(['b']);
  });

  it('of a confident ranker outweighs a contradicted proposal, but that of a doubtful one not a confirmed one', () => {
    const proposal = ['c'];
    expect(best({ ranked: [ranked(0.9, 'a')], attempts: [attempt(0, proposal, 'different')] })).toEqual([
      'a',
    ]);
    expect(best({ ranked: [ranked(0.3, 'a')], attempts: [attempt(0, proposal, 'same')] })).toEqual(['c']);
  });

  it('of forms and attempts with the same answer counts together, in any order of the answers', () => {
    const { hypotheses } = combineEvidence({
      ranked: [ranked(0.3, 'a', 'b'), ranked(0.3, 'b', 'a'), ranked(0.35, 'c')],
      attempts: [attempt(0, ['b', 'a'])],
    });
    expect(hypotheses).toHaveLength(2);
    expect(hypotheses[0]).toMatchObject({ candidate: { answers: ['a', 'b'] }, attempt: { round: 0 } });
  });

  it('prefers the first proposal to a later one', () => {
    expect(best({ ranked: [], attempts: [attempt(0, ['a']), attempt(1, ['b'])] })).toEqual(['a']);
  });

  it('ignores attempts without an answer, and speaks for none if the model finds none', () => {
    const nothing = combineEvidence({ ranked: [], attempts: [attempt(0, [])], denied: true });
    expect(nothing.hypotheses).toEqual([]);
    expect(nothing.noAnswer).toBe(1);
    const unsure = [ranked(0.1, 'a')];
    const none = (denied: boolean): number =>
      combineEvidence({ ranked: unsure, choice: 'none', attempts: [], denied }).noAnswer;
    expect(none(true)).toBeGreaterThan(0.5);
    expect(none(false)).toBeLessThan(none(true));
  });
});
