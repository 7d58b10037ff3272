/** Schemas derived from facts: what they contain, and that queries with answers have no findings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deriveSchema, type DeriveOptions } from '../../server/src/core/schema/derive-schema';
import type { SchemaDerivation } from '../../server/src/core/schema/derive/write-schema';
import type { Execution, KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { KbSchema } from '../../server/src/core/schema/schema';
import { parseUserSchema } from '../../server/src/core/schema/user-schema';
import { checkText, isAlarm } from '../../tools/corpus/measure';
import { sampleKb, storeKb } from '../../tools/store-kb';
import { ROOT } from '../lsp/build';
import { freebase } from '../support/check';

async function derive(kb: KnowledgeBase, options: DeriveOptions = {}): Promise<SchemaDerivation> {
  const derived = await deriveSchema(kb, options, () => undefined, new AbortController().signal);
  if ('problem' in derived) throw new Error(derived.problem);
  return derived;
}

function schemaOf({ schema }: SchemaDerivation): KbSchema {
  const parsed = parseUserSchema(JSON.parse(JSON.stringify(schema)), 'derived');
  if ('problem' in parsed) throw new Error(parsed.problem);
  return new KbSchema(parsed.data);
}

const summarizeFindings = (schema: KbSchema, query: string): readonly string[] =>
  checkText(schema, query)
    .filter(isAlarm)
    .map(({ code, severity }) => `${severity} ${code}`);

/** The sample KB, treated as complete. */
const whole = derive({ ...sampleKb(ROOT), complete: true });

describe('The schema derived from the sample KB', async () => {
  const schema = schemaOf(await whole);

  it('has the mediators and reverse relations of Freebase', () => {
    for (const id of schema.typeIds()) {
      const { kind } = freebase().type(id) ?? {};
      expect([id, schema.type(id)?.kind === 'mediator']).toEqual([id, (kind ?? 'literal') === 'mediator']);
    }
    const reverses = [...schema.relationIds()].filter((id) => schema.relation(id)?.reverse !== undefined);
    expect(reverses.length).toBeGreaterThan(50);
    for (const id of reverses)
      expect([id, schema.relation(id)?.reverse]).toEqual([id, freebase().relation(id)?.reverse]);
  });

  it('has domains, ranges and kinds of literals', () => {
    expect(schema.relation('film.film.starring')).toMatchObject({
      domain: 'film.film',
      range: 'film.performance',
      reverse: 'film.performance.film',
    });
    expect(schema.relation('people.person.date_of_birth')).toMatchObject({
      domain: 'people.person',
      range: 'datetime',
    });
    expect(schema.relation('geography.river.length')?.range).toBe('float');
    expect(schema.relation('measurement_unit.dated_integer.number')?.range).toBe('integer');
    expect(schema.relation('type.object.name')).toMatchObject({ domain: undefined, range: 'text' });
  });

  const samples = readdirSync(join(ROOT, 'samples')).filter((name) => /^(?!mistakes).*\.rq$/.test(name));
  it.each(samples)('causes no finding in %s', (name) => {
    expect(summarizeFindings(schema, readFileSync(join(ROOT, 'samples', name), 'utf8'))).toEqual([]);
  });

  it('causes findings for mistakes', () => {
    const ns = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
    expect(
      summarizeFindings(schema, `${ns}SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }`),
    ).toEqual(['error grounding']);
    expect(summarizeFindings(schema, `${ns}SELECT ?x { ns:m.0dr_4 ns:film.film.starring ?x }`)).toEqual([
      'warning intermediate',
    ]);
  });
});

describe('Reverse relations', () => {
  const likes = (relation: string, from: readonly string[], to: readonly string[]): string =>
    from.map((one, at) => `ex:${one} ex:${relation} ex:${to[at]} .`).join(' ');
  const PEOPLE = ['a', 'b', 'c'];
  const OTHERS = ['x', 'y', 'z'];
  const SHIFTED = ['y', 'z', 'x'];
  const typed = [...PEOPLE, ...OTHERS].map((id, at) => `ex:${id} a ex:${at < 3 ? 'Person' : 'Thing'} .`);

  it('are found by one query for many pairs, and each relation has only one', async () => {
    // All six relations have equal counts of types, so that only their facts distinguish the pairs.
    const kb = storeKb(
      [
        '@prefix ex: <http://example.org/shop#> .',
        ...typed,
        likes('owns', PEOPLE, OTHERS),
        likes('ownedBy', OTHERS, PEOPLE),
        likes('heldBy', OTHERS, PEOPLE),
        likes('wants', PEOPLE, SHIFTED),
        likes('wantedBy', SHIFTED, PEOPLE),
        likes('misses', PEOPLE, ['z', 'x', 'y']),
      ].join(' '),
    );
    const schema = schemaOf(await derive(kb));
    const reverseOf = (relation: string): string | undefined => schema.relation(relation)?.reverse;
    const first = ['ownedBy', 'heldBy'].filter((relation) => reverseOf(relation) !== undefined);
    expect(first).toHaveLength(1);
    expect(reverseOf('owns')).toBe(first[0]);
    expect(reverseOf('wants')).toBe('wantedBy');
    expect(reverseOf('misses')).toBeUndefined();
    expect(kb.queries.filter((query) => query.includes('?o ?right ?s'))).toHaveLength(1);
  });
});

/** Unlike Freebase: nodes have only their most specific class, there are declarations, and loans are blank nodes. */
const SHOP = `
  @prefix ex: <http://example.org/shop#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
  ex:Novel rdfs:subClassOf ex:Book . ex:Atlas rdfs:subClassOf ex:Book . ex:Book rdfs:subClassOf owl:Thing .
  ex:author rdfs:domain ex:Book ; rdfs:range ex:Person . ex:wrote owl:inverseOf ex:author .
  ex:price rdfs:range xsd:decimal .
  ex:emma a ex:Novel ; rdfs:label "Emma" ; ex:author ex:jane ; ex:pages 474 ; ex:code "a1" ; ex:loan [
    a ex:Loan ; ex:to ex:ann ; ex:due "2020-01-02"^^xsd:date ] .
  ex:world a ex:Atlas ; rdfs:label "World" ; ex:author ex:gerard ; ex:pages 90 ; ex:code 17 ; ex:loan [
    a ex:Loan ; ex:to ex:ann ; ex:due "2020"^^xsd:gYear ] .
  ex:jane a ex:Person ; rdfs:label "Jane" ; ex:wrote ex:emma .
  ex:gerard a ex:Person ; rdfs:label "Gerard" ; ex:wrote ex:world .
  ex:ann a ex:Person, ex:Reader ; rdfs:label "Ann" ; ex:card ex:card1 .
  ex:bob a ex:Person, ex:Reader ; rdfs:label "Bob" ; ex:card ex:card2 .
  ex:card1 a ex:Card ; ex:holder ex:ann . ex:card2 a ex:Card ; ex:holder ex:bob .`;

describe('The schema derived from a KB that is not like Freebase', async () => {
  const derived = await derive(storeKb(SHOP, { name: 'Shop' }));
  const schema = schemaOf(derived);
  const ex = (body: string): string =>
    `PREFIX ex: <http://example.org/shop#>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n${body}`;

  it('has the namespace of its relations and uses declarations', () => {
    expect(derived.schema).toMatchObject({
      name: 'Shop',
      namespace: 'http://example.org/shop#',
      complete: true,
      machineIds: false,
    });
    expect(schema.relation('author')).toMatchObject({ domain: 'Book', range: 'Person', reverse: 'wrote' });
    expect([...schema.includedTypes('Novel')]).toEqual(['Novel', 'Book']);
  });

  it('has no type for mixed facts and for possible mediators', () => {
    expect(schema.relation('code')?.range).toBeUndefined();
    expect(schema.type('Card')?.kind).toBe('unknown');
    expect(derived.notes.join('\n')).toContain('such as Card');
  });

  it('treats blank nodes without names as mediators', () => {
    expect(schema.type('Loan')?.kind).toBe('mediator');
    expect(schema.relation('due')).toMatchObject({ domain: 'Loan', range: 'datetime' });
  });

  it.each([
    'SELECT ?p { ex:emma ex:author ?p }',
    'SELECT ?p { ?b a ex:Novel ; ex:author ?p ; ex:pages ?n . FILTER (?n > 100) }',
    'SELECT ?b { ?b a ex:Book ; ex:loan ?l . ?l ex:to ?r ; ex:due ?d . FILTER (?d > "2019-01-01"^^xsd:date) }',
    'SELECT ?c { ?r a ex:Reader ; ex:card ?c . ?c ex:holder ?r }',
    'SELECT ?c { ?b ex:code ?c . FILTER (?c = "a1" || ?c = 17) }',
    'SELECT ?x { ex:jane ex:wrote/ex:loan/ex:to ?x . ?x a ex:Person }',
  ])('causes no finding in %s', (body) => {
    expect(summarizeFindings(schema, ex(body))).toEqual([]);
  });

  it.each([
    ['SELECT ?p { ex:emma ex:writer ?p }', 'error grounding'],
    ['SELECT ?l { ex:emma ex:loan ?l }', 'warning intermediate'],
    ['SELECT ?x { ?x ex:pages ?n . ?n ex:author ?a }', 'error lf_semantic'],
  ])('reports the mistake in %s', (body, finding) => {
    expect(summarizeFindings(schema, ex(body))).toEqual([finding]);
  });
});

describe('deriveSchema', () => {
  const people = (count: number, type: string, from: number): string =>
    Array.from(
      { length: count },
      (_, at) => `<urn:x:p${from + at}> a <urn:x:${type}> ; <urn:x:age> ${at} ; <urn:x:${type}No> ${at} .`,
    ).join('\n');

  it('chooses a type that nearly all nodes have, and lists the exception', async () => {
    const turtle = `${people(99, 'Person', 0)} <urn:x:rex> a <urn:x:Dog> ; <urn:x:age> 3 ; <urn:x:chip> 7 . ${people(80, 'Robot', 200).replaceAll('<urn:x:age>', '<urn:x:volts>')}`;
    const schema = schemaOf(await derive(storeKb(turtle)));
    expect(schema.relation('age')?.domain).toBe('Person');
    const x = 'PREFIX x: <urn:x:>\n';
    expect(summarizeFindings(schema, `${x}SELECT ?d { ?d a x:Dog ; x:age ?a ; x:chip ?c }`)).toEqual([]);
    expect(summarizeFindings(schema, `${x}SELECT ?d { ?d a x:Robot ; x:age ?a }`)).toEqual([
      'warning lf_semantic',
    ]);
  });

  it('does not claim completeness for a partial KB', async () => {
    const turtle = 'ns:m.01 ns:type.object.type ns:film.film ; ns:type.object.name "One"@en .';
    const query = 'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.01 ns:film.film.tagline ?x }';
    const alarmsFrom = async (complete: boolean, partial: boolean): Promise<readonly string[]> =>
      summarizeFindings(schemaOf(await derive(storeKb(turtle, { complete }), { partial })), query);
    expect(await alarmsFrom(true, false)).toEqual(['error grounding']);
    expect(await alarmsFrom(false, false)).toEqual([]);
    expect(await alarmsFrom(true, true)).toEqual([]);
  });

  it('chooses no type for nodes without types', async () => {
    const turtle = `${people(20, 'Person', 0)} <urn:x:it> <urn:x:age> 1 ; <urn:x:PersonNo> 2 .`;
    const { schema } = await derive(storeKb(turtle));
    expect(Object.values(schema.relations).map(({ domain }) => domain)).toEqual(
      Object.values(schema.relations).map(() => undefined),
    );
  });

  it('adds a note if the KB cuts answers off', async () => {
    const capped = limited(({ rows }) => rows.length > 3);
    const { schema, notes } = await derive(capped);
    expect(schema.complete).toBe(false);
    expect(notes.join('\n')).toContain('did not list all');
    expect(summarizeFindings(schemaOf({ schema, notes }), 'SELECT ?x { ?x <urn:x:never> ?y }')).toEqual([]);
  });

  it('uses smaller batches for a slow KB', async () => {
    const kb = sampleKb(ROOT);
    const most = (query: string): number =>
      /VALUES \?\w+ \{([^}]*)\}/.exec(query)?.[1]?.trim().split(' ').length ?? 0;
    const slow: KnowledgeBase = {
      ...kb,
      complete: true,
      execute: (query, limits, signal) =>
        most(query) > 7
          ? Promise.resolve({ status: 'timed-out', message: 'too long' })
          : kb.execute(query, limits, signal),
    };
    expect((await derive(slow)).schema).toEqual((await whole).schema);
  });

  it('reports an unreachable, slow or empty KB', async () => {
    const signal = new AbortController().signal;
    const away: KnowledgeBase = {
      ...storeKb(''),
      execute: () => Promise.resolve({ status: 'unreachable', message: 'Nobody answers at this address.' }),
    };
    expect(await deriveSchema(away, {}, () => undefined, signal)).toEqual({
      problem: 'Nobody answers at this address.',
    });
    const slow: KnowledgeBase = {
      ...storeKb('', { name: 'Slow' }),
      execute: () => Promise.resolve({ status: 'timed-out', message: 'It did not answer in time.' }),
    };
    expect(await deriveSchema(slow, {}, () => undefined, signal)).toEqual({
      problem: 'The relations of the KB Slow could not be listed. It did not answer in time.',
    });
    expect(await deriveSchema(storeKb('', { name: 'Void' }), {}, () => undefined, signal)).toEqual({
      problem: 'The KB Void returned no relations, so no schema can be derived from it.',
    });
  });

  it('can be cancelled', async () => {
    const cancel = new AbortController();
    const kb = sampleKb(ROOT);
    const derivation = deriveSchema(kb, {}, () => cancel.abort(), cancel.signal);
    await expect(derivation).rejects.toThrow();
    expect(kb.queries).toEqual([]);
  });
});

/** The sample KB, with incomplete answers for the given tables. */
function limited(isCut: (table: { readonly rows: readonly unknown[] }) => boolean): KnowledgeBase {
  const kb = sampleKb(ROOT);
  return {
    ...kb,
    execute: async (query, limits, signal): Promise<Execution> => {
      const execution = await kb.execute(query, limits, signal);
      if (execution.status !== 'answered' || execution.answer.kind !== 'table') return execution;
      if (!isCut(execution.answer)) return execution;
      const answer = { ...execution.answer, rows: execution.answer.rows.slice(0, 3) };
      return { ...execution, answer, incomplete: { reason: 'server-cap', message: 'There is more.' } };
    },
  };
}
