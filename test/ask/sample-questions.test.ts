/**
 * Questions over the sample KB, with answers worked out by hand from its files: what is answered, what is refused because the KB does
 * not have it, and what is not understood, where it must at least be told that nobody is sure.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/check';
import { asked, namesIn } from './asked';

const FILE = z.object({
  answered: z.record(z.string(), z.array(z.string())),
  refused: z.array(z.string()),
  unsure: z.array(z.string()),
});
const { answered, refused, unsure } = z.parse(
  FILE,
  JSON.parse(readFileSync(join(PROJECT, 'test', 'ask', 'sample-questions.json'), 'utf8')),
);

describe('Of the sample KB', () => {
  it.each(Object.entries(answered))('%s', async (question, answers) => {
    const trace = await asked(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', [...answers].sort()]);
  });

  it.each(refused)('it is not known: %s', async (question) => {
    const { result } = await asked(question);
    expect([result.kind, result.answers]).toEqual(['unanswerable', []]);
    expect(result.missing).not.toEqual([]);
  });

  it.each(unsure)('nobody is sure: %s', async (question) => {
    const { kind, confidence } = (await asked(question)).result;
    expect(kind === 'answer' ? confidence.value : 0).toBeLessThan(0.5);
    expect(confidence.why).not.toEqual([]);
  });
});
