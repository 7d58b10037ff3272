import { describe, expect, it } from 'vitest';
import type { Execution } from '../../server/src/core/kb/knowledge-base';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { freebase } from '../support/check';
import { openOxigraphKb, type RecordingKb } from '../support/oxigraph-kb';

const PEOPLE = `
ns:m.02mjmr ns:type.object.name "Barack Obama"@en, "Барак Обама"@ru ; ns:type.object.type ns:people.person, ns:common.topic ;
  ns:common.topic.description "Ehemaliger Präsident."@de, "A former president."@en .
ns:m.02hrh0_ ns:type.object.name "Гонолулу"@ru, "Honolulu"@fr .
ns:m.0abc12 rdfs:label "No language" ; ns:type.object.name "Auf Deutsch"@de .
ns:m.0marriage ns:type.object.type ns:people.marriage ; ns:people.marriage.spouse ns:m.0only_object .
`;
const unreachable: Execution = { status: 'unreachable', message: 'Unreachable.' };
const never = new AbortController().signal;

const iri = (id: string): string => FREEBASE + id;
const directoryOf = (kb: RecordingKb, language = 'en'): EntityDirectory =>
  new EntityDirectory(kb, { schema: freebase(), language });

describe('The directory of entities', () => {
  it('looks up names and types of many ids with one query, and caches them', async () => {
    const kb = openOxigraphKb(
      Array.from({ length: 60 }, (_, index) => `ns:m.0${index} ns:type.object.name "No ${index}"@en .`).join(
        '\n',
      ),
    );
    const directory = directoryOf(kb);
    const ids = Array.from({ length: 60 }, (_, index) => iri(`m.0${index}`));
    expect(directory.known(iri('m.07'))).toBeUndefined();
    const cards = await directory.lookUp(ids, never);
    expect(cards.get(iri('m.07'))).toEqual({ exists: true, name: 'No 7', types: [], mediator: false });
    expect(directory.known(iri('m.07'))).toBe(cards.get(iri('m.07')));
    await directory.lookUp(ids, never);
    expect(kb.queries).toHaveLength(1);
  });

  it('falls back to another query for unknown ids, and remembers the choice', async () => {
    const kb = openOxigraphKb(PEOPLE);
    const other = openOxigraphKb(PEOPLE);
    const directory = directoryOf(kb);
    const view = directory.withKb(other);
    await directory.lookUp([iri('m.02mjmr')], never);
    await view.lookUp([iri('m.02mjmr'), iri('m.0abc12')], never);
    expect(other.queries.join()).not.toContain('m.02mjmr');
    expect(directory.known(iri('m.0abc12'))?.name).toBe('No language');
    directory.clear();
    expect(view.known(iri('m.0abc12'))).toBeUndefined();
  });

  it('prefers the name in the requested language, then one without a language, then any', async () => {
    const ids = [iri('m.02mjmr'), iri('m.02hrh0_'), iri('m.0abc12')];
    const namesIn = async (language: string): Promise<unknown> =>
      [...(await directoryOf(openOxigraphKb(PEOPLE), language).lookUp(ids, never)).values()].map(
        ({ name }) => name,
      );
    expect(await namesIn('en')).toEqual(['Barack Obama', 'Honolulu', 'No language']);
    expect(await namesIn('ru')).toEqual(['Барак Обама', 'Гонолулу', 'No language']);
    expect(await namesIn('de')).toEqual(['Barack Obama', 'Honolulu', 'Auf Deutsch']);
  });

  it('reads the labels and types of other vocabularies', async () => {
    const kb = openOxigraphKb('ex:ada a ex:Person ; skos:prefLabel "Ada" .');
    const cards = await directoryOf(kb).lookUp(['http://example.org/ada'], never);
    expect([...cards.values()]).toEqual([
      { exists: true, name: 'Ada', types: ['http://example.org/Person'], mediator: false },
    ]);
  });

  it('recognizes a mediator by its type, and does not request its name', async () => {
    const kb = openOxigraphKb(PEOPLE);
    const cards = await directoryOf(kb).lookUp([iri('m.0marriage')], never);
    expect(cards.get(iri('m.0marriage'))).toMatchObject({ mediator: true, types: ['people.marriage'] });
    expect(kb.queries).toHaveLength(1);
  });

  it('distinguishes existing from missing ids, and caches both', async () => {
    const kb = openOxigraphKb(PEOPLE);
    const directory = directoryOf(kb);
    const cards = await directory.lookUp([iri('m.0only_object'), iri('m.0nowhere')], never);
    expect(cards.get(iri('m.0only_object'))?.exists).toBe(true);
    expect(cards.get(iri('m.0nowhere'))?.exists).toBe(false);
    const queryCount = kb.queries.length;
    await directory.lookUp([iri('m.0nowhere')], never);
    expect(kb.queries).toHaveLength(queryCount);
    expect(kb.queries.filter((query) => !/ LIMIT \d+$/.test(query))).toEqual([]);
  });

  it('claims nothing if the KB is unreachable, reports why, and asks again the next time', async () => {
    const kb = openOxigraphKb(PEOPLE);
    kb.intercept = () => unreachable;
    const directory = directoryOf(kb);
    expect(await directory.lookUp([iri('m.02mjmr')], never)).toEqual(new Map());
    expect(directory.problem).toBe('Unreachable.');
    expect(directory.known(iri('m.02mjmr'))).toBeUndefined();
    kb.intercept = () => undefined;
    expect((await directory.lookUp([iri('m.02mjmr')], never)).get(iri('m.02mjmr'))?.name).toBe(
      'Barack Obama',
    );
    expect(directory.problem).toBeUndefined();
  });

  it('uses smaller batches if a KB truncates its answers', async () => {
    const kb = openOxigraphKb(
      Array.from({ length: 90 }, (_, index) => `ns:m.0${index} ns:type.object.name "No ${index}"@en .`).join(
        '\n',
      ),
    );
    kb.intercept = (query) =>
      query.split('ns/m.0').length > 31
        ? {
            status: 'answered',
            answer: { kind: 'table', columns: ['e', 'p', 'v'], rows: [] },
            incomplete: { reason: 'server-cap', message: 'Cut.' },
          }
        : undefined;
    const ids = Array.from({ length: 90 }, (_, index) => iri(`m.0${index}`));
    const cards = await directoryOf(kb).lookUp(ids, never);
    expect([...cards.values()].filter(({ exists }) => exists)).toHaveLength(90);
  });

  it('sends a few requests at the same time for many ids', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `m.0${index}`);
    const kb = openOxigraphKb(ids.map((id) => `ns:${id} ns:type.object.name "No ${id}"@en .`).join('\n'));
    let [running, most] = [0, 0];
    kb.intercept = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return undefined;
    };
    const found = await directoryOf(kb).lookUp(ids.map(iri), never);
    expect([...found].map(([id, { name }]) => `${name} ${id}`).sort()).toEqual(
      ids.map((id) => `No ${id} ${iri(id)}`).sort(),
    );
    // One query finds the relations of the KB.
    expect([most, kb.queries.length]).toEqual([4, 11]);
  });

  it('requests only the relations that the KB has for many ids, until its cache is cleared', async () => {
    const ids = Array.from({ length: 102 }, (_, index) => `m.0${index}`);
    const kb = openOxigraphKb(ids.map((id) => `ns:${id} ns:type.object.name "No ${id}"@en .`).join('\n'));
    const directory = directoryOf(kb);
    const [first = '', ...others] = ids.map(iri);
    await directory.lookUp([first], never);
    expect(kb.queries.join()).toContain('rdf-schema#label');
    await directory.lookUp(ids.map(iri), never);
    const before = kb.queries.length;
    await directory.lookUp([iri('m.0nowhere')], never);
    expect(kb.queries.slice(before).join()).not.toMatch(/rdf-schema#label|object\.type/);
    directory.clear();
    await directory.lookUp([first], never);
    expect(kb.queries.at(-1)).toContain('rdf-schema#label');
    expect((await directory.lookUp(others, never)).size).toBe(101);
  });

  it('looks up many ids in a KB without names and types, and in one that rejects the query for relations', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => iri(`m.0${index}`));
    const nameless = await directoryOf(openOxigraphKb('ns:m.07 ns:a.b.c ns:m.08 .')).lookUp(ids, never);
    expect([...nameless.values()].filter(({ exists }) => exists)).toHaveLength(2);
    const kb = openOxigraphKb('ns:m.07 rdfs:label "Seven"@en .');
    kb.intercept = (query) =>
      query.startsWith('SELECT ?p WHERE') ? { status: 'refused', message: 'No.' } : undefined;
    expect((await directoryOf(kb).lookUp(ids, never)).get(iri('m.07'))?.name).toBe('Seven');
  });

  it('sends one request for concurrent lookups of the same id', async () => {
    const kb = openOxigraphKb(PEOPLE);
    const directory = directoryOf(kb);
    const [one, other] = await Promise.all([
      directory.lookUp([iri('m.02mjmr')], never),
      directory.lookUp([iri('m.02mjmr')], never),
    ]);
    expect(one).toEqual(other);
    expect(kb.queries).toHaveLength(1);
  });

  it('continues while one caller waits, and stops when all have cancelled', async () => {
    const kb = openOxigraphKb(PEOPLE);
    let stopped = 0;
    const execute = kb.execute.bind(kb);
    let letGo = (): void => undefined;
    kb.execute = async (query, limits, signal) => {
      signal.addEventListener('abort', () => stopped++);
      await new Promise<void>((resolve) => (letGo = resolve));
      return execute(query, limits, signal);
    };
    const directory = directoryOf(kb);
    const impatient = new AbortController();
    const cancelled = directory.lookUp([iri('m.02mjmr')], impatient.signal);
    const continued = directory.lookUp([iri('m.02mjmr')], never);
    impatient.abort();
    await expect(cancelled).rejects.toThrow();
    expect(stopped).toBe(0);
    letGo();
    expect((await continued).size).toBe(1);

    const before = stopped;
    const alone = directory.lookUp([iri('m.02hrh0_')], impatient.signal);
    await expect(alone).rejects.toThrow();
    const last = new AbortController();
    const pending = directory.lookUp([iri('m.02hrh0_')], last.signal);
    last.abort();
    await expect(pending).rejects.toThrow();
    expect(stopped).toBe(before + 1);
  });

  it('does not look up invalid IRIs', async () => {
    const kb = openOxigraphKb(PEOPLE);
    const hostile = ['_:b0', '', 'no scheme', `${iri('m.0')}> } DROP ALL #`, 'http://x/\n', 'http://x/{'];
    expect(await directoryOf(kb).lookUp(hostile, never)).toEqual(new Map());
    expect(kb.queries).toEqual([]);
  });

  it('returns a name on one line, without control characters, and shortened', async () => {
    const long = 'x'.repeat(5000);
    const kb = openOxigraphKb(
      `ns:m.0a ns:type.object.name "a\\u202Eb\\u001B[31mc\\nd"@en . ns:m.0b ns:type.object.name "${long}"@en .`,
    );
    const cards = await directoryOf(kb).lookUp([iri('m.0a'), iri('m.0b')], never);
    expect(cards.get(iri('m.0a'))?.name).toBe('a b [31mc d');
    expect(cards.get(iri('m.0b'))?.name).toHaveLength(1001);
  });

  it('returns the description in the requested language', async () => {
    const directory = directoryOf(openOxigraphKb(PEOPLE), 'de');
    expect(await directory.describe(iri('m.02mjmr'), never)).toBe('Ehemaliger Präsident.');
    expect(await directory.describe(iri('m.02hrh0_'), never)).toBeUndefined();
  });

  it('clears its cache when the KB was changed', async () => {
    const kb = openOxigraphKb(PEOPLE);
    const directory = directoryOf(kb);
    await directory.lookUp([iri('m.02mjmr')], never);
    directory.clear();
    expect(directory.known(iri('m.02mjmr'))).toBeUndefined();
  });
});
