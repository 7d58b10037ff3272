import { describe, expect, it } from 'vitest';
import { KbSchema } from '../../server/src/core/schema/schema';
import { parseUserSchema } from '../../server/src/core/schema/user-schema';
import { toUserSchema } from '../../server/src/core/schema/write-user-schema';
import { findingLines, freebase } from '../support/check';

const zoo = {
  name: 'Zoo',
  namespace: 'http://zoo.example/',
  types: {
    animal: {},
    bird: { includes: ['animal'] },
    keeper: {},
    feeding: { kind: 'mediator' },
    weight: { kind: 'literal', literal: 'float' },
  },
  relations: {
    keeper: { domain: 'animal', range: 'keeper', reverse: 'animals' },
    animals: { domain: 'keeper', range: 'animal', reverse: 'keeper' },
    fed: { domain: 'animal', range: 'feeding' },
    at: { domain: 'feeding', range: 'datetime' },
    weighs: { domain: 'animal', range: 'weight' },
    anything: {},
  },
};

function schemaOf(value: unknown): KbSchema {
  const parsed = parseUserSchema(value, 'fallback');
  if ('problem' in parsed) throw new Error(parsed.problem);
  return new KbSchema(parsed.data);
}

function problemOf(value: unknown): string {
  const parsed = parseUserSchema(value, 'fallback');
  return 'problem' in parsed ? parsed.problem : '';
}

describe('a schema converted to the user format', () => {
  const all = { relation: () => true, type: () => true };
  it.each([
    ['user-defined', schemaOf(zoo)],
    ['bundled', freebase()],
  ])('equals the %s schema', (_, schema) => {
    const again = schemaOf(JSON.parse(JSON.stringify(toUserSchema(schema.data, schema.name, all))));
    expect([again.name, again.namespace, again.machineIds]).toEqual([
      schema.name,
      schema.namespace,
      schema.machineIds,
    ]);
    expect([...again.relationIds()].sort()).toEqual([...schema.relationIds()].sort());
    for (const id of schema.relationIds()) {
      const { use: one, ...was } = schema.relation(id) ?? {};
      const { use: other, ...is } = again.relation(id) ?? {};
      expect([is, other?.facts]).toEqual([was, one?.facts]);
    }
    for (const id of schema.typeIds()) {
      expect(again.includedTypes(id)).toEqual(schema.includedTypes(id));
      expect(again.isCompleteFor(id)).toBe(schema.isCompleteFor(id));
    }
    const [[left, right] = ['', '']] = schema.data.together;
    expect(again.coOccur(left, right)).toBe(schema.coOccur(left, right));
    expect(again.isCompleteFor('user.somebody.thing')).toBe(schema.isCompleteFor('user.somebody.thing'));
  });

  it('lacks filtered relations and types, and references to them', () => {
    const left = { relation: (id: string) => id !== 'animals', type: (id: string) => id !== 'animal' };
    const again = schemaOf(toUserSchema(schemaOf(zoo).data, 'Less', left));
    expect([again.hasRelation('animals'), again.hasType('animal')]).toEqual([false, false]);
    expect(again.relation('keeper')).toMatchObject({
      domain: undefined,
      range: 'keeper',
      reverse: undefined,
    });
    expect([...again.includedTypes('bird')]).toEqual(['bird']);
  });
});

describe('a user-defined schema', () => {
  it('is parsed', () => {
    const schema = schemaOf(zoo);
    expect(schema.name).toBe('Zoo');
    expect(schema.relationCount).toBe(6);
    expect(schema.relation('keeper')).toMatchObject({
      id: 'keeper',
      domain: 'animal',
      range: 'keeper',
      reverse: 'animals',
    });
    expect(schema.type('feeding')?.kind).toBe('mediator');
    expect(schema.type('weight')).toMatchObject({ kind: 'literal', literal: 'float' });
    expect(schema.type('datetime')).toMatchObject({ kind: 'literal', literal: 'datetime' });
    expect(schema.includedTypes('bird')).toContain('animal');
    expect(schema.machineIds).toBe(false);
  });

  it('has usage levels', () => {
    const schema = schemaOf({
      types: {},
      relations: { rare: {}, common: { uses: 1000 }, some: { uses: 3 } },
    });
    expect(schema.usual).toEqual(['common', 'some']);
    expect(schema.relation('common')?.use).toEqual({ facts: 10, queries: 0 });
  });

  it('uses the fallback name if it has no name', () => {
    expect(schemaOf({ types: {}, relations: { r: {} } }).name).toBe('fallback');
  });

  it('is used to check queries', () => {
    const schema = schemaOf(zoo);
    const query = (pattern: string): readonly string[] =>
      findingLines(`PREFIX z: <http://zoo.example/>\nSELECT ?x { ${pattern} }`, { schema });
    expect(query('?x z:keeper ?y . ?y z:animals ?z')).toEqual([]);
    expect(query('?x z:keepr ?y')).toEqual(["error grounding 'z:keepr'"]);
    expect(query('?x a z:brid')).toEqual(["error grounding 'z:brid'"]);
    expect(query('?y z:fed ?x')).toEqual(["warning intermediate '?x'"]);
    expect(query('?x z:weighs "2000-01-01"^^xsd:date')).toEqual([
      'error float_suffix \'"2000-01-01"^^xsd:date\'',
    ]);
    expect(query('?x z:keeper "Ann"')).toEqual(["error lf_semantic 'z:keeper'"]);
    expect(query('z:m.0aeiou z:keeper ?x')).toEqual([]);
  });

  it('that is incomplete makes unknown names information', () => {
    const schema = schemaOf({ ...zoo, complete: false });
    expect(findingLines('PREFIX z: <http://zoo.example/>\nSELECT ?x { ?x z:keepr ?y }', { schema })).toEqual([
      "information grounding 'z:keepr'",
    ]);
  });

  it.each([
    ['no object', 'x', /object/i],
    ['null', null, /object/i],
    ['a list', [], /object/i],
    ['nothing in it', {}, /types/],
    ['an unknown field', { ...zoo, relatons: {} }, /relatons/],
    ['a type of an unknown kind', { ...zoo, types: { bird: { kind: 'beast' } } }, /types → bird → kind/],
    ['an unknown field of a type', { ...zoo, types: { bird: { wings: 2 } } }, /types → bird/],
    ['a literal without its family', { ...zoo, types: { weight: { kind: 'literal' } } }, /types → weight/],
    ['a family on an entity', { ...zoo, types: { bird: { literal: 'text' } } }, /types → bird/],
    [
      'an unknown family',
      { ...zoo, types: { w: { kind: 'literal', literal: 'colour' } } },
      /types → w → literal/,
    ],
    [
      'an included type that is missing',
      { ...zoo, types: { ...zoo.types, owl: { includes: ['brid'] } } },
      /types → owl → includes.*"brid"/,
    ],
    [
      'a domain that is missing',
      { ...zoo, relations: { r: { domain: 'brid' } } },
      /relations → r → domain.*"brid"/,
    ],
    [
      'a range that is missing',
      { ...zoo, relations: { r: { range: 'brid' } } },
      /relations → r → range.*"brid"/,
    ],
    [
      'a reverse that is missing',
      { ...zoo, relations: { r: { reverse: 's' } } },
      /relations → r → reverse.*"s"/,
    ],
    ['a domain that is no text', { ...zoo, relations: { r: { domain: 3 } } }, /relations → r → domain/],
    ['no relation at all', { ...zoo, relations: {} }, /relations: define at least one/],
    ['a pair that is none', { ...zoo, together: [['animal']] }, /together → 0/],
    ['an empty namespace', { ...zoo, namespace: '' }, /namespace/],
  ])('with %s is rejected with the path of the problem', (_, value, place) => {
    expect(problemOf(value)).toMatch(place);
    expect(problemOf(value)).toMatch(/\.$/);
  });

  it('with many problems reports the first few and the number of others', () => {
    const relations = Object.fromEntries(
      Array.from({ length: 9 }, (_, number) => [`r${number}`, { domain: number }]),
    );
    expect(problemOf({ ...zoo, relations })).toMatch(/and 6 more/);
  });

  it('accepts names such as "constructor"', () => {
    const schema = schemaOf({
      types: { constructor: {}, toString: {} },
      relations: { hasOwnProperty: { domain: 'constructor' } },
    });
    expect(schema.hasRelation('hasOwnProperty')).toBe(true);
    expect(schema.hasRelation('valueOf')).toBe(false);
    expect(schema.type('toString')?.kind).toBe('entity');
  });
});
