import { describe, expect, it } from 'vitest';
import { schemaChildren, schemaPath, type SchemaTreeNode } from '../../server/src/core/edit/schema-tree';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { freebase } from '../support/check';
import { librarySchema } from '../support/library-schema';

const below = (...names: readonly string[]): readonly SchemaTreeNode[] => descend(freebase(), names);

function descend(schema: KbSchema, names: readonly string[]): readonly SchemaTreeNode[] {
  let nodes = schemaChildren(schema);
  for (const name of names) {
    const next = nodes.find((node) => node.name === name);
    if (!next) throw new Error(`There is no ${name} among ${nodes.map((node) => node.name).join(', ')}`);
    nodes = schemaChildren(schema, next);
  }
  return nodes;
}

const named = (nodes: readonly SchemaTreeNode[], name: string): SchemaTreeNode | undefined =>
  nodes.find((node) => node.name === name);

describe('The schema tree', () => {
  it('has the domains of the commons at the top level, and one last node for community domains', () => {
    const top = below();
    expect(named(top, 'film')).toMatchObject({ kind: 'domain', id: 'film', description: '54 types' });
    expect(top.filter(({ kind }) => kind === 'domain').some(({ id }) => id.startsWith('base.'))).toBe(false);
    expect(top.at(-1)).toMatchObject({ kind: 'group', name: 'Community (base, user)' });
    expect(below('Community (base, user)').length).toBeGreaterThan(3000);
  });

  it('has types in domains and relations in types', () => {
    expect(named(below('film'), 'film')).toMatchObject({ kind: 'type', id: 'film.film', nature: 'entity' });
    expect(named(below('film', 'film'), 'directed_by')).toMatchObject({
      kind: 'relation',
      id: 'film.film.directed_by',
      description: '→ film.director',
      nature: 'entity',
      expandable: false,
    });
  });

  it('marks mediators and literals', () => {
    expect(named(below('film'), 'performance')).toMatchObject({
      nature: 'mediator',
      description: 'mediator · 5 relations',
    });
    expect(named(below('film', 'film'), 'initial_release_date')).toMatchObject({ nature: 'literal' });
  });

  it('has the relations of the mediator below a relation, without the one back', () => {
    expect(named(below('film', 'film'), 'starring')).toMatchObject({
      description: '→ film.performance (mediator)',
      expandable: true,
    });
    const behind = below('film', 'film', 'starring').map(({ id }) => id);
    expect(behind).toContain('film.performance.actor');
    expect(behind).not.toContain('film.performance.film');
  });

  it('has labels for screen readers', () => {
    expect(named(below('film', 'film'), 'starring')?.spoken).toBe(
      'relation starring, leads to mediator performance',
    );
    expect(named(below('film'), 'film')?.spoken).toMatch(/^type film, \d+ relations$/);
    expect(named(below(), 'film')?.spoken).toBe('domain film, 54 types');
  });

  it('marks nodes with children as expandable', () => {
    for (const node of [...below('film'), ...below('film', 'film')])
      expect(schemaChildren(freebase(), node).length > 0, node.id).toBe(node.expandable);
  });

  it('groups the relations without a domain', () => {
    expect(below('Without a domain').map(({ id }) => id)).toContain('common.topic.article');
  });

  it.each([...['film.film.directed_by', 'film.performance', 'film', 'base.aareas.schema.ad.parish']])(
    'has a path to %s',
    (id) => {
      const path = schemaPath(freebase(), id);
      expect(path.at(-1)?.id).toBe(id);
      const [top, ...rest] = path;
      const same = (node: SchemaTreeNode, other?: SchemaTreeNode): boolean =>
        node.id === other?.id && node.kind === other.kind;
      let parent = schemaChildren(freebase()).find((node) => same(node, top));
      for (const step of rest) {
        expect(parent).toBeDefined();
        parent = parent && schemaChildren(freebase(), parent).find((node) => same(node, step));
      }
      expect(parent?.id).toBe(id);
    },
  );

  it('has no path to unknown ids', () => {
    expect(schemaPath(freebase(), 'film.film.cast')).toEqual([]);
    expect(schemaPath(freebase(), '')).toEqual([]);
  });

  it('shows types without a domain at the top level', () => {
    const top = descend(librarySchema(), []);
    expect(top.map(({ name }) => name)).toEqual(['Book', 'Loan', 'Person', 'Reader', 'Without a domain']);
    expect(descend(librarySchema(), ['Book', 'Book/loan']).map(({ id }) => id)).toEqual([
      'Loan/reader',
      'Loan/due',
    ]);
    expect(schemaPath(librarySchema(), 'note').map(({ name }) => name)).toEqual(['Without a domain', 'note']);
  });
});
