/** What a real Virtuoso accepts is what the cases of the dialect virtuoso say. */
import { afterAll, describe, expect, it } from 'vitest';
import { VIRTUOSO_CASES } from '../../support/syntax-cases';
import { startVirtuoso } from './virtuoso';

const virtuoso = await startVirtuoso(
  '<http://rdf.freebase.com/ns/m.1> <http://rdf.freebase.com/ns/type.object.name> "Titanic"@en .\n',
  100,
  ['--words'],
);
afterAll(() => virtuoso?.stop());

/** Whether Virtuoso compiles a query. Errors of an execution and missing permissions do not matter. */
async function compiles(query: string): Promise<boolean> {
  const response = await fetch(virtuoso?.address ?? '', {
    method: 'POST',
    body: new URLSearchParams({ query }),
  });
  const answer = await response.text();
  return response.ok || !/SP03[01]|SQ074/.test(answer) || /undefined (?:inference|quad map)/.test(answer);
}

describe.skipIf(!virtuoso)('Virtuoso', () => {
  it('accepts and rejects the cases of its dialect', async () => {
    const differing: string[] = [];
    for (const { text, isAccepted } of VIRTUOSO_CASES)
      if ((await compiles(text)) !== isAccepted) differing.push(text);
    expect(differing).toEqual([]);
  }, 120_000);
});
