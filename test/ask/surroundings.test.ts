/** The facts around nodes, queried with the real engine. */
import { describe, expect, it } from 'vitest';
import { KbSurroundings } from '../../server/src/core/candidates/surroundings/kb-surroundings';
import { literalNode } from '../../server/src/core/candidates/surroundings/surroundings';
import { XSD } from '../../server/src/core/language/rdf/names';
import { storeKb } from '../../tools/store-kb';
import { freebase } from '../support/check';

const FACTS = `
ns:m.film ns:film.film.directed_by ns:m.director ; ns:film.film.starring ns:m.cast ; ns:film.film.initial_release_date "1997-12-19"^^xsd:date ;
  ns:type.object.type ns:film.film ; ns:type.object.name "Film"@en .
ns:m.director ns:film.director.film ns:m.film ; ns:people.person.nationality ns:m.country .
ns:m.cast ns:film.performance.actor ns:m.actor ; ns:film.performance.character ns:m.role ; ns:film.performance.film ns:m.film .
ns:m.actor ns:film.actor.film ns:m.cast .
`;
const never = new AbortController().signal;

function around(): { readonly kb: ReturnType<typeof storeKb>; readonly it: KbSurroundings } {
  const kb = storeKb(FACTS);
  return { kb, it: new KbSurroundings(kb, freebase(), 1000) };
}

describe('The facts around a node', () => {
  it('are its relations, without reverses and system relations', async () => {
    const steps = (await around().it.relationsOf(['m.film'], never)).get('m.film') ?? [];
    expect(
      steps.map(({ relation, reverse, ends, mediator }) => [relation, reverse, ends, mediator]).sort(),
    ).toEqual([
      ['film.film.directed_by', false, 1, false],
      ['film.film.initial_release_date', false, 1, false],
      ['film.film.starring', false, 1, true],
    ]);
  });

  it('include relations without a reverse, against their direction', async () => {
    const steps = (await around().it.relationsOf(['m.country'], never)).get('m.country') ?? [];
    expect(steps).toEqual([
      { relation: 'people.person.nationality', reverse: true, ends: 1, mediator: false },
    ]);
  });

  it('include relations to a literal', async () => {
    const date = literalNode('1997-12-19', `${XSD}date`);
    const steps = (await around().it.relationsOf([date], never)).get(date) ?? [];
    expect(steps.map(({ relation, reverse }) => [relation, reverse])).toEqual([
      ['film.film.initial_release_date', true],
    ]);
  });

  it('continue after a mediator, but not back to the start', async () => {
    const walk = { node: 'm.film', hops: [{ relation: 'film.film.starring', reverse: false }] };
    const paths = await around().it.findContinuations([walk], never);
    expect(paths.map(({ step }) => step.relation).sort()).toEqual([
      'film.performance.actor',
      'film.performance.character',
    ]);
  });

  it('can be followed to their ends, with the node before', async () => {
    const hops = ['film.film.starring', 'film.performance.actor'].map((relation) => ({
      relation,
      reverse: false,
    }));
    const [reached] = await around().it.findPathEnds([{ node: 'm.film', hops }], 10, never);
    expect(reached).toEqual({ ends: [{ end: 'm.actor', literal: false, middle: 'm.cast' }], more: false });
  });

  it('report if there are more ends than the limit', async () => {
    const kb = storeKb('ns:m.a ns:film.director.film ns:m.b, ns:m.c, ns:m.d .');
    const walk = { node: 'm.a', hops: [{ relation: 'film.director.film', reverse: false }] };
    const [reached] = await new KbSurroundings(kb, freebase(), 1000).findPathEnds([walk], 2, never);
    expect([reached?.ends.length, reached?.more]).toEqual([2, true]);
  });

  it('lead to another entity in one step, and in two through a mediator', async () => {
    const met = await around().it.findConnections(['m.film', 'm.cast'], ['m.director', 'm.actor'], never);
    expect(
      met
        .map(({ node, entity, hops }) => [
          node,
          entity,
          hops.map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`).join(' '),
        ])
        .sort(),
    ).toEqual([
      ['m.cast', 'm.actor', '^film.actor.film'],
      ['m.film', 'm.actor', '^film.performance.film ^film.actor.film'],
      ['m.film', 'm.director', '^film.director.film'],
    ]);
  });

  it('lead to a hub in one step, too', async () => {
    const cities = Array.from({ length: 2001 }, (_, at) => `ns:m.c${at}`).join(', ');
    const kb = storeKb(`${FACTS} ns:m.hub ns:location.location.contains ${cities} .`);
    const surroundings = new KbSurroundings(kb, freebase(), 1000);
    const connections = await surroundings.findConnections(
      ['m.c7', 'm.film'],
      ['m.hub', 'm.director'],
      never,
    );
    expect(connections.map(({ node, entity }) => [node, entity]).sort()).toEqual([
      ['m.c7', 'm.hub'],
      ['m.film', 'm.director'],
    ]);
    const queries = kb.queries.filter((query) => query.startsWith('SELECT ?e ?p ?x'));
    expect(queries.filter((query) => /IN \([^)]*m\.hub/.test(query))).toHaveLength(2);
    expect(queries.filter((query) => /VALUES \?e \{[^}]*m\.director/.test(query))).toHaveLength(2);
  });

  it('of a hub come from a sample of facts and from the schema', async () => {
    const born = Array.from({ length: 40 }, (_, at) => `ns:m.a${at} ns:people.person.nationality ns:m.hub .`);
    const kb = storeKb(`${born.join('\n')} ${FACTS}
      ns:m.hub ns:type.object.type ns:location.country . ns:m.film ns:film.film.country ns:m.hub .
      ns:m.zfilm ns:film.film.country ns:m.hub . ns:m.river ns:geography.river.basin_countries ns:m.hub .`);
    const few = new KbSurroundings(kb, freebase(), 1000, 30);
    const stepsOf = async (it: KbSurroundings, id: string): Promise<readonly string[]> =>
      ((await it.relationsOf(['m.hub', 'm.actor', 'm.film'], never)).get(id) ?? [])
        .map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`)
        .sort();
    for (const id of ['m.hub', 'm.actor', 'm.film'])
      expect(await stepsOf(few, id)).toEqual(await stepsOf(new KbSurroundings(kb, freebase(), 1000), id));
    expect(await stepsOf(few, 'm.hub')).toEqual([
      '^film.film.country',
      '^geography.river.basin_countries',
      '^people.person.nationality',
    ]);
  });

  it('after very many mediators are sampled for each walk', async () => {
    const casts = Array.from(
      { length: 40 },
      (_, at) =>
        `ns:m.long ns:film.film.starring ns:m.c${at} . ns:m.c${at} ns:film.performance.actor ns:m.p${at} .`,
    );
    const kb = storeKb(casts.join('\n') + FACTS);
    const walks = ['m.long', 'm.film'].map((node) => ({
      node,
      hops: [{ relation: 'film.film.starring', reverse: false }],
    }));
    const paths = await new KbSurroundings(kb, freebase(), 1000, 20).findContinuations(walks, never);
    expect(paths.map(({ before, step: { relation } }) => `${before.node} ${relation}`).sort()).toEqual([
      'm.film film.performance.actor',
      'm.film film.performance.character',
      'm.long film.performance.actor',
    ]);
  });

  const DIRECTOR = { node: 'm.film', hops: [{ relation: 'film.film.directed_by', reverse: false }] };
  const DATE = { node: 'm.film', hops: [{ relation: 'film.film.initial_release_date', reverse: false }] };
  const NOTHING = { node: 'm.film', hops: [{ relation: 'film.film.genre', reverse: false }] };
  const ENDS = [
    { ends: [{ end: 'm.director', literal: false }], more: false },
    { ends: [], more: false },
    { ends: [{ end: '1997-12-19', literal: true }], more: false },
  ];

  it('include the ends of several paths, from one query', async () => {
    const { kb, it: facts } = around();
    expect(await facts.findPathEnds([DIRECTOR, NOTHING, DATE], 5, never)).toEqual(ENDS);
    expect(kb.queries).toHaveLength(1);
  });

  it('include the ends of each path if the endpoint sends only a part of all rows', async () => {
    const kb = storeKb(FACTS);
    const capped = {
      ...kb,
      execute: async (...[query, limits, signal]: Parameters<typeof kb.execute>) =>
        kb.execute(query, { ...limits, maxRows: 1 }, signal),
    };
    const facts = new KbSurroundings(capped, freebase(), 1000);
    expect(await facts.findPathEnds([DIRECTOR, NOTHING, DATE], 5, never)).toEqual(ENDS);
    expect(kb.queries).toHaveLength(4);
  });

  it('include the ends of a path of three hops, by a limited number of ways', async () => {
    const { kb, it: facts } = around();
    const hops = ['film.director.film', 'film.film.starring', 'film.performance.actor'].map((relation) => ({
      relation,
      reverse: false,
    }));
    expect(await facts.findPathEnds([{ node: 'm.director', hops }], 5, never)).toEqual([
      { ends: [{ end: 'm.actor', literal: false, middle: 'm.cast' }], more: false },
    ]);
    expect(kb.queries.join()).toContain('LIMIT 50000 } } LIMIT 6 }');
  });

  it('omit a path whose start is no IRI', async () => {
    const broken = { node: 'm.a> ?x', hops: DIRECTOR.hops };
    expect(await around().it.findPathEnds([broken, DIRECTOR], 5, never)).toEqual([
      { ends: [], more: false },
      ENDS[0],
    ]);
  });

  it('include relations to a number, by the datatype of the fact', async () => {
    const kb = storeKb('ns:m.engine ns:rail.locomotive_class.maximum_speed "97"^^xsd:float .');
    const nodes = ['integer', 'float', 'double'].map((type) => literalNode('97', XSD + type));
    const found = await new KbSurroundings(kb, freebase(), 1000).relationsOf(nodes, never);
    expect(nodes.map((node) => found.get(node)?.length)).toEqual([0, 1, 0]);
  });

  it('are read with a few concurrent queries', async () => {
    const kb = storeKb(FACTS);
    let [running, maxRunning] = [0, 0];
    const slow = {
      ...kb,
      execute: async (...asked: Parameters<typeof kb.execute>) => {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise(setImmediate);
        running--;
        return kb.execute(...asked);
      },
    };
    const relations = [
      'directed_by',
      'starring',
      'initial_release_date',
      'genre',
      'language',
      'country',
      'sequel',
    ];
    const walks = relations.flatMap((relation) =>
      ['m.film', 'm.other'].map((node) => ({
        node,
        hops: [{ relation: `film.film.${relation}`, reverse: false }],
      })),
    );
    const reached = await new KbSurroundings(slow, freebase(), 1000).findPathEnds(walks, 5000, never);
    expect(reached.map(({ ends }) => ends.length).slice(0, 6)).toEqual([1, 0, 1, 0, 1, 0]);
    expect(maxRunning).toBeLessThanOrEqual(5);
    expect(maxRunning).toBeGreaterThan(1);
  });

  it('include the values of the members of a class, also through mediators', async () => {
    const kb = storeKb(`
ns:m.a ns:type.object.type ns:location.country ; ns:location.location.area "5.0"^^xsd:float ;
  ns:location.statistical_region.population ns:m.p .
ns:m.p ns:measurement_unit.dated_integer.number "7"^^xsd:integer .
ns:m.b ns:location.location.area "9.0"^^xsd:float .`);
    const it = new KbSurroundings(kb, freebase(), 1000);
    const [area, people] = [
      { relation: 'location.location.area' },
      { via: 'location.statistical_region.population', relation: 'measurement_unit.dated_integer.number' },
    ];
    const summarize = (facts: Awaited<ReturnType<typeof it.measuresOfNodes>>): unknown =>
      facts.map(({ node, via, value }) => [node, via, value]);
    expect(summarize(await it.measuresOfClass('location.country', [area, people], 10, never))).toEqual([
      ['m.a', undefined, '5'],
      ['m.a', people.via, '7'],
    ]);
    expect(summarize(await it.measuresOfNodes(['m.b', 'm.a'], [people], never))).toEqual([
      ['m.a', people.via, '7'],
    ]);
    expect(await it.measuresOfClass('x> ?y } DROP ALL #', [area], 10, never)).toEqual([]);
  });

  it('include the numbers and dates of nodes, without texts', async () => {
    const { kb, it: surroundings } = around();
    expect(await surroundings.literalFacts(['m.film', 'm.cast'], never)).toEqual([
      {
        node: 'm.film',
        relation: 'film.film.initial_release_date',
        value: '1997-12-19',
        datatype: `${XSD}date`,
      },
    ]);
    // Virtuoso uses its index only if this filter is alone.
    expect(kb.queries.join()).toContain('FILTER (isLiteral(?v)) }');
  });

  it('include the members of a class in both directions, without duplicates by reverses', async () => {
    const kb = storeKb(`
ns:m.country ns:location.location.contains ns:m.museum, ns:m.town .
ns:m.museum ns:type.object.type ns:travel.tourist_attraction ; ns:location.location.containedby ns:m.country .
ns:m.tower ns:type.object.type ns:travel.tourist_attraction ; ns:symbols.namesake.named_after ns:m.country .
ns:m.town ns:type.object.type ns:location.citytown .`);
    const it = new KbSurroundings(kb, freebase(), 1000);
    const members = (type: string, most: number): Promise<unknown> =>
      it.findMembers(['m.country'], type, most, never);
    expect(await members('travel.tourist_attraction', 10)).toEqual([
      { node: 'm.country', relation: 'location.location.contains', reverse: false, members: ['m.museum'] },
      { node: 'm.country', relation: 'symbols.namesake.named_after', reverse: true, members: ['m.tower'] },
    ]);
    expect(await members('travel.tourist_attraction', 0)).toEqual([]);
    expect(await members('x> ?y } DROP ALL #', 10)).toEqual([]);
  });

  it('include the classes of nodes', async () => {
    const { it: surroundings } = around();
    expect(await surroundings.classesOf(['m.film'], (type) => type === 'film.film', never)).toEqual(
      new Map([['m.film', ['film.film']]]),
    );
    expect(await surroundings.classesOf(['m.film'], () => false, never)).toEqual(new Map());
  });

  it('are read by queries with a limit', async () => {
    const { kb, it: surroundings } = around();
    const nodes = ['m.film', 'm.cast'];
    const walk = { node: 'm.film', hops: [{ relation: 'film.film.starring', reverse: false }] };
    await surroundings.relationsOf([...nodes, literalNode('1997-12-19', `${XSD}date`)], never);
    await surroundings.findContinuations([walk], never);
    await surroundings.findPathEnds([walk], 5, never);
    await surroundings.findConnections(nodes, ['m.director', 'm.actor'], never);
    await surroundings.findMembers(nodes, 'film.film', 5, never);
    await surroundings.literalFacts(nodes, never);
    await surroundings.measuresOfClass('film.film', [{ relation: 'film.film.runtime' }], 5, never);
    await surroundings.classesOf(nodes, () => true, never);
    expect(kb.queries.filter((query) => !/ LIMIT \d+$/.test(query))).toEqual([]);
  });

  it('are queried once', async () => {
    const { kb, it: surroundings } = around();
    await surroundings.relationsOf(['m.film', 'm.actor'], never);
    const before = kb.queries.length;
    await surroundings.relationsOf(['m.actor', 'm.film'], never);
    expect(kb.queries.length).toBe(before);
  });

  it('are empty for an ID that is not valid in a query', async () => {
    const { kb, it: surroundings } = around();
    await surroundings.relationsOf(['m.x> ?p ?o } DROP ALL #'], never);
    expect(kb.queries.join()).not.toContain('DROP');
  });
});
