import { describe, expect, it } from 'vitest';
import type { RunHead } from '../../client/shared/messages';
import { emptyRemark, notesOf } from '../../client/shared/run-notes';

const empty = { code: 'egf', message: 'Empty answer: no rows', because: 'Nothing matches.', advice: 'Look.' };

const run = (change: Partial<RunHead>, total = 1): RunHead => ({
  id: 'one',
  kb: 'Sample',
  query: 'SELECT',
  uri: 'file:///a.rq',
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } },
  added: 0,
  began: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
  execution: { status: 'answered', answer: { kind: 'table', columns: ['a'], total } },
  remarks: [],
  ...change,
});

describe('notes about a run', () => {
  it('have the severity of the finding, and information for runs of earlier versions', () => {
    const remarks = [
      { code: 'grounding', message: 'Unknown.', because: 'Why.', advice: 'Do.', severity: 'error' as const },
      { code: 'kb', message: 'Note.', because: '', advice: '' },
    ];
    expect(notesOf(run({ remarks }))).toEqual([
      { severity: 'error', message: 'Unknown.', details: 'Why. Do.', code: 'grounding' },
      { severity: 'information', message: 'Note.', details: '', code: 'kb' },
    ]);
  });

  it('state each fact once', () => {
    const twice = { code: 'kb', message: 'Note.', because: 'Note.', advice: '' };
    expect(notesOf(run({ remarks: [twice, twice] }))).toEqual([
      { severity: 'information', message: 'Note.', details: '', code: 'kb' },
    ]);
  });

  it('leave out the empty answer that the page shows instead of a table', () => {
    expect(notesOf(run({ remarks: [empty] }, 0))).toEqual([]);
    expect(emptyRemark(run({ remarks: [empty] }, 0))).toBe(empty);
    // A count of 0 is shown as a table.
    expect(notesOf(run({ remarks: [empty] }, 1))).toHaveLength(1);
    expect(emptyRemark(run({ remarks: [empty] }, 1))).toBeUndefined();
  });

  it('say that an answer is incomplete, unless there are no rows', () => {
    const incomplete = (total: number): RunHead =>
      run({
        execution: {
          status: 'answered',
          answer: { kind: 'table', columns: ['a'], total },
          incomplete: { reason: 'limit', message: 'Only 5 rows.' } as never,
        },
      });
    expect(notesOf(incomplete(5)).map(({ message }) => message)).toEqual(['This answer is incomplete.']);
    expect(notesOf(incomplete(0))).toEqual([]);
  });
});
