import { describe, expect, it } from 'vitest';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { entityFacts } from '../../server/src/core/query/entity-facts';
import type { EntityFacts, FactGroup } from '../../server/src/core/query/facts';
import { freebase } from '../support/check';
import { openOxigraphKb, type RecordingKb } from '../support/oxigraph-kb';

const NS = 'http://rdf.freebase.com/ns/';

function factsOf(
  kb: RecordingKb,
  iri: string,
  schema: KbSchema | undefined = freebase(),
): Promise<EntityFacts> {
  const reading = { schema, language: 'en' };
  return entityFacts(kb, new EntityDirectory(kb, reading), iri, reading, new AbortController().signal);
}

/** A line for each relation: `label: value, value`, with `<` before incoming relations. */
function lines({ groups }: EntityFacts): readonly string[] {
  return groups.map((group) => `${group.direction === 'in' ? '< ' : ''}${group.label}: ${valuesOf(group)}`);
}
function valuesOf({ values }: FactGroup): string {
  return values
    .map(({ term, name, parts }) =>
      parts
        ? `[${parts.map((part) => `${part.label} ${part.name ?? part.term.value}`).join(', ')}]`
        : (name ?? term.value),
    )
    .join(', ');
}

describe('The facts about an entity', () => {
  it('are grouped by relation, with names first and types last, and include the parts of mediators', async () => {
    const kb = openOxigraphKb(`
      ns:m.0ann ns:type.object.type ns:people.person, ns:common.topic ; ns:people.person.date_of_birth "1950-01-01"^^xsd:date ;
        ns:people.person.place_of_birth ns:m.0york ; ns:people.person.spouse_s ns:m.0wed2, ns:m.0wed1 ;
        ns:type.object.name "Anna"@de, "Ann"@en .
      ns:m.0york ns:type.object.name "York"@en .
      ns:m.0wed1 ns:type.object.type ns:people.marriage ; ns:people.marriage.spouse ns:m.0ann, ns:m.0bob ; ns:people.marriage.from "1970"^^xsd:gYear .
      ns:m.0wed2 ns:type.object.type ns:people.marriage ; ns:people.marriage.spouse ns:m.0ann, ns:m.0cid ; ns:people.marriage.from "1990"^^xsd:gYear .
      ns:m.0bob ns:type.object.name "Bob"@en . ns:m.0cid ns:type.object.name "Cid"@en .
      ns:m.0film ns:film.film.subjects ns:m.0ann ; ns:type.object.name "A Life"@en .`);
    const facts = await factsOf(kb, `${NS}m.0ann`);
    expect(facts.card).toEqual({ name: 'Ann', types: ['common.topic', 'people.person'], mediator: false });
    expect(lines(facts)).toEqual([
      'name: Ann, Anna',
      'place of birth: York',
      'spouse(s): [spouse Bob, from 1970], [spouse Cid, from 1990]',
      'date of birth: 1950-01-01',
      '< subjects: A Life',
      'type: person, topic',
    ]);
    expect(facts.truncated).toBe(false);
    expect(facts.problem).toBeUndefined();
  });

  it('lists a fact once if the KB has it in both directions', async () => {
    const kb = openOxigraphKb(`
      ns:m.0ann ns:people.person.place_of_birth ns:m.0york . ns:m.0york ns:location.location.people_born_here ns:m.0ann .`);
    expect(lines(await factsOf(kb, `${NS}m.0ann`))).toEqual([
      'place of birth: http://rdf.freebase.com/ns/m.0york',
    ]);
  });

  it('truncates many facts, but keeps every relation', async () => {
    const films = Array.from({ length: 4000 }, (_, index) => `ns:m.0f${index}`).join(', ');
    const kb = openOxigraphKb(
      `ns:m.0ann ns:film.actor.film ${films} ; ns:people.person.place_of_birth ns:m.0york .`,
    );
    const { groups } = await factsOf(kb, `${NS}m.0ann`);
    const brief = groups.map(({ label, values, truncated }) => [label, values.length, truncated]);
    expect(brief).toContainEqual(['film', 25, true]);
    expect(brief).toContainEqual(['place of birth', 1, false]);
  });

  it('works with other vocabularies, and without a schema', async () => {
    const kb = openOxigraphKb(
      `ex:ada a ex:Person ; rdfs:label "Ada" ; ex:wrote ex:notes . ex:notes rdfs:label "Notes" .`,
    );
    const facts = await factsOf(kb, 'http://example.org/ada', undefined);
    expect(lines(facts)).toEqual(['label: Ada', 'wrote: Notes', 'type: http://example.org/Person']);
  });

  it('explain why there are none', async () => {
    const kb = openOxigraphKb('');
    expect((await factsOf(kb, `${NS}m.0ann`)).problem).toBe('The KB Test has no facts about it.');
    expect((await factsOf(kb, '_:b0')).problem).toContain('cannot be looked up');
    kb.intercept = () => ({ status: 'timed-out', message: 'Too slow.' });
    expect((await factsOf(kb, `${NS}m.0ann`)).problem).toBe('Too slow.');
  });
});
