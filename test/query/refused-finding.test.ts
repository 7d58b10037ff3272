import { describe, expect, it } from 'vitest';
import type { Execution } from '../../server/src/core/kb/knowledge-base';
import { refusedFinding } from '../../server/src/core/query/engine-error';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { range } from '../../server/src/core/language/text/range';

const refused: Execution = { status: 'refused', message: 'It knows no such function.', place: range(2, 5) };
const findings = (query: string, execution: Execution): readonly object[] =>
  refusedFinding(parseQuery(query, 'virtuoso'), execution, 'Mine');

describe('a query that an engine rejects', () => {
  it('is reported as an error at its range', () => {
    expect(findings('ASK { ?a ?b ?c }', refused)).toMatchObject([
      { code: 'syntax', rule: 'engine', severity: 'error', range: range(2, 5), message: refused.message },
    ]);
  });

  it('is not reported twice, without a range, or for a read-only KB', () => {
    expect(findings('ASK { ?a ?b }', refused)).toEqual([]);
    expect(findings('ASK { ?a ?b ?c }', { status: 'refused', message: 'No.' })).toEqual([]);
    expect(findings('DELETE WHERE { ?a ?b ?c }', refused)).toEqual([]);
    expect(findings('ASK {}', { status: 'timed-out', message: 'Late.' })).toEqual([]);
  });
});
