/** What is reported with an answer or without one: uncovered words, missing facts, the number of answers, limits. */
import { describe, expect, it } from 'vitest';
import { MAX_NAMED_ANSWERS } from '../../server/src/core/ask/name-answers';
import { play, type AskStory } from './story';

type Options = NonNullable<AskStory['options']>;

function askQuestion(
  question: string,
  more: Partial<AskStory> = {},
  options: Options = {},
): ReturnType<typeof play> {
  return play({
    title: '',
    question,
    events: [],
    ...more,
    options: { strategy: 'rng-kbqa', threshold: 0, ...more.options, ...options },
  });
}

describe('Words that the query does not cover', () => {
  const noteOf = async (question: string): Promise<string | undefined> =>
    (await askQuestion(question)).trace?.result.confidence.why.find((why) =>
      /^(?:The query does not mention|“.*” is not covered)/.test(why),
    );

  it.each([
    ['What was the population of France in 2010?', '“2010”'],
    ['Which actors in Titanic were born in the United Kingdom?', '“born”'],
  ])('%s', async (question, words) => {
    expect(await noteOf(question)).toContain(words);
  });

  it.each([
    'Who directed Titanic?',
    'Where was Barack Obama born?',
    'When was Barack Obama born?',
    'Which films did Steven Spielberg direct that Tom Hanks acted in?',
    'What is the capital of France?',
  ])('are not reported for: %s', async (question) => {
    expect(await noteOf(question)).toBeUndefined();
  });
});

describe('The answer', () => {
  it('lists the words that the query ignores', async () => {
    const { trace } = await askQuestion('What was the population of France in 2010?');
    expect(trace?.result.ignored).toEqual(['2010']);
    const plain = await askQuestion('Who directed Titanic?');
    expect(plain.trace?.result.ignored).toBeUndefined();
  });

  it('has a low confidence if a name is not linked', async () => {
    const { trace } = await askQuestion('Who directed Titanic in Frobnitzville?');
    expect(trace?.result.ignored).toEqual(['Frobnitzville']);
    expect(trace?.result.confidence.value).toBeLessThan(0.5);
  });

  it('is not certain if it has no name', async () => {
    const facts =
      'ns:m.0p1 ns:type.object.type ns:people.person . ns:m.0hb1 ns:type.object.name "Hubland"@en ; ns:type.object.type ns:location.country ; ns:location.location.people_born_here ns:m.0p1 .';
    const ask = (more: string): ReturnType<typeof play> =>
      askQuestion('Who was born in Hubland?', { facts: `${facts}${more}` });
    const [unnamed, named] = [await ask(''), await ask(' ns:m.0p1 ns:type.object.name "Ann Lee"@en .')];
    expect(unnamed.trace?.result.confidence.value).toBeLessThan(0.5);
    expect(unnamed.trace?.result.confidence.why).toContain('The KB has no name for the answer.');
    expect(named.trace?.result.confidence.value).toBeGreaterThan(0.5);
  });

  it('is a lower bound if it counts what an incomplete KB contains', async () => {
    const { trace } = await askQuestion('How many countries border Brazil?');
    expect(trace?.result).toMatchObject({ kind: 'answer', atLeast: true });
    const other = await askQuestion('What is the population of France?');
    expect(other.trace?.result.atLeast).toBeUndefined();
  });
});

describe('A question without an answer', () => {
  it.each([
    'How many awards did Titanic win?',
    'Who are the members of Queen?',
    'What is the longest river in Brazil?',
  ])('has the level data if the schema has the relation: %s', async (question) => {
    const { trace } = await askQuestion(question, {}, { threshold: 1.01 });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', refusal: 'no-facts', level: 'data' });
  });

  it.each([
    ['Who is the mayor of Frobnitzville?', 'Frobnitzville'],
    ['What is the frobnication of Barack Obama?', 'frobnication'],
    ['Wo wurde Barack Obama geboren?', 'English'],
    ['What is 3 plus 4?', 'calculation'],
    ['asdf qwer zxcv', '“asdf”, “qwer”, and “zxcv”'],
    ['Who what where when Barack Obama?', 'several question words'],
  ])('was not understood, and has no level: %s', async (question, why) => {
    const { trace } = await askQuestion(question, {}, { threshold: 1.01 });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', refusal: 'not-understood' });
    expect(trace?.result.level).toBeUndefined();
    expect(trace?.result.explanation).toContain(why);
    expect(trace?.result.explanation).not.toContain('relation');
  });

  it.each([
    // Jeans and star systems have a size, people do not.
    'What is the shoe size of James Cameron?',
  ])('has the level schema if the schema has no such relation: %s', async (question) => {
    const { trace } = await askQuestion(question, {}, { threshold: 1.01 });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', refusal: 'no-relation', level: 'schema' });
  });

  it('is not said to lack a person that it names by the last name', async () => {
    const { trace } = await askQuestion('How heavy is Obama?', {}, { threshold: 1.01 });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', refusal: 'no-facts' });
  });

  it('lists entities with similar names', async () => {
    const { trace } = await askQuestion('How tall is Brazilia?', {}, { threshold: 1.01 });
    expect(trace?.result.explanation).toContain('is named “Brazilia”. Similar names: “Brazil”');
  });

  it('lists each unknown name once, and not more than five', async () => {
    const question = 'Who is Xyzzyq, Xyzzyq, Qwerpq,   Zzzyx   Zzxy, Foobarq, Quuxly, Brandnq married to?';
    const { trace } = await askQuestion(question, {}, { threshold: 1.01 });
    expect(trace?.result.explanation).toContain(
      'is named “Xyzzyq”, “Qwerpq”, “Zzzyx Zzxy”, “Foobarq”, or “Quuxly”.',
    );
  });

  it('is not about the user because of a title', async () => {
    const question = 'Where was the author of "dreams of my best father" who married Barack Obama born?';
    const { trace } = await askQuestion(question, {}, { threshold: 1.01 });
    expect(trace?.result.kind).toBe('unanswerable');
    expect(trace?.result.explanation).not.toMatch(/you or me|opinion/);
  });

  it('does not report names, numbers and function words as missing', async () => {
    const { trace } = await askQuestion(
      'Who was the president of the United States in 1995?',
      {},
      { threshold: 1.01 },
    );
    const missing = trace?.result.missing?.join(' ') ?? '';
    expect(missing).not.toMatch(/“united|1995|\bwas\b|form of government/i);
  });
});

describe('Very many answers', () => {
  const people = 400;
  const facts = Array.from(
    { length: people },
    (_, at) =>
      `ns:m.0q${at.toString(36).replace(/[aeiou]/g, '_')}${at} ns:type.object.name "Person ${at}"@en ; ns:type.object.type ns:people.person ; ns:people.person.nationality ns:m.0hb1 .`,
  ).join('\n');
  const country =
    'ns:m.0hb1 ns:type.object.name "Hubland"@en ; ns:type.object.type ns:location.country , ns:location.location .';

  it('are all returned, the first ones with names, with their number', async () => {
    const { trace, kbQueries } = await askQuestion('Which people have the nationality Hubland?', {
      facts: `${facts}\n${country}`,
      options: { limits: { timeoutMs: 60_000, maxRows: 1000 } },
    });
    const answers = trace?.result.answers ?? [];
    expect(answers).toHaveLength(people);
    expect(answers.filter(({ name }) => name.startsWith('Person '))).toHaveLength(MAX_NAMED_ANSWERS);
    expect(answers.slice(MAX_NAMED_ANSWERS).every(({ name, value }) => name === value)).toBe(true);
    expect(trace?.advice.join(' ')).toContain(`There are ${people} answers`);
    expect(kbQueries.length).toBeLessThan(40);
  });

  it('may have IDs that are not valid in Freebase', async () => {
    const { trace } = await askQuestion('Which people have the nationality Hubland?', {
      facts: `${facts.split('\n')[0] ?? ''}\n${country}`.replaceAll('m.0hb1', 'm.0hub'),
    });
    expect(trace?.result).toMatchObject({ kind: 'answer', answers: [{ name: 'Person 0' }] });
  });
});

describe('The limits', () => {
  const remote = { fallsAt: 'never' };
  const isProbe = (query: string): boolean => /^ASK \{/.test(query);

  it('count the queries for links and names', async () => {
    const { trace, kbQueries } = await askQuestion('Who directed Titanic?', { kb: remote });
    expect(trace?.result.kind).toBe('answer');
    expect(trace?.queries).toBe(kbQueries.filter((query) => !isProbe(query)).length);
    expect(kbQueries.some((query) => query.includes('"Titanic"'))).toBe(true);
  });

  it.each([1, 3, 6])('of %i queries apply from the first query', async (queries) => {
    const { trace, kbQueries } = await askQuestion(
      'Who directed Titanic?',
      { kb: remote },
      { caps: { queries, milliseconds: 60_000 } },
    );
    expect(kbQueries.filter((query) => !isProbe(query)).length).toBeLessThanOrEqual(queries);
    expect(trace?.queries).toBeLessThanOrEqual(queries);
    if (trace?.result.kind !== 'answer') expect(trace?.result.kind).toBe('failed');
  });
});

it('A KB with relations outside the schema is reported, with advice', async () => {
  const { trace } = await play({
    title: '',
    question: 'Who works for Acme?',
    events: [],
    only: '@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . ex:anna rdfs:label "Anna Schmidt"@en ; ex:worksFor ex:acme . ex:acme a ex:Company ; rdfs:label "Acme"@en .',
    options: { strategy: 'rng-kbqa' },
  });
  expect(trace?.result.kind).toBe('unanswerable');
  expect(trace?.result.explanation).toMatch(
    /http:\/\/example\.org\/worksFor.*Derive a schema.*funfusic\.schema\.file/,
  );
});
