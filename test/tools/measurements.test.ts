import { describe, expect, it } from 'vitest';
import { COLUMNS, Measurements, quantile, toTable } from '../../tools/scale/measurements';
import { meterKb } from '../../tools/scale/metered-kb';
import { storeKb } from '../../tools/store-kb';

const never = new AbortController().signal;
const limits = { timeoutMs: 1000, maxRows: 10 };

describe('measuring operations on a KB', () => {
  it('counts the queries of each operation and passes their answers on', async () => {
    const kb = meterKb(storeKb('ns:m.01 ns:type.object.name "One"@en .'));
    const measurements = new Measurements(kb);
    await kb.execute('ASK { ?s ?p ?o }', limits, never);
    const execution = await measurements.measure('Run', async () => {
      await kb.execute('ASK { ?s ?p ?o }', limits, never);
      return kb.execute('SELECT ?s { ?s ?p ?o }', limits, never);
    });
    await measurements.measure('Nothing', () => Promise.resolve());
    expect(execution).toMatchObject({ status: 'answered', answer: { rows: [[{ type: 'uri' }]] } });
    const [run, nothing] = measurements.rows();
    expect([run?.[0], run?.[1], run?.[4], run?.[5], run?.[6]]).toEqual(['Run', '1', '2', '2', '0']);
    expect(nothing?.[4]).toBe('0');
    expect(measurements.slowest(1)).toHaveLength(1);
  });

  it('counts the queries that the KB did not answer', async () => {
    const kb = meterKb(storeKb(''));
    const measurements = new Measurements(kb);
    await measurements.measure('Run', () => kb.execute('SELECT nonsense', limits, never));
    expect(measurements.rows()[0]?.[6]).toBe('1');
  });

  it('writes a table in Markdown', () => {
    expect(toTable(COLUMNS, [['Ask', '2', '1 ms', '2 ms', '3', '4', '0']]).split('\n')).toEqual([
      '| Operation | n | median | p95 | queries | queries p95 | failed |',
      '| --- | --: | --: | --: | --: | --: | --: |',
      '| Ask | 2 | 1 ms | 2 ms | 3 | 4 | 0 |',
    ]);
  });

  it('takes the nearest rank as quantile', () => {
    const values = [5, 1, 4, 2, 3];
    expect([0, 0.5, 0.95, 1].map((share) => quantile(values, share))).toEqual([1, 3, 5, 5]);
    expect(quantile([], 0.5)).toBe(0);
  });
});
