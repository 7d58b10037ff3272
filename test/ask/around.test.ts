/** What stands around nodes: asked of the real engine. */
import { describe, expect, it } from 'vitest';
import { KbSurroundings } from '../../server/src/core/ask/around/kb-surroundings';
import { literalNode } from '../../server/src/core/ask/around/surroundings';
import { XSD } from '../../server/src/core/rdf/names';
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

describe('What stands around a node', () => {
  it('are its relations, of a relation and its reverse only one, without what is of the KB itself', async () => {
    const steps = (await around().it.relationsOf(['m.film'], never)).get('m.film') ?? [];
    expect(
      steps.map(({ relation, reverse, ends, mediator }) => [relation, reverse, ends, mediator]).sort(),
    ).toEqual([
      ['film.film.directed_by', false, 1, false],
      ['film.film.initial_release_date', false, 1, false],
      ['film.film.starring', false, 1, true],
    ]);
  });

  it('is found against a relation that has no reverse', async () => {
    const steps = (await around().it.relationsOf(['m.country'], never)).get('m.country') ?? [];
    expect(steps).toEqual([
      { relation: 'people.person.nationality', reverse: true, ends: 1, mediator: false },
    ]);
  });

  it('is found from a value', async () => {
    const date = literalNode('1997-12-19', `${XSD}date`);
    const steps = (await around().it.relationsOf([date], never)).get(date) ?? [];
    expect(steps.map(({ relation, reverse }) => [relation, reverse])).toEqual([
      ['film.film.initial_release_date', true],
    ]);
  });

  it('goes on behind a mediator, not back to the start', async () => {
    const walk = { node: 'm.film', hops: [{ relation: 'film.film.starring', reverse: false }] };
    const paths = await around().it.onwards([walk], never);
    expect(paths.map(({ step }) => step.relation).sort()).toEqual([
      'film.performance.actor',
      'film.performance.character',
    ]);
  });

  it('is followed to its ends, with the node before', async () => {
    const hops = ['film.film.starring', 'film.performance.actor'].map((relation) => ({
      relation,
      reverse: false,
    }));
    const [reached] = await around().it.reach([{ node: 'm.film', hops }], 10, never);
    expect(reached).toEqual({ ends: [{ end: 'm.actor', literal: false, middle: 'm.cast' }], more: false });
  });

  it('says when there are more ends than were asked for', async () => {
    const kb = storeKb('ns:m.a ns:film.director.film ns:m.b, ns:m.c, ns:m.d .');
    const walk = { node: 'm.a', hops: [{ relation: 'film.director.film', reverse: false }] };
    const [reached] = await new KbSurroundings(kb, freebase(), 1000).reach([walk], 2, never);
    expect([reached?.ends.length, reached?.more]).toEqual([2, true]);
  });

  it('meets another entity by one step, and by two through a mediator', async () => {
    const met = await around().it.meetings(['m.film', 'm.cast'], ['m.director', 'm.actor'], never);
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

  it('is asked for once', async () => {
    const { kb, it: surroundings } = around();
    await surroundings.relationsOf(['m.film', 'm.actor'], never);
    const before = kb.asked.length;
    await surroundings.relationsOf(['m.actor', 'm.film'], never);
    expect(kb.asked.length).toBe(before);
  });

  it('is nothing for an id that could not be written into a query', async () => {
    const { kb, it: surroundings } = around();
    await surroundings.relationsOf(['m.x> ?p ?o } DROP ALL #'], never);
    expect(kb.asked.join()).not.toContain('DROP');
  });
});
