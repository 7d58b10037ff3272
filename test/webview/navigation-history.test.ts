import { describe, expect, it } from 'vitest';
import { triplesToGraph } from '../../client/shared/triples-graph';
import { EMPTY_HISTORY, step, visit, type NavigationHistory } from '../../client/shared/navigation-history';
import { entity, integer, named } from './terms';

const at = (visited: NavigationHistory | undefined): string | undefined => visited?.places[visited.at];

describe('navigation between entities', () => {
  it('goes back and forward, and drops the forward entries after a new one', () => {
    const there = visit(visit(visit(EMPTY_HISTORY, 'a'), 'b'), 'c');
    const back = step(there, -1);
    expect(at(back)).toBe('b');
    expect(at(back && step(back, 1))).toBe('c');
    const other = back && visit(back, 'd');
    expect(at(other)).toBe('d');
    expect(other && step(other, 1)).toBeUndefined();
  });

  it('ignores the current entry, and stops at both ends', () => {
    const once = visit(EMPTY_HISTORY, 'a');
    expect(visit(once, 'a')).toBe(once);
    expect(step(once, -1)).toBeUndefined();
    expect(step(once, 1)).toBeUndefined();
  });
});

describe('graph of triples', () => {
  it('has one node per entity and one per occurrence of a literal', () => {
    const relation = entity('people.person.height');
    const rows = [
      [entity('m.1'), relation, integer(2)],
      [entity('m.2'), relation, integer(2)],
      [entity('m.1'), entity('people.person.spouse'), entity('m.2')],
    ];
    const graph = triplesToGraph(rows, named({ 'm.1': 'Ada' }), (iri) => iri.endsWith('m.2'));
    expect(graph.nodes.map(({ label, kind }) => [label, kind])).toEqual([
      ['Ada', 'entity'],
      ['2', 'literal'],
      ['m.2', 'mediator'],
      ['2', 'literal'],
    ]);
    expect(graph.edges.map(({ label }) => label)).toEqual(['height', 'height', 'spouse']);
    expect(graph.truncated).toBe(false);
  });
});
