import { describe, expect, it } from 'vitest';
import { adviceForRun } from '../../client/src/run/advice';
import type { Execution, Run } from '../../server/src/protocol/index';

const caret = { line: 0, character: 0 };
const run = (execution: Execution): Run => ({
  id: '1',
  kb: 'Mine',
  query: 'ASK {}',
  uri: 'file:///a.rq',
  range: { start: caret, end: caret },
  added: 0,
  began: '2020-01-01T00:00:00Z',
  milliseconds: 1,
  execution,
  remarks: [],
});

describe('advice after a run', () => {
  it('is empty for an answer or a query error', () => {
    expect(adviceForRun(run({ status: 'answered', answer: { kind: 'done' } }))).toBeUndefined();
    expect(adviceForRun(run({ status: 'refused', message: 'No.' }))).toBeUndefined();
  });

  it('is the time limit after a timeout', () => {
    expect(adviceForRun(run({ status: 'timed-out', message: 'Too slow.' }))).toMatchObject({
      level: 'warning',
      message: 'Too slow.',
      actions: [{ arguments: ['funfusic.run.timeoutSeconds'] }],
    });
  });

  it('is to test or change an unreachable KB', () => {
    expect(adviceForRun(run({ status: 'unreachable', message: 'Nobody is there.' }))).toMatchObject({
      level: 'error',
      message: 'Mine: Nobody is there.',
      actions: [
        { command: 'funfusic.testKnowledgeBase', arguments: ['Mine'] },
        { command: 'funfusic.chooseKnowledgeBase' },
      ],
    });
  });
});
