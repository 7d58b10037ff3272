/** Questions over the sample KB with known answers: answerable ones, unanswerable ones, and ones with a low confidence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/check';
import { askSample, namesIn } from './ask-sample';

const FILE = z.object({
  answered: z.record(z.string(), z.array(z.string())),
  refused: z.array(z.string()),
  unsure: z.array(z.string()),
});
const { answered, refused, unsure } = z.parse(
  FILE,
  JSON.parse(readFileSync(join(PROJECT, 'test', 'ask', 'sample-questions.json'), 'utf8')),
);

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
