import { describe, expect, it } from 'vitest';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { repair } from '../../server/src/core/repair/repair';
import type { RepairEvent, RepairTrace } from '../../server/src/core/repair/repair-events';
import { storeKb } from '../../tools/store-kb';
import { freebase } from '../support/check';

const FACTS = `
ns:m.0bm1 ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.0hnl1 .
ns:m.0hnl1 ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.location .
`;

async function repaired(
  query: string,
  search = false,
): Promise<{ trace: RepairTrace; events: readonly RepairEvent[] }> {
  const schema = freebase();
  const kb = storeKb(FACTS);
  const running = repair(
    { query: `PREFIX ns: <http://rdf.freebase.com/ns/>\n${query}` },
    {
      schema,
      kb: { kb, directory: new EntityDirectory(kb, { schema, language: 'en' }) },
      now: () => 0,
      date: () => '2026-01-01T00:00:00Z',
      onDefect: (code, error) => {
        throw new Error(`${code} crashed`, { cause: error });
      },
    },
    {
      dialect: 'virtuoso',
      severities: {},
      rounds: 3,
      search,
      onlyContext: false,
      exemplars: 3,
      limits: { timeoutMs: 1000, maxRows: 100 },
    },
    new AbortController().signal,
  );
  const events: RepairEvent[] = [];
  for (;;) {
    const next = await running.next();
    if (next.done) return { trace: next.value, events };
    events.push(next.value);
  }
}

describe('Without search and model', () => {
  it('a sound query is unchanged', async () => {
    const { trace } = await repaired('SELECT ?x { ns:m.0bm1 ns:people.person.place_of_birth ?x }');
    expect(trace.result).toMatchObject({ kind: 'unchanged', basis: 'verified', round: 0 });
    expect(trace.attempts[0]).toMatchObject({ answers: ['m.0hnl1'], findings: [] });
  });

  it('a strong finding prevents the run', async () => {
    const { events } = await repaired('SELECT ?x { ns:m.0bm1 ns:people.person.birthplace ?x }');
    expect(events.map(({ type }) => type)).toEqual([
      'proposed',
      'verified',
      'verified',
      'attempted',
      'decided',
    ]);
  });

  it('a repair that leaves several problems lists them', async () => {
    const { trace } = await repaired(
      'SELECT ?x { ns:m.0bm1 ns:qqqqq.wwwww.zzzzz ?y . ?y ns:uuuuu.kkkkk.ooooo ?x',
      true,
    );
    expect(trace.result).toMatchObject({
      kind: 'repaired',
      explanation: expect.stringMatching(
        /2 problems are left: Unknown relation qqqqq\.wwwww\.zzzzz\. Unknown relation uuuuu\.kkkkk\.ooooo\.$/,
      ),
    });
  });
});
