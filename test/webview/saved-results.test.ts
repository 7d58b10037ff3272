import { describe, expect, it } from 'vitest';
import { asPanelState } from '../../client/shared/messages';
import { PLAIN_TABLE } from '../../client/shared/table-state';
import {
  shortAnswer,
  summarize as summarize,
  hidePasswordsReplacer,
  isRepair,
  newestFirst,
  outcomeText,
  sharedStorage,
  findExcess,
  savedFirst,
  type HistoryEntry,
} from '../../client/src/results/saved-results';
import { serializeEntry, parseEntry } from '../../client/src/results/saved-run-format';
import type { AskResult } from '../../server/src/protocol/index';
import { answered } from './ask-traces';
import { repaired } from './traces';

const entry = (id: number, change: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: String(id),
  title: 'SELECT',
  kb: 'Sample',
  began: `2026-01-01T00:00:0${id}.000Z`,
  milliseconds: 1,
  outcome: { kind: 'rows', rows: 1, incomplete: false },
  pinned: false,
  bytes: 10,
  ...change,
});
const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
const ids = (runs: readonly HistoryEntry[]): string[] => runs.map(({ id }) => id);

describe('saved runs', () => {
  it('saved queries are kept and listed first by name', () => {
    const runs = [entry(3), entry(2, { name: 'B' }), entry(1, { name: 'A' })];
    expect(ids(savedFirst(runs))).toEqual(['1', '2', '3']);
    expect(ids(findExcess(runs, { runs: 1, bytes: 1 }))).toEqual(['3']);
    expect(parseEntry(serializeEntry(entry(1, { name: 'A' })))).toMatchObject({ name: 'A' });
  });

  it('are the newest, up to the limit', () => {
    expect(ids(findExcess([entry(3), entry(1), entry(2)], { runs: 2, bytes: 1000 }))).toEqual(['1']);
    expect(findExcess([entry(1)], { runs: 2, bytes: 1000 })).toEqual([]);
  });

  it('stay below the size limit', () => {
    const runs = [entry(1), entry(2, { bytes: 900 }), entry(3, { bytes: 200 })];
    expect(ids(findExcess(runs, { runs: 9, bytes: 1000 }))).toEqual(['1', '2']);
  });

  it('include all pinned runs', () => {
    const runs = [entry(1, { pinned: true }), entry(2), entry(3)];
    expect(ids(findExcess(runs, { runs: 2, bytes: 1000 }))).toEqual(['2']);
    expect(findExcess([entry(1, { pinned: true, bytes: 5000 })], { runs: 0, bytes: 1 })).toEqual([]);
  });

  it('are listed newest first', () => {
    expect(ids(newestFirst([entry(1), entry(3), entry(2)]))).toEqual(['3', '2', '1']);
  });

  it('have a short outcome', () => {
    expect(outcomeText({ kind: 'rows', rows: 1234, incomplete: true })).toBe('1,234 rows, incomplete');
    expect(outcomeText({ kind: 'rows', rows: 1, incomplete: false })).toBe('1 row');
    expect(outcomeText({ kind: 'timed-out' })).toBe('timed out');
  });

  it('have the question, a short answer and its confidence', () => {
    const about = summarize({ kind: 'asked', id: '7', trace: answered });
    expect(about).toMatchObject({ id: '7', kb: answered.kb, title: answered.question });
    expect(about.outcome).toMatchObject({
      kind: 'asked',
      verdict: 'answer',
      confidence: answered.result.confidence.value,
    });
    const asked = { ...about, pinned: false, bytes: 1 };
    expect(parseEntry(serializeEntry(asked))).toEqual(asked);
  });

  it.each<[Partial<AskResult>, string]>([
    [{}, 'A, B, C and 2 more'],
    [{ more: true }, 'A, B, C and 2+ more'],
    [{ answers: [{ value: 'a', name: 'A' }] }, 'A'],
    [{ answers: [] }, 'no answer'],
    [{ kind: 'unanswerable', level: 'data', answers: [] }, 'no such facts in the KB'],
    [{ kind: 'unanswerable', level: 'schema', answers: [] }, 'no such relations in the KB'],
    [{ kind: 'unanswerable', refusal: 'not-understood', answers: [] }, 'not understood'],
    [{ kind: 'failed', answers: [] }, 'could not be answered'],
  ])('the short answer of %j is %s', (change, short) => {
    const answers = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ value: name.toLowerCase(), name }));
    expect(shortAnswer({ ...answered.result, kind: 'answer', answers, ...change })).toBe(short);
  });

  it('have no passwords in queries', () => {
    const query = '# endpoint: http://ada:pw@host/\nASK {}';
    const rows = ['http://ada:pw@host/'];
    expect(JSON.parse(JSON.stringify({ attempts: [{ query }], rows }, hidePasswordsReplacer))).toEqual({
      attempts: [{ query: '# endpoint: http://••••••@host/\nASK {}' }],
      rows,
    });
  });

  it('can be repairs', () => {
    const saved = { kind: 'trace', id: 'x', trace: repaired, uri: 'file:///q.rq', range } as const;
    expect(summarize(saved)).toEqual({
      id: 'x',
      title: 'Repair: Where was Barack Obama born?',
      kb: 'Sample',
      began: repaired.began,
      milliseconds: 1234,
      outcome: { kind: 'repaired' },
    });
    expect(outcomeText({ kind: 'repaired' })).toBe('repaired');
    expect([isRepair({ kind: 'failed' }), isRepair({ kind: 'no' })]).toEqual([true, false]);
  });

  it.each([
    ['/data/-55069068-1/fun-fusic.fun-fusic', '/data/-55069068/fun-fusic.fun-fusic'],
    ['/data/7cf113c6-12/fun-fusic.fun-fusic', '/data/7cf113c6/fun-fusic.fun-fusic'],
    ['/data/-55069068/fun-fusic.fun-fusic', '/data/-55069068/fun-fusic.fun-fusic'],
    ['/data-1/7cf113c6/fun-fusic-1', '/data-1/7cf113c6/fun-fusic-1'],
  ])('are shared by all windows of a workspace: %s', (own, shared) => {
    expect(sharedStorage(own)).toBe(shared);
  });

  it('are not read from other files', () => {
    const read = (value: unknown): unknown => parseEntry(Buffer.from(JSON.stringify(value)));
    expect(read(entry(1))).toEqual(entry(1));
    for (const other of [null, 7, 'x', [], {}, { ...entry(1), id: 5 }, { ...entry(1), outcome: null }])
      expect(read(other)).toBe('damaged');
    expect(read({ version: 2, anything: true })).toBe('newer');
  });
});

describe('panel state', () => {
  it('is read only if it is complete', () => {
    const state = { version: 1, runs: ['a'], tab: 'results', table: PLAIN_TABLE };
    expect(asPanelState(state)).toEqual(state);
    for (const other of [
      null,
      'x',
      {},
      { ...state, version: 2 },
      { ...state, runs: [1] },
      { ...state, table: null },
    ])
      expect(asPanelState(other)).toBeUndefined();
  });
});
