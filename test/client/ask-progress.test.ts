import { describe, expect, it } from 'vitest';
import { askProgressTexts, normalizeQuestion } from '../../client/src/ask/ask-progress';
import { questionProblem, type AskEvent, type LinkedEntity } from '../../server/src/protocol/index';

const entity = (name: string): LinkedEntity => ({
  iri: `x:${name}`,
  id: name,
  name,
  types: [],
  match: 'exact',
  score: 1,
  popularity: 1,
  because: [],
});
const linked = (...names: readonly string[]): AskEvent => ({
  type: 'linked',
  linking: { entities: names.map(entity), literals: [], troubles: [] },
});
const considered: AskEvent = {
  type: 'considered',
  considered: { query: 'ASK {}', score: 1, because: [], findings: [], chosen: false },
};

describe('progress of a question', () => {
  it.each<[event: AskEvent, words: string | undefined]>([
    [
      { type: 'began', question: 'Who?', strategy: 'rng-kbqa' },
      'Looking for names in the question (rng-kbqa)',
    ],
    [linked(), 'No known name in the question'],
    [linked('Ada', 'Bob'), 'Found Ada, Bob'],
    [linked('A', 'B', 'C', 'D'), 'Found A, B, C and others'],
    [linked('[x](command:evil)'), 'Found [x] (command:evil)'],
    [{ type: 'candidates', count: 1234, best: [] }, '1,234 candidate queries'],
    [{ type: 'progress', message: ' two\nlines ' }, 'two lines'],
    [{ type: 'progress', message: 'x'.repeat(500) }, `${'x'.repeat(99)}…`],
    [
      { type: 'fell-back', from: 'fun-fusic', to: 'rng-kbqa', why: '' },
      'fun-fusic gave no answer, trying rng-kbqa',
    ],
    [{ type: 'repair', event: { type: 'proposing', round: 0, by: 'model' } }, 'Round 1: asking GPT'],
  ])('%j is reported as: %s', (event, words) => {
    const model = {
      name: 'GPT',
      kind: 'server',
      where: 'https://x',
      model: 'gpt',
      local: false,
    } as const;
    expect(askProgressTexts({ kb: 'Sample', strategy: 'rng-kbqa', model })(event)).toBe(words);
  });

  it('counts the queries that were tried', () => {
    const words = askProgressTexts({ kb: 'Sample', strategy: 'rng-kbqa' });
    expect([words(considered), words(considered)]).toEqual(['1 query tried', '2 queries tried']);
  });
});

describe('a question', () => {
  it('is put on one line, and must be neither empty nor too long', () => {
    expect(normalizeQuestion('  Who\n\tis\u00a0it? ')).toBe('Who is it?');
    expect(questionProblem('Who?')).toBeUndefined();
    expect(questionProblem(' ')).toContain('empty');
    expect(questionProblem('x'.repeat(2001))).toContain('longer');
  });
});
