import { describe, expect, it } from 'vitest';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import type { ProbeBudget } from '../../server/src/core/query/why-empty/prober';
import { whyEmpty, type WhyEmpty } from '../../server/src/core/query/why-empty/why-empty';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { storeKb, type StoreKb } from '../../tools/store-kb';
import { freebase } from '../support/check';

const FACTS = `
ns:m.0obama ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person, ns:common.topic ;
  ns:people.person.place_of_birth ns:m.0honolulu ; ns:people.person.children ns:m.0malia ; ns:people.person.spouse_s ns:m.0marriage ;
  ns:people.person.height_meters 1.85 ; ns:people.person.date_of_birth "1961-08-04"^^xsd:date .
ns:m.0michelle ns:type.object.name "Michelle Obama"@en ; ns:type.object.type ns:people.person ; ns:people.person.height_meters 1.8 .
ns:m.0marriage ns:type.object.type ns:people.marriage ; ns:people.marriage.spouse ns:m.0obama, ns:m.0michelle .
ns:m.0honolulu ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.location ; ns:location.location.containedby ns:m.0hawaii .
ns:m.0hawaii ns:type.object.name "Hawaii"@en ; ns:type.object.type ns:location.location .
ns:m.0malia ns:type.object.name "Malia Obama"@en ; ns:type.object.type ns:people.person .
ns:m.0film ns:type.object.type ns:film.film ; ns:film.film.directed_by ns:m.0michelle ; ns:people.person.parents ns:m.0hawaii .
`;
const PROLOGUE =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';
const { signal } = new AbortController();

function ask(kb: StoreKb, text: string, budget?: ProbeBudget): Promise<WhyEmpty> {
  const schema = freebase();
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const ports = { kb, schema, directory, now: () => 0, ...(budget && { budget }) };
  return whyEmpty(parseQuery(text, 'virtuoso'), ports, signal);
}

/** The verdict, and the text of the reported part. */
async function why(
  query: string,
  options: { readonly complete?: boolean } = {},
): Promise<WhyEmpty & { readonly at: string | undefined }> {
  const text = PROLOGUE + query;
  const found = await ask(storeKb(FACTS, options), text);
  const culprit = found.probes.find(({ outcome }) => outcome === 'nothing');
  return { ...found, at: culprit && text.slice(culprit.start, culprit.end) };
}

describe('Why an answer is empty', () => {
  it('an id is not in the KB', async () => {
    expect(await why('SELECT ?x { ns:m.0obamx ns:people.person.place_of_birth ?x }')).toMatchObject({
      verdict: 'broken-pattern',
      at: 'ns:m.0obamx ns:people.person.place_of_birth ?x',
      summary: 'm.0obamx is not in the KB Tests.',
    });
  });

  it('matches with subject and object swapped, which is not a mistake if both have the same type', async () => {
    expect(await why('SELECT ?x { ns:m.0malia ns:people.person.children ?x }')).toMatchObject({
      verdict: 'no-such-data',
      summary: expect.stringContaining('asks for something else') as string,
    });
  });

  it('a date is compared with a year, and lies before it', async () => {
    expect(
      await why('SELECT ?x { ns:m.0obama ns:people.person.date_of_birth ?x FILTER(?x > "2000"^^xsd:gYear) }'),
    ).toMatchObject({ verdict: 'no-such-data', at: expect.stringContaining('FILTER') as string });
  });

  it('an id in VALUES is not in the KB', async () => {
    expect(
      await why('SELECT ?x { VALUES ?who { ns:m.0obamx } ?who ns:people.person.place_of_birth ?x }'),
    ).toMatchObject({ verdict: 'broken-pattern', at: 'VALUES ?who { ns:m.0obamx }' });
  });

  it('a relation without facts, and another that fits', async () => {
    const { verdict, at, instead, fixes } = await why(
      'SELECT ?x { ns:m.0obama ns:people.deceased_person.place_of_death ?x . ?x ns:location.location.containedby ns:m.0hawaii }',
    );
    expect({ verdict, at, instead }).toEqual({
      verdict: 'broken-pattern',
      at: 'ns:m.0obama ns:people.deceased_person.place_of_death ?x',
      instead: ['people.person.place_of_birth'],
    });
    expect(fixes?.map(({ title }) => title)).toEqual(['Change to people.person.place_of_birth']);
  });

  it('subject and object are swapped, and swapping them back is proposed', async () => {
    const query =
      'SELECT ?x { ?x ns:people.person.place_of_birth ns:m.0obama . ?x ns:location.location.containedby ?y }';
    const { verdict, at, summary, instead, fixes = [] } = await why(query);
    expect({ verdict, at, instead }).toEqual({
      verdict: 'broken-pattern',
      at: '?x ns:people.person.place_of_birth ns:m.0obama',
      instead: ['ns:m.0obama ns:people.person.place_of_birth ?x'],
    });
    expect(summary).toContain('points the other way');
    expect(applyEdits(PROLOGUE + query, fixes[0]?.edits ?? [])).toContain(
      '{ ns:m.0obama ns:people.person.place_of_birth ?x .',
    );
  });

  it('types that do not fit, with the types of the node', async () => {
    expect(await why('SELECT ?x { ns:m.0honolulu ns:people.person.children ?x }')).toMatchObject({
      verdict: 'broken-pattern',
      summary:
        'people.person.children starts from a person (people.person), and m.0honolulu (Honolulu) is not one in the KB Tests. It is a location.',
      instead: ['location.location.containedby'],
    });
  });

  it('a class without matches, with the classes that match', async () => {
    expect(
      await why(
        'SELECT ?x { ns:m.0obama ns:people.person.place_of_birth ?x . ?x ns:type.object.type ns:film.film }',
      ),
    ).toMatchObject({
      verdict: 'broken-pattern',
      at: '?x ns:type.object.type ns:film.film',
      instead: ['location.location'],
    });
  });

  it('a KB with another typing relation, which is suggested', async () => {
    const { instead, at, fixes } = await why('SELECT ?x { ?x a ns:people.person }');
    expect({ instead, at }).toEqual({ instead: ['type.object.type'], at: '?x a ns:people.person' });
    expect(fixes?.[0]?.edits[0]?.newText).toBe('ns:type.object.type');
  });

  it('a mediator was skipped', async () => {
    const { verdict, at, instead } = await why(
      'SELECT ?n { ns:m.0obama ns:people.person.spouse_s ?x . ?x ns:type.object.name ?n }',
    );
    expect({ verdict, at }).toEqual({ verdict: 'no-such-data', at: '?x ns:type.object.name ?n' });
    expect(instead).toEqual(['people.marriage.spouse']);
  });

  it('marks a step of a path, also an inverse one', async () => {
    const { at, verdict } = await why(
      'SELECT ?x { ns:m.0hawaii ^ns:location.location.containedby/ns:people.person.place_of_birth ?x }',
    );
    expect({ at, verdict }).toEqual({ at: 'ns:people.person.place_of_birth', verdict: 'broken-pattern' });
  });

  it('the facts are missing', async () => {
    expect(await why('SELECT ?x { ns:m.0michelle ns:people.person.place_of_birth ?x }')).toMatchObject({
      verdict: 'no-such-data',
      summary:
        'm.0michelle (Michelle Obama) has no people.person.place_of_birth in the KB Tests. The pattern itself may be right.',
    });
  });

  it('missing facts of an incomplete KB are not reported as a broken pattern', async () => {
    const found = await why('SELECT ?x { ns:m.0obamx ns:people.deceased_person.place_of_death ?x }', {
      complete: false,
    });
    expect(found).toMatchObject({
      verdict: 'no-such-data',
      summary: 'm.0obamx is not in the KB Tests. The KB Tests is incomplete.',
    });
  });

  it('a filter that is too narrow, with the values of its variable', async () => {
    expect(await why('SELECT ?x { ?x ns:people.person.height_meters ?h FILTER(?h > 2) }')).toMatchObject({
      verdict: 'no-such-data',
      at: 'FILTER(?h > 2)',
      instead: ['?h is between 1.8 and 1.85'],
    });
  });

  it('a filter compares values of different datatypes', async () => {
    const { verdict, at, summary } = await why(
      'SELECT ?x { ?x ns:people.person.place_of_birth ?p . ?p ns:type.object.name ?n FILTER(?n > 10) }',
    );
    expect({ verdict, at }).toEqual({ verdict: 'broken-pattern', at: 'FILTER(?n > 10)' });
    expect(summary).toContain(
      '?n holds text with a language, such as "Honolulu"@en, and is compared with xsd:integer',
    );
  });

  it('a text has a language in the KB', async () => {
    expect(await why('SELECT ?x { ?x ns:type.object.name "Honolulu" }')).toMatchObject({
      verdict: 'broken-pattern',
      instead: ['"Honolulu"@en'],
    });
  });

  it.each([
    [
      'FILTER NOT EXISTS',
      '?x ns:people.person.children ?y FILTER NOT EXISTS { ?x ns:type.object.type ns:people.person }',
      'FILTER NOT EXISTS { ?x ns:type.object.type ns:people.person }',
    ],
    [
      'MINUS',
      '?x ns:people.person.children ?y MINUS { ?x ns:type.object.type ns:people.person }',
      'MINUS { ?x ns:type.object.type ns:people.person }',
    ],
    [
      'a union of which nothing matches',
      '{ ns:m.0malia ns:people.person.children ?y } UNION { ns:m.0malia ns:people.person.spouse_s ?y }',
      'ns:m.0malia ns:people.person.children ?y',
    ],
    [
      'a group',
      '{ ns:m.0obama ns:people.person.children ?x . ?x ns:people.person.children ?y }',
      '?x ns:people.person.children ?y',
    ],
    [
      'a sub-select',
      '{ SELECT ?x { ?x ns:people.person.children ns:m.0michelle } } ?x ns:people.person.height_meters ?h',
      '?x ns:people.person.children ns:m.0michelle',
    ],
    [
      'a list of relations',
      'ns:m.0obama ns:people.person.children ?x ; ns:people.person.parents ?y',
      'ns:people.person.parents ?y',
    ],
    [
      'a filter on what an OPTIONAL gives',
      '?x ns:people.person.spouse_s ?m OPTIONAL { ?x ns:people.person.height_meters ?h } FILTER(?h > 3)',
      'FILTER(?h > 3)',
    ],
    [
      'OPTIONAL alone',
      'OPTIONAL { ns:m.0malia ns:people.person.children ?x }',
      'ns:m.0malia ns:people.person.children ?x',
    ],
    [
      'a value made by BIND',
      'ns:m.0obama ns:people.person.height_meters ?h BIND(?h * 2 AS ?twice) FILTER(?twice < 3)',
      'FILTER(?twice < 3)',
    ],
    [
      'a blank node',
      'ns:m.0obama ns:people.person.spouse_s [ ns:people.marriage.spouse ns:m.0malia ]',
      'ns:people.marriage.spouse ns:m.0malia',
    ],
  ])('points into %s', async (_, pattern, at) => {
    expect(await why(`SELECT * { ${pattern} }`)).toMatchObject({ at });
  });

  it.each([
    [
      'HAVING',
      'SELECT ?x (COUNT(?y) AS ?n) { ?x ns:people.person.children ?y } GROUP BY ?x HAVING (COUNT(?y) > 5)',
      'no group',
    ],
    ['OFFSET', 'SELECT ?x { ?x ns:people.person.children ?y } OFFSET 10', 'OFFSET skips'],
    ['LIMIT 0', 'SELECT ?x { ?x ns:people.person.children ?y } LIMIT 0', 'LIMIT 0'],
    ['a variable that is never bound', 'SELECT ?z { ?x ns:people.person.children ?y }', 'binds ?z'],
  ])('tells that %s leaves nothing of what matches', async (_, query, words) => {
    const { summary } = await why(query);
    expect(summary).toContain(words);
  });

  it('follows a query that only wraps another', async () => {
    const inner = 'SELECT DISTINCT ?x0 { VALUES ?x1 { ns:m.0honolulu } ?x1 ns:people.person.children ?x0 }';
    expect(await why(`SELECT (?x0 AS ?value) { ${inner} }`)).toMatchObject({
      at: '?x1 ns:people.person.children ?x0',
      verdict: 'broken-pattern',
    });
  });

  it('reports that the pattern matches now', async () => {
    expect(await why('SELECT ?x { ?x ns:people.person.children ?y }')).toMatchObject({
      verdict: 'not-empty',
    });
  });

  it('has no diagnosis for an invalid query or after a timeout', async () => {
    expect(await why('SELECT ?x { ?x ns:people.person.children')).toMatchObject({ verdict: 'unknown' });
    expect(await why('INSERT DATA { ns:m.0a ns:people.person.children ns:m.0b }')).toMatchObject({
      verdict: 'unknown',
    });
    const none = { probes: 0, eachMs: 1, allMs: 1 };
    const text = `${PROLOGUE}SELECT ?x { ns:m.0malia ns:people.person.children ?x }`;
    expect(await ask(storeKb(FACTS), text, none)).toMatchObject({ verdict: 'unknown' });
  });

  it('counts matches after each part, starting with known terms', async () => {
    const { probes } = await why(
      'SELECT ?n { ?x ns:type.object.type ns:people.person . ?x ns:type.object.name ?n . ns:m.0marriage ns:people.marriage.spouse ?x . ?x ns:people.person.parents ?p }',
    );
    expect(probes.map(({ added, outcome, matches }) => [added, outcome, matches])).toEqual([
      ['ns:m.0marriage ns:people.marriage.spouse ?x', 'matches', 2],
      ['?x ns:type.object.name ?n', 'matches', 2],
      ['?x ns:type.object.type ns:people.person', 'matches', undefined],
      ['?x ns:people.person.parents ?p', 'nothing', 0],
    ]);
  });

  it('respects the probe budget, and stops when cancelled', async () => {
    const kb = storeKb(FACTS);
    const budget = { probes: 3, eachMs: 1000, allMs: 1000 };
    await ask(
      kb,
      `${PROLOGUE}SELECT ?x { ns:m.0malia ns:people.person.children ?x . ?x a ns:people.person }`,
      budget,
    );
    expect(kb.queries.filter((query) => query.includes('PREFIX ns:'))).toHaveLength(3);
    const stopped = AbortSignal.abort();
    const directory = new EntityDirectory(kb, { schema: freebase(), language: 'en' });
    const ports = { kb, schema: freebase(), directory, now: () => 0 };
    const model = parseQuery(`${PROLOGUE}SELECT ?x { ns:m.0malia ns:people.person.children ?x }`, 'virtuoso');
    await expect(whyEmpty(model, ports, stopped)).rejects.toThrow();
  });
});
