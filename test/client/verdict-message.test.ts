import { describe, expect, it } from 'vitest';
import { verdictMessage } from '../../client/src/explain/verdict-message';
import type { ExplainReply } from '../../server/src/protocol/index';

type Explained = Exclude<ExplainReply, { readonly problem: string }>;
const explained = (more: Pick<Explained, 'agreement' | 'trouble'>): Explained => ({
  reading: { question: 'Who?', pairs: [], by: 'templates', leftOut: [] },
  query: '',
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  usage: { calls: 0, tokens: { input: 0, output: 0 } },
  ...more,
});

describe('result of comparing a query with its question', () => {
  it.each([
    ['same', true, 'information', 'The query matches its question, according to Mine. Because.', false],
    ['different', true, 'warning', 'The query probably does not match its question. Because.', false],
    ['unknown', false, 'information', 'Select a model for a full comparison.', true],
    ['unknown', true, 'information', 'could not be compared', true],
  ] as const)('%s, with a model: %s', (verdict, hasModel, level, words, chooseModel) => {
    const told = verdictMessage(
      explained({ agreement: { verdict, explanation: 'Because.', by: 'Mine' } }),
      hasModel,
    );
    expect(told).toMatchObject({ level, chooseModel });
    expect(told.message).toContain(words);
  });

  it('includes the problem of the model', () => {
    const agreement = { verdict: 'unknown', explanation: '', by: 'cues' } as const;
    expect(verdictMessage(explained({ agreement, trouble: 'The model is away.' }), true)).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('The model is away.') as string,
    });
  });
});
