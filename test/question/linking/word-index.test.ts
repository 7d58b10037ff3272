import { describe, expect, it } from 'vitest';
import type { Execution, KnowledgeBase, RdfTerm } from '../../../server/src/core/kb/knowledge-base';
import { noIndexNote, probeWordIndex } from '../../../server/src/core/question/linking/word-index';
import { capitalizations } from '../../../server/src/core/question/linking/remote-names';

const never = new AbortController().signal;

/** A KB whose names are known, and which finds words or does not. */
function kbWith(
  names: readonly string[],
  { finds = false, count = names.length }: { readonly finds?: boolean; readonly count?: number } = {},
): { readonly kb: KnowledgeBase; readonly asked: readonly string[] } {
  const asked: string[] = [];
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
      asked.push(query);
      if (query.includes('COUNT')) return Promise.resolve(table([String(count)]));
      if (query.includes('bif:contains')) return Promise.resolve(table(finds ? names.slice(0, 1) : []));
      return Promise.resolve(table(names));
    },
    close: () => Promise.resolve(),
  };
  return { kb, asked };
}

const probe = (kb: KnowledgeBase): ReturnType<typeof probeWordIndex> =>
  probeWordIndex(kb, ['http://x/name'], 1000, never);

describe('full-text index of Virtuoso', () => {
  it('exists where a word of a name is found', async () => {
    const { kb, asked } = kbWith(['Barack Obama'], { finds: true });
    expect(await probe(kb)).toEqual({ exists: true, fewNames: false });
    expect(asked).toHaveLength(2);
  });

  it('does not exist where none is found, and the names are counted', async () => {
    expect(await probe(kbWith(['Barack Obama']).kb)).toEqual({ exists: false, fewNames: true });
    const many = kbWith(['Barack Obama'], { count: 1_000_000 });
    expect(await probe(many.kb)).toEqual({ exists: false, fewNames: false });
  });

  it('is searched for words of letters only, whatever the names are', async () => {
    const { kb, asked } = kbWith([`x" } INSERT DATA { 'quoted' OR * ) \\`, 'Ivory Coast']);
    await probe(kb);
    const [search] = asked.filter((query) => query.includes('bif:contains'));
    expect(/"('[A-Za-z]+'(?: OR )?)+"/.test(search ?? '')).toBe(true);
  });

  it('is unknown where the KB has no names that can be searched for, or does not answer', async () => {
    expect(await probe(kbWith([]).kb)).toBeUndefined();
    expect(await probe(kbWith(['日本', 'XY 1']).kb)).toBeUndefined();
    const { kb } = kbWith(['Barack Obama']);
    const silent: KnowledgeBase = {
      ...kb,
      execute: () => Promise.resolve({ status: 'timed-out', message: 'No answer.' }),
    };
    expect(await probe(silent)).toBeUndefined();
  });

  it('is built by two commands that the note contains', () => {
    expect(noIndexNote('Mine')).toMatch(/RDF_OBJ_FT_RULE_ADD.*VT_INC_INDEX_DB_DBA_RDF_OBJ/);
  });
});

it('Names are tried in other capitals, and with an article', () => {
  expect(capitalizations(['Nba', 'Lord of the Rings'])).toEqual(
    expect.arrayContaining(['NBA', 'nba', 'lord of the rings', 'Lord Of The Rings', 'The Lord of the Rings']),
  );
  expect(capitalizations(Array.from({ length: 200 }, (_, at) => `Name ${at}`)).length).toBeLessThanOrEqual(
    100,
  );
});
