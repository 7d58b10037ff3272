/** Queries about a large KB: each has a limit, because a hub may have millions of facts. */
import { describe, expect, it } from 'vitest';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { entityFacts } from '../../server/src/core/query/entity-facts';
import { testKnowledgeBase } from '../../server/src/core/question/test-knowledge-base';
import { deriveSchema } from '../../server/src/core/schema/derive-schema';
import { freebase } from '../support/check';
import { openOxigraphKb } from '../support/oxigraph-kb';

const NS = 'http://rdf.freebase.com/ns/';
const never = new AbortController().signal;

/** An actor with so many facts that they are not fetched at once. */
function hubKb(): ReturnType<typeof openOxigraphKb> {
  const films = Array.from({ length: 3100 }, (_, at) => `ns:m.0f${at} ns:film.film.country ns:m.0hub .`);
  return openOxigraphKb(
    `${films.join('\n')} ns:m.0hub ns:type.object.name "Hub"@en ; a ns:location.country .`,
  );
}

/** The queries without a limit that do not start from given nodes. */
function unlimited(queries: readonly string[]): readonly string[] {
  return queries.filter((query) => !/^\s*ASK\b/.test(query) && !/\bLIMIT \d+|VALUES \?e \{/.test(query));
}

describe('Queries to a KB', () => {
  it('have a limit when the facts of a hub are listed', async () => {
    const kb = hubKb();
    const names = { schema: freebase(), language: 'en' };
    const facts = await entityFacts(kb, new EntityDirectory(kb, names), `${NS}m.0hub`, names, never);
    expect(facts.groups.map(({ label }) => label)).toContain('country');
    expect(kb.queries.some((query) => /SELECT DISTINCT \?p .* LIMIT 101$/.test(query))).toBe(true);
    expect(unlimited(kb.queries)).toEqual([]);
  });

  it('have a limit when a schema is derived, and a cut-off list is no complete one', async () => {
    const kb = hubKb();
    const limits = { timeoutMs: 1000, maxRows: 2 };
    const derived = await deriveSchema(kb, { limits }, () => undefined, never);
    expect(kb.queries.length).toBeGreaterThan(5);
    expect(kb.queries.filter((query) => !query.endsWith(' LIMIT 3'))).toEqual([]);
    expect('schema' in derived && derived.schema.complete).toBe(false);
  });

  it('read a limited number of facts when the graphs are listed', async () => {
    const kb = hubKb();
    const result = await testKnowledgeBase(kb, { schema: freebase(), hasGraphs: true, now: () => 0 }, never);
    expect(result.works).toBe(true);
    expect(kb.queries.find((query) => query.includes('GRAPH ?g'))).toContain('LIMIT 1000000 }');
    expect(unlimited(kb.queries)).toEqual([]);
  });

  it.each([
    [true, '', 'or set the graph that has them in "defaultGraph"'],
    [false, '', 'Check that its files are the right ones'],
    [true, 'ns:a ns:b ns:c .', 'set the graph of the facts in "defaultGraph", or set the schema'],
    [false, 'ns:a ns:b ns:c .', 'Choose another KB, or set the schema'],
  ])('advise to set a graph only if the KB can have one: %s, "%s"', async (hasGraphs, facts, advice) => {
    const kb = { ...openOxigraphKb(facts), complete: true };
    const { lines } = await testKnowledgeBase(kb, { schema: freebase(), hasGraphs, now: () => 0 }, never);
    expect(lines.at(-1)).toContain(advice);
  });

  it('do not count the types of the subjects and objects of the relation to types', async () => {
    const kb = hubKb();
    await deriveSchema(kb, {}, () => undefined, never);
    const profiles = kb.queries.filter((query) => /VALUES \?relation/.test(query));
    expect(profiles.length).toBeGreaterThan(0);
    expect(profiles.filter((query) => /VALUES \?relation \{[^}]*#type>/.test(query))).toEqual([]);
  });
});
