import { describe, expect, it } from 'vitest';
import type { Execution, KnowledgeBase, RdfTerm } from '../../../server/src/core/kb/knowledge-base';
import { noIndexNote, probeTextIndex } from '../../../server/src/core/question/linking/text-index';
import { capitalizations } from '../../../server/src/core/question/linking/remote-names';

const never = new AbortController().signal;

/** A KB with these names, with or without a full-text index. */
function kbWith(
  names: readonly string[],
  { finds = false, count = names.length }: { readonly finds?: boolean; readonly count?: number } = {},
): { readonly kb: KnowledgeBase; readonly queries: readonly string[] } {
  const queries: string[] = [];
  const table = (values: readonly string[]): Execution => ({
    status: 'answered',
    answer: {
      kind: 'table',
      columns: ['x'],
      rows: values.map((value): readonly RdfTerm[] => [{ type: 'literal', value }]),
    },
  });
  const kb: KnowledgeBase = {
    name: 'Mine',
    complete: true,
    writable: false,
    execute: (query) => {
      queries.push(query);
      if (query.includes('COUNT')) return Promise.resolve(table([String(count)]));
      if (query.includes('bif:contains')) return Promise.resolve(table(finds ? names.slice(0, 1) : []));
      return Promise.resolve(table(names));
    },
    close: () => Promise.resolve(),
  };
  return { kb, queries };
}

const probe = (kb: KnowledgeBase): ReturnType<typeof probeTextIndex> =>
  probeTextIndex(kb, ['http://x/name'], 1000, never);

describe('full-text index of Virtuoso', () => {
  it('exists if a word of a name is found', async () => {
    const { kb, queries } = kbWith(['Barack Obama'], { finds: true });
    expect(await probe(kb)).toEqual({ exists: true, fewNames: false });
    expect(queries).toHaveLength(2);
  });

  it('does not exist if none is found, and the names are counted', async () => {
    expect(await probe(kbWith(['Barack Obama']).kb)).toEqual({ exists: false, fewNames: true });
    const many = kbWith(['Barack Obama'], { count: 1_000_000 });
    expect(await probe(many.kb)).toEqual({ exists: false, fewNames: false });
  });

  it('is searched only for words of letters', async () => {
    const { kb, queries } = kbWith([`x" } INSERT DATA { 'quoted' OR * ) \\`, 'Ivory Coast']);
    await probe(kb);
    const [search] = queries.filter((query) => query.includes('bif:contains'));
    expect(/"('[A-Za-z]+'(?: OR )?)+"/.test(search ?? '')).toBe(true);
  });

  it('is unknown if the KB has no searchable names or does not respond', async () => {
    expect(await probe(kbWith([]).kb)).toBeUndefined();
    expect(await probe(kbWith(['日本', 'XY 1']).kb)).toBeUndefined();
    const { kb } = kbWith(['Barack Obama']);
    const unresponsive: KnowledgeBase = {
      ...kb,
      execute: () => Promise.resolve({ status: 'timed-out', message: 'No answer.' }),
    };
    expect(await probe(unresponsive)).toBeUndefined();
  });

  it('is built by two commands that the note contains', () => {
    expect(noIndexNote('Mine')).toMatch(/RDF_OBJ_FT_RULE_ADD.*VT_INC_INDEX_DB_DBA_RDF_OBJ/);
  });
});

it('names are tried in other capitalizations and with an article', () => {
  expect(capitalizations(['Nba', 'Lord of the Rings'])).toEqual(
    expect.arrayContaining(['NBA', 'nba', 'lord of the rings', 'Lord Of The Rings', 'The Lord of the Rings']),
  );
  expect(capitalizations(Array.from({ length: 200 }, (_, at) => `Name ${at}`)).length).toBeLessThanOrEqual(
    100,
  );
});
