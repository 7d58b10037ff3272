import { describe, expect, it } from 'vitest';
import { askSample, namesIn } from './ask-sample';
import { SAMPLE_QUESTIONS } from './sample-questions';

const { answered, refused, unsure } = SAMPLE_QUESTIONS;

describe('The sample KB', () => {
  it.each(Object.entries(answered))('%s', async (question, answers) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', [...answers].sort()]);
  });

  it.each(refused)('cannot answer: %s', async (question) => {
    const { result } = await askSample(question);
    expect([result.kind, result.answers]).toEqual(['unanswerable', []]);
    expect(result.missing).not.toEqual([]);
  });

  it.each(unsure)('answers with low confidence: %s', async (question) => {
    const { kind, confidence } = (await askSample(question)).result;
    expect(kind === 'answer' ? confidence.value : 0).toBeLessThan(0.5);
    expect(confidence.why).not.toEqual([]);
  });

  it.each([
    ['What is the largest country in Africa?', 0.75, 'The KB is incomplete'],
    ['What is the largest city in Italy?', 0.45, 'The KB has nothing to compare it with'],
    ['What is the longest river in Europe?', 0.6, 'The KB is incomplete'],
  ])('is incomplete, so a superlative is not certain: %s', async (question, limit, reason) => {
    const { kind, confidence } = (await askSample(question)).result;
    expect(kind).toBe('answer');
    expect(confidence.value).toBeLessThanOrEqual(limit);
    expect(confidence.why.join(' ')).toContain(reason);
  });

  it('has both values of a comparison, so that it is certain', async () => {
    const { confidence } = (await askSample('Which river is longer, the Rhine or the Danube?')).result;
    expect(confidence.value).toBe(0.85);
    expect(confidence.why).toEqual([]);
  });
});
