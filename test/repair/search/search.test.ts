import { describe, expect, it } from 'vitest';
import { SEARCH_LIMITS } from '../../../server/src/core/repair/search/search';
import { sampleKb, storeKb } from '../../../tools/store-kb';
import { PROJECT } from '../../support/check';
import { best, FACTS, search, type SearchOptions } from './search';

const BORN = 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }';

describe('A correct query without results is not changed', () => {
  it.each([
    ['where did barack obama die?', 'people.deceased_person.place_of_death'],
    [undefined, 'people.deceased_person.place_of_death'],
    [undefined, 'people.person.religion'],
    ["what is barack obama's religion?", 'people.person.religion'],
    ['what is the favourite colour of barack obama?', 'people.person.favourite_colour'],
    [undefined, 'people.person.favourite_colour'],
  ])('%s %s', async (question, relation) => {
    const query = `SELECT ?x { ns:m.02mjmr ns:${relation} ?x }`;
    const { changes } = await best(query, question === undefined ? {} : { question });
    expect(changes).toEqual([]);
  });
});

describe('One mistake is repaired', () => {
  const cases: readonly {
    readonly what: string;
    readonly question?: string;
    readonly given: string;
    readonly repaired: string;
    readonly changes: readonly string[];
  }[] = [
    {
      what: 'a misspelled relation',
      given: 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_brith ?x }',
      repaired: BORN,
      changes: ['people.person.place_of_brith → people.person.place_of_birth'],
    },
    {
      what: 'a relation with another name',
      question: 'where was Barack Obama born?',
      given: 'SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }',
      repaired: BORN,
      changes: ['people.person.birthplace → people.person.place_of_birth'],
    },
    {
      what: 'a relation in the wrong direction',
      given: 'SELECT ?x { ?x ns:people.person.place_of_birth ns:m.02mjmr }',
      repaired: BORN,
      changes: ['people.person.place_of_birth in the other direction'],
    },
    {
      what: 'a relation that the entity does not have, by the question',
      question: 'where was Barack Obama born?',
      given: 'SELECT ?x { ns:m.02mjmr ns:people.person.religion ?x }',
      repaired: BORN,
      changes: ['people.person.religion → people.person.place_of_birth'],
    },
    {
      what: 'a skipped mediator',
      question: 'who is Barack Obama married to?',
      given: 'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?x . FILTER(?x != ns:m.02mjmr) }',
      repaired:
        'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?marriage . ?marriage ns:people.marriage.spouse ?x . FILTER(?x != ns:m.02mjmr) }',
      changes: ['people.person.spouse_s → people.person.spouse_s / people.marriage.spouse'],
    },
    {
      what: 'a skipped mediator whose continuation leads back',
      question: 'who is Barack Obama married to?',
      given: 'SELECT ?x {\n  ns:m.02mjmr ns:people.person.spouse_s ?x .\n}',
      repaired:
        'SELECT ?x {\n  ns:m.02mjmr ns:people.person.spouse_s ?marriage .\n  ?marriage ns:people.marriage.spouse ?x .\n  FILTER (?x != ns:m.02mjmr)\n}',
      changes: ['people.person.spouse_s → people.person.spouse_s / people.marriage.spouse'],
    },
    {
      what: 'a skipped mediator with a variable of its own, which it keeps',
      question: 'who is Barack Obama married to?',
      given:
        'SELECT DISTINCT ?marriage {\n  ns:m.02mjmr ns:people.person.spouse_s ?marriage .\n} ORDER BY ?marriage',
      repaired:
        'SELECT DISTINCT ?spouse {\n  ns:m.02mjmr ns:people.person.spouse_s ?marriage .\n  ?marriage ns:people.marriage.spouse ?spouse .\n  FILTER (?spouse != ns:m.02mjmr)\n} ORDER BY ?spouse',
      changes: ['people.person.spouse_s → people.person.spouse_s / people.marriage.spouse'],
    },
    {
      what: 'a skipped mediator, with another relation of the same entity in the list',
      question: 'who is Barack Obama married to?',
      given: 'SELECT ?x { ns:m.02mjmr ns:people.person.profession ?p ; ns:people.person.spouse_s ?x }',
      repaired:
        'SELECT ?x { ns:m.02mjmr ns:people.person.profession ?p ; ns:people.person.spouse_s/ns:people.marriage.spouse ?x FILTER (?x != ns:m.02mjmr) }',
      changes: ['Continue through the mediator with people.marriage.spouse'],
    },
    {
      what: 'a skipped mediator, continued to what the question asks for',
      question: 'in what location did the marriage ceremony of Barack Obama take place?',
      given: 'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?x }',
      repaired:
        'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?marriage . ?marriage ns:people.marriage.location_of_ceremony ?x }',
      changes: ['people.person.spouse_s → people.person.spouse_s / people.marriage.location_of_ceremony'],
    },
    {
      what: 'a class that does not exist',
      given:
        'SELECT ?x { ?x a ns:location.thing_of_interest . ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      repaired: 'SELECT ?x {  ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      changes: ['without the class location.thing_of_interest'],
    },
    {
      what: 'a misspelled class',
      given:
        'SELECT ?x { ?x ns:type.object.type ns:location.loction . ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      repaired:
        'SELECT ?x { ?x ns:type.object.type ns:location.location . ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      changes: ['location.loction → location.location'],
    },
    {
      what: 'a class that no entity there has, for the one in the question',
      question: 'in which city or town was Barack Obama born?',
      given:
        'SELECT ?x { ?x ns:type.object.type ns:film.film . ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      repaired:
        'SELECT ?x { ?x ns:type.object.type ns:location.citytown . ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      changes: ['film.film → location.citytown'],
    },
    {
      what: 'a literal of another kind',
      given: 'SELECT ?x { ?x ns:people.person.height_meters ?h . FILTER(?h > "1.5"^^xsd:dateTime) }',
      repaired: 'SELECT ?x { ?x ns:people.person.height_meters ?h . FILTER(?h > "1.5"^^xsd:float) }',
      changes: ['"1.5"^^xsd:dateTime → "1.5"^^xsd:float'],
    },
  ];
  for (const { what, given, question, repaired, changes } of cases)
    it(what, async () => {
      expect(await best(given, question === undefined ? {} : { question })).toEqual({
        query: repaired,
        changes,
      });
    });
});

describe('Without a question, the usual continuation from a mediator is chosen', () => {
  const facts = `${FACTS} ns:m.02nqglv ns:people.marriage.type_of_union ns:m.04ztj . ns:m.04ztj ns:type.object.name "Marriage"@en .`;
  it.each([
    ['?x', 'spouse'],
    ['?marriage', 'spouse'],
    ['?location', 'location_of_ceremony'],
    ['?type', 'type_of_union'],
  ])('%s: %s', async (variable, relation) => {
    const { changes } = await best(
      `SELECT ${variable} { ns:m.02mjmr ns:people.person.spouse_s ${variable} }`,
      { facts },
    );
    expect(changes).toEqual([
      `people.person.spouse_s → people.person.spouse_s / people.marriage.${relation}`,
    ]);
  });

  it('writes the relations to mediators into the probe, so that an index is used', async () => {
    const probesFor = async (rest: string): Promise<readonly string[]> => {
      const kb = storeKb(facts);
      const query = `SELECT ?x { ns:m.02mjmr ns:people.person.profession ?x . ${rest} }`;
      await search(query, { kb, question: 'who is Barack Obama married to?' });
      return kb.queries.filter((text) => text.includes('?its_mediator ?second'));
    };
    const spouse = '<http://rdf.freebase.com/ns/people.person.spouse_s>';
    const probes = await probesFor('?x ns:type.object.type ns:people.person');
    expect(probes.length).toBeGreaterThan(0);
    expect(probes.filter((text) => text.includes('VALUES ?first'))).toEqual([]);
    expect(probes.some((text) => text.includes(`BIND(${spouse} AS ?first)`))).toBe(true);
    // A blank node must not occur in several branches.
    const withBlankNode = await probesFor(
      '?x ns:type.object.type ns:people.person . FILTER EXISTS { ?x ns:people.person.spouse_s _:marriage }',
    );
    const blank = withBlankNode.filter((text) => text.includes('_:'));
    expect(blank.length).toBeGreaterThan(0);
    expect(blank.filter((text) => !text.includes('VALUES ?first'))).toEqual([]);
  });

  it('also if the mediator has more triples', async () => {
    const query = 'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?x . ?x ns:people.marriage.from ?d }';
    expect((await best(query, { facts })).query).toContain('ns:people.marriage.spouse ');
  });
});

describe('Two mistakes are repaired', () => {
  it('in one triple', async () => {
    expect(await best('SELECT ?x { ?x ns:people.person.place_of_brith ns:m.02mjmr }')).toMatchObject({
      query: BORN,
    });
  });

  it('in two triples', async () => {
    const given =
      'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_brith ?y . ?x ns:location.location.containedby ?y }';
    expect(await best(given, { question: 'in which state was Barack Obama born?' })).toMatchObject({
      query:
        'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?y . ?y ns:location.location.containedby ?x }',
    });
  });

  it('in a relation and a class', async () => {
    const given = 'SELECT ?x { ?x a ns:film.film . ns:m.02mjmr ns:people.person.religion ?x }';
    const { query } = await best(given, { question: 'where was Barack Obama born?' });
    expect(query).toContain('ns:m.02mjmr ns:people.person.place_of_birth ?x');
    expect(query).not.toContain('film.film');
  });
});

describe('A query without faults', () => {
  it.each([
    ['where was Barack Obama born?', BORN],
    ['what does Barack Obama do?', 'SELECT ?x { ns:m.02mjmr ns:people.person.profession ?x }'],
    ['who are the children of Barack Obama?', 'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }'],
    [undefined, BORN],
  ])('stays: %s', async (question, query) => {
    expect(await best(query, question === undefined ? {} : { question })).toEqual({ query, changes: [] });
  });

  it('is replaced if the question asks for something else that the KB has', async () => {
    expect(
      await best('SELECT ?x { ns:m.02mjmr ns:people.person.profession ?x }', {
        question: 'what is the place of birth of Barack Obama?',
      }),
    ).toMatchObject({ query: BORN });
  });
});

describe('A search works', () => {
  it('without a KB, with the verifiers only', async () => {
    const [first] = await search('SELECT ?x { ns:m.02mjmr ns:people.person.place_of_brith ?x }', {
      kb: null,
    });
    expect(first).toMatchObject({ query: BORN });
    expect(first).not.toHaveProperty('execution');
  });

  it('without a schema nothing is changed', async () => {
    const query = 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_brith ?x }';
    expect(await search(query, { schema: null })).toEqual([
      { query, changes: [], findings: [], closeness: 0 },
    ]);
  });

  it('returns text that is not a query unchanged', async () => {
    expect(await best('SELECT ?x WHERE {{{ nonsense')).toEqual({
      query: 'SELECT ?x WHERE {{{ nonsense',
      changes: [],
    });
  });

  it('does not run or change an update', async () => {
    const kb = storeKb(FACTS);
    const query = 'INSERT DATA { ns:m.02mjmr ns:people.person.religion ns:m.0x }';
    expect(await best(query, { kb })).toMatchObject({ changes: [] });
    expect(kb.queries.some((text) => /INSERT/.test(text))).toBe(false);
  });

  it('the sample KB repairs as well', async () => {
    const query = 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_brith ?x }';
    expect(await best(query, { kb: sampleKb(PROJECT), question: 'where was Obama born?' })).toMatchObject({
      query: 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }',
    });
  });
});

describe('A search ends', () => {
  const hard =
    'SELECT ?x { ?x a ns:film.film . ns:m.02mjmr ns:people.person.religion ?y . ?y ns:film.film.genre ?x }';

  it('within the limits for requests and trials', async () => {
    const kb = storeKb(FACTS);
    const tried = await search(hard, { kb, effort: { ...SEARCH_LIMITS, trials: 5, requests: 12 } });
    expect(tried.length).toBeLessThanOrEqual(5);
    // Running and judging a trial adds requests.
    expect(kb.queries.length).toBeLessThanOrEqual(12 + 2 * 5);
  });

  it('at once when it is cancelled', async () => {
    const stop = new AbortController();
    const kb = storeKb(FACTS);
    const stopping = {
      ...kb,
      execute: (...call: Parameters<typeof kb.execute>) => {
        if (kb.queries.length === 3) stop.abort(new Error('enough'));
        return kb.execute(...call);
      },
    };
    await expect(search(hard, { kb: stopping, signal: stop.signal })).rejects.toThrow('enough');
    expect(kb.queries.length).toBeLessThanOrEqual(4);
  });

  it('soon after a cancellation, also without a KB', async () => {
    const stop = new AbortController();
    // Each call of the clock advances it by 100 ms, so that every step takes long.
    let time = 0;
    setImmediate(() => {
      stop.abort(new Error('enough'));
    });
    await expect(search(hard, { kb: null, signal: stop.signal, now: () => (time += 100) })).rejects.toThrow(
      'enough',
    );
  });

  it('at once for a very long query, with a message', async () => {
    const messages: string[] = [];
    const chain = Array.from({ length: 60 }, (_, at) => `?x${at} ns:people.person.parents ?x${at + 1} .`);
    const query = `SELECT ?x0 { ${chain.join(' ')} ?x0 ns:people.person.place_of_brith ns:m.02hrh0_ }`;
    const kb = storeKb(FACTS);
    expect(await search(query, { kb, messages })).toMatchObject([{ query, changes: [] }]);
    expect(messages).toEqual([expect.stringContaining('too long')]);
    expect(kb.queries).toEqual([]);
  });

  /** Each request to the KB takes some time. */
  const slow = (each: number): Pick<SearchOptions, 'kb' | 'now'> => {
    let time = 0;
    const kb = storeKb(FACTS);
    const execute: typeof kb.execute = (...call) => {
      time += each;
      return kb.execute(...call);
    };
    return { kb: { ...kb, execute }, now: () => time };
  };

  it('with the same result on a much slower machine', async () => {
    const [fast, late]: [string[], string[]] = [[], []];
    const one = await search(hard, { ...slow(1), messages: fast });
    const other = await search(hard, { ...slow(100), messages: late });
    expect(other).toEqual(one);
    expect(late).toEqual(fast);
    expect(fast.some((message) => message.includes('too long'))).toBe(false);
  });

  it('with the best result at the time limit, with a message', async () => {
    const messages: string[] = [];
    const tried = await search(hard, { ...slow(6000), messages });
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.length).toBeLessThan((await search(hard)).length);
    expect(messages[messages.length - 1]).toContain('took too long');
  });

  it('with the best result if the KB is unreachable', async () => {
    const kb = {
      ...storeKb(FACTS),
      execute: () => Promise.resolve({ status: 'unreachable', message: 'gone' } as const),
    };
    expect(await best('SELECT ?x { ns:m.02mjmr ns:people.person.place_of_brith ?x }', { kb })).toMatchObject({
      query: BORN,
    });
  });

  it('with the same result every time', async () => {
    const [one, other] = [await search(hard), await search(hard)];
    expect(one).toEqual(other);
  });
});

describe('Moves', () => {
  it.each([
    [
      'a hop too many is taken out',
      'who are the children of Barack Obama?',
      'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?y . ?y ns:people.person.children ?x . }',
      /^SELECT \?x \{ ns:m\.02mjmr ns:people\.person\.children \?x \. +\}$/,
    ],
    [
      'prefixes inside angle brackets are spelled out',
      'where was Barack Obama born?',
      'SELECT ?x { <fb:m.02mjmr> <fb:people.person.place_of_birth> ?x }',
      /<http:\/\/rdf\.freebase\.com\/ns\/m\.02mjmr> <http:\/\/rdf\.freebase\.com\/ns\/people\.person\.place_of_birth> \?x/,
    ],
    [
      'names are asked for as the KB has them',
      undefined,
      'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> SELECT ?n { ns:m.02mjmr rdfs:label ?n }',
      /ns:m\.02mjmr \S*type\.object\.name\S* \?n/,
    ],
    [
      'a text gets the language that the KB gives it',
      undefined,
      'SELECT ?x { ?y ns:type.object.name "Barack Obama" . ?y ns:people.person.place_of_birth ?x }',
      /"Barack Obama"@en/,
    ],
    [
      'a mediator with further conditions is continued',
      'who was the spouse of Barack Obama since 1992?',
      'SELECT ?x { FILTER(?x != ns:m.02mjmr) ns:m.02mjmr ns:people.person.spouse_s ?x . FILTER EXISTS { ?x ns:people.marriage.from ?d } }',
      /ns:people\.person\.spouse_s \?fact \. .*\?fact ns:people\.marriage\.spouse \?x .*\{ \?fact ns:people\.marriage\.from \?d/,
    ],
    [
      'a mediator with further conditions is continued, but not back',
      'who was the spouse of Barack Obama since 1992?',
      'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?x . FILTER EXISTS { ?x ns:people.marriage.from ?d } }',
      /\?fact ns:people\.marriage\.spouse \?x \. FILTER \(\?x != ns:m\.02mjmr\)|\?x ns:people\.marriage\.spouse \?spouse \. FILTER \(\?spouse != ns:m\.02mjmr\)/,
    ],
    [
      'in a list a path takes the place of the relation',
      'who is Barack Obama married to?',
      'SELECT ?x { ns:m.02mjmr ns:people.person.gender ?x ; ns:people.person.profession ?p . FILTER(?x != ns:m.02mjmr) }',
      /ns:m\.02mjmr ns:people\.person\.spouse_s\/ns:people\.marriage\.spouse \?x ; ns:people\.person\.profession \?p/,
    ],
  ])('%s', async (_, question, given, repaired) => {
    const { query } = await best(given, question === undefined ? {} : { question });
    expect(query).toMatch(repaired);
  });

  it('never leave more strong findings than there were', async () => {
    const queries = [
      'SELECT ?x { ns:m.02mjmr ns:people.person.nonsense_relation ?x }',
      'SELECT ?x { ns:m.zzz ns:people.person.place_of_birth ?x }',
      'SELECT ?x { ?x a ns:film.nonsense . ?x ns:film.film.nonsense ?y }',
    ];
    const strong = (findings: readonly { readonly strength: string }[]): number =>
      findings.filter(({ strength }) => strength === 'strong').length;
    for (const query of queries) {
      const tried = await search(query);
      const given = tried.find(({ changes }) => !changes.length);
      expect(strong(tried[0]?.findings ?? [])).toBeLessThanOrEqual(strong(given?.findings ?? []));
    }
  });
});
