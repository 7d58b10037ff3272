import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeSchema, encodeSchema } from '../../server/src/core/schema/compact-schema';
import { labelOf, qualifiedLabelOf } from '../../server/src/core/schema/labels';
import { KbSchema, toUsageLevel } from '../../server/src/core/schema/schema';
import { freebase, PROJECT, SCHEMA_FILE } from '../support/check';

const FACTS = join(PROJECT, '..', 'shared', 'freebase');

describe('the bundled schema', () => {
  const schema = freebase();

  it('contains the relations and types of Freebase', () => {
    expect(schema.name).toBe('Freebase');
    expect(schema.relationCount).toBeGreaterThan(22_000);
    expect(schema.typeCount).toBeGreaterThan(12_000);
    expect([...schema.relationIds()]).toHaveLength(schema.relationCount);
    expect([...schema.typeIds()]).toHaveLength(schema.typeCount);
  });

  it.each([
    [
      'people.person.place_of_birth',
      'people.person',
      'location.location',
      'location.location.people_born_here',
    ],
    ['people.person.spouse_s', 'people.person', 'people.marriage', 'people.marriage.spouse'],
    ['people.person.date_of_birth', 'people.person', 'type.datetime', undefined],
    ['film.film.starring', 'film.film', 'film.performance', 'film.performance.film'],
    ['film.film.directed_by', 'film.film', 'film.director', 'film.director.film'],
    ['measurement_unit.dated_integer.number', 'measurement_unit.dated_integer', 'type.int', undefined],
    ['people.person.height_meters', 'people.person', 'type.float', undefined],
  ])('%s has domain %s, range %s and reverse %s', (id, domain, range, reverse) => {
    expect(schema.relation(id)).toMatchObject({ id, domain, range, reverse });
  });

  it.each([
    ['people.marriage', 'mediator'],
    ['film.performance', 'mediator'],
    ['measurement_unit.dated_integer', 'mediator'],
    ['people.person', 'entity'],
    ['film.film', 'entity'],
    ['type.object', 'unknown'],
  ])('%s is of kind %s', (id, kind) => {
    expect(schema.type(id)?.kind).toBe(kind);
  });

  it.each([
    ['type.int', 'integer'],
    ['type.float', 'float'],
    ['type.datetime', 'datetime'],
    ['type.boolean', 'boolean'],
    ['type.text', 'text'],
    ['type.rawstring', 'text'],
  ])('%s is a literal of the family %s', (id, literal) => {
    expect(schema.type(id)).toMatchObject({ kind: 'literal', literal });
  });

  it('returns the directly and indirectly included types', () => {
    expect(schema.includedTypes('film.actor')).toContain('people.person');
    expect(schema.includedTypes('film.actor')).toContain('common.topic');
    expect(schema.includedTypes('people.person')).not.toContain('film.actor');
    expect(schema.areRelated('film.actor', 'people.person')).toBe(true);
    expect(schema.areRelated('people.person', 'film.actor')).toBe(true);
    expect(schema.areRelated('people.person', 'spaceflight.rocket')).toBe(false);
  });

  it('finds relations by domain and co-occurring types like a full scan', () => {
    const { shortcuts, ...data } = decodeSchema(readFileSync(SCHEMA_FILE, 'utf8'));
    const searched = new KbSchema(data);
    const types = [...schema.typeIds(), 'no.such_type', ''];
    expect(shortcuts).toBeDefined();
    expect(types.map((type) => schema.relationsOf(type))).toEqual(
      types.map((type) => searched.relationsOf(type)),
    );
    const pairs = [...data.together];
    expect(pairs.filter(([left, right]) => !schema.coOccur(left, right))).toEqual([]);
    expect(pairs.filter(([left, right]) => !schema.coOccur(right, left))).toEqual([]);
    const others = pairs.map(([left], index) => [left, types[(index * 7919) % types.length] ?? ''] as const);
    expect(others.filter(([left, right]) => schema.coOccur(left, right))).toEqual(
      others.filter(([left, right]) => searched.coOccur(left, right)),
    );
  });

  it('finds co-occurring types in either order', () => {
    const [pair] = decodeSchema(readFileSync(SCHEMA_FILE, 'utf8')).together;
    if (!pair) throw new Error('No pair');
    const [left, right] = pair;
    expect(schema.coOccur(left, right)).toBe(true);
    expect(schema.coOccur(right, left)).toBe(true);
    expect(schema.coOccur('people.person', 'spaceflight.rocket')).toBe(false);
  });

  it('lists the relations of a type', () => {
    expect(schema.relationsOf('people.marriage')).toEqual(
      expect.arrayContaining(['people.marriage.from', 'people.marriage.spouse', 'people.marriage.to']),
    );
    expect(schema.relationsOf('no.such_type')).toEqual([]);
  });

  it('contains every reverse and every type of its relations', () => {
    const loose = [...schema.relationIds()].filter((id) => {
      const { domain, range, reverse } = schema.relation(id) ?? {};
      const types = [domain, range].filter((type) => type !== undefined);
      return (
        !types.every((type) => schema.hasType(type)) ||
        (reverse !== undefined && !schema.hasRelation(reverse))
      );
    });
    expect(loose).toEqual([]);
  });

  it('has a label for every id', () => {
    const ids = [...schema.relationIds(), ...schema.typeIds()];
    expect(ids.filter((id) => !labelOf(id).trim() || !qualifiedLabelOf(id).trim())).toEqual([]);
    expect(labelOf('people.person.place_of_birth')).toBe('place of birth');
    expect(qualifiedLabelOf('people.person.place_of_birth')).toBe('person → place of birth');
  });

  it('is complete for the commons, not for private vocabularies', () => {
    expect(schema.isCompleteFor('people.person.quokka')).toBe(true);
    expect(schema.isCompleteFor('quokka.quokka.quokka')).toBe(true);
    expect(schema.isCompleteFor('user.somebody.default_domain.thing')).toBe(false);
    expect(schema.isCompleteFor('base.quokkaspotting.quokka')).toBe(false);
  });

  it('distinguishes ids from IRIs of other vocabularies', () => {
    expect(schema.idOf('http://rdf.freebase.com/ns/film.film')).toBe('film.film');
    expect(schema.idOf('http://www.w3.org/2000/01/rdf-schema#label')).toBe(
      'http://www.w3.org/2000/01/rdf-schema#label',
    );
    expect(schema.idOf('http://example.org/film.film')).toBeUndefined();
  });
});

describe('the compact format', () => {
  const bytes = readFileSync(SCHEMA_FILE, 'utf8');

  it('is decoded and encoded without changes', () => {
    expect(encodeSchema(decodeSchema(bytes)) === bytes).toBe(true);
  });

  it('is small enough to ship', () => {
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(1_000_000);
  });

  it.each([
    ['of another version', 'funfusic-schema 2\n', 'version'],
    ['that is empty', '', 'incomplete'],
    ['cut off in the middle', bytes.slice(0, 5000), 'incomplete'],
    ['without a section', 'funfusic-schema 1\n{}\nrelations 0\n', '"types" is missing'],
  ])('rejects a file %s with a reason', (_, text, reason) => {
    expect(() => decodeSchema(text)).toThrow(reason);
  });
});

describe('usage levels', () => {
  it('exist for relations and types, in facts and in queries', () => {
    expect(freebase().relation('people.person.place_of_birth')?.use.queries).toBeGreaterThan(3);
    expect(freebase().type('film.film')?.use.facts).toBeGreaterThan(5);
    expect(freebase().usual.slice(0, 20)).toContain('film.actor.film');
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [1000, 10],
  ])('of %d uses is %d', (count, level) => {
    expect(toUsageLevel(count)).toBe(level);
  });
});

describe.runIf(existsSync(FACTS))('with the facts of Freebase at hand', () => {
  it('the build of the schema reproduces the committed file', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['esbuild.mjs', '--run', 'tools/build-schema.ts', '--check'],
      {
        cwd: PROJECT,
        encoding: 'utf8',
      },
    );
    expect(status, stdout + stderr).toBe(0);
    // The build counts the uses of every relation in 1.5 million facts.
  }, 180_000);
});
