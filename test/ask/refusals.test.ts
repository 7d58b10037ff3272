/** Questions that no KB answers are refused on the sample KB; answerable ones are answered as confidently as before. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AskResult } from '../../server/src/core/ask/ask-events';
import { PROJECT } from '../support/check';
import { askSample } from './ask-sample';

/** Unanswerable questions by kind, and answerable ones with the confidence that their answers had. */
const FILE = z.object({
  unanswerable: z.record(z.string(), z.array(z.string())),
  answerable: z.record(z.string(), z.number()),
});
const { unanswerable, answerable } = z.parse(
  FILE,
  JSON.parse(readFileSync(join(PROJECT, 'test', 'ask', 'refusals.json'), 'utf8')),
);
const MAX_SHARE_ANSWERED = 0.065;
const MAX_LOSS = 0.05;

/** The three reasons, and the level that each has. */
const REFUSALS = [
  ['not-understood', undefined],
  ['no-relation', 'schema'],
  ['no-facts', 'data'],
];

describe('Questions that no KB answers', () => {
  const results: { readonly kind: string; readonly question: string; readonly result: AskResult }[] = [];
  beforeAll(async () => {
    for (const [kind, questions] of Object.entries(unanswerable))
      for (const question of questions)
        results.push({ kind, question, result: (await askSample(question)).result });
  });

  it('are refused, and never answered with confidence', () => {
    const answered = results.filter(({ result }) => result.kind === 'answer');
    expect(results.length).toBeGreaterThan(100);
    expect(answered.length).toBeLessThanOrEqual(MAX_SHARE_ANSWERED * results.length);
    expect(answered.filter(({ result }) => result.confidence.value >= 0.5)).toEqual([]);
  });

  it('are refused for one of three reasons, which agrees with the level', () => {
    for (const { question, result } of results)
      if (result.kind !== 'answer') {
        expect(result.kind, question).toBe('unanswerable');
        expect(REFUSALS, question).toContainEqual([result.refusal, result.level]);
      }
  });

  it.each(['other language', 'arithmetic', 'unknown name', 'single word'])(
    'are not said to lack a relation: %s',
    (kind) => {
      const lacking = results.filter((one) => one.kind === kind && one.result.refusal === 'no-relation');
      expect(lacking.map(({ question }) => question)).toEqual([]);
    },
  );

  it('are said to be in another language also without spaces between the words', async () => {
    const { result, advice } = await askSample('タイタニックの監督は誰ですか');
    expect(result.explanation).toContain('does not seem to be in English');
    // The explanation says what to do.
    expect(advice).toEqual([]);
  });
});

describe('Answerable questions', () => {
  it.each(Object.entries(answerable))('are answered with confidence: %s', async (question, before) => {
    const { kind, confidence } = (await askSample(question)).result;
    expect(kind).toBe('answer');
    expect(confidence.value).toBeGreaterThanOrEqual(before - MAX_LOSS);
  });
});
