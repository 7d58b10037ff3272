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
});
