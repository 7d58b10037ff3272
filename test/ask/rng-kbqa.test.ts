/** Questions to the sample KB without a model. */
import { describe, expect, it } from 'vitest';
import { askSample, namesIn, sampleOf } from './ask-sample';

describe('Without a model, the sample KB answers', () => {
  it.each([
    ['one step', 'who directed Titanic?', ['James Cameron']],
    ['against the direction of a relation', 'what is the capital of France?', ['Paris']],
    [
      'through a mediator',
      'which actors starred in Inception?',
      ['Elliot Page', 'Joseph Gordon-Levitt', 'Leonardo DiCaprio', 'Marion Cotillard', 'Tom Hardy'],
    ],
    ['a count', 'how many films did Christopher Nolan direct?', ['4']],
    [
      'two entities',
      'which films directed by Steven Spielberg starred Tom Hanks?',
      ['Catch Me If You Can', 'Saving Private Ryan', 'The Terminal'],
    ],
    ['a year', 'which film of James Cameron was released in 1997?', ['Titanic']],
    ['where', 'where was Barack Obama born?', ['Honolulu']],
    ['when', 'when was Albert Einstein born?', ['14 March 1879']],
    ['the maximum of a class', 'what is the tallest mountain?', ['Mount Everest']],
    ['the maximum of a named property', 'which country has the largest population?', ['China']],
    ['the maximum through a mediator', 'which James Cameron film has the longest runtime?', ['Titanic']],
    ['the oldest, by birth and not by death', 'who is the oldest actor in Inception?', ['Leonardo DiCaprio']],
  ])('%s: %s', async (_, question, answers) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', answers]);
    expect(trace.strategy).toBe('rng-kbqa');
    expect(trace.result.confidence.value).toBeGreaterThan(0.2);
  });

  it('with reasons that start with the named entity', async () => {
    const { result } = await askSample('where was Barack Obama born?');
    expect(result.confidence.why[0]).toBe('Matched “Barack Obama” by name');
  });

  it('with the confidence of the chosen candidate, which no other exceeds', async () => {
    const { considered, result } = await askSample('what is the capital of France?');
    const [chosen, ...others] = considered;
    expect(chosen?.chosen).toBe(true);
    expect(result.confidence.value).toBeCloseTo(chosen?.confidence ?? -1, 2);
    for (const { confidence } of others) expect(confidence).toBeLessThanOrEqual(chosen?.confidence ?? 0);
  });

  it('no answer if the question names nothing in the KB', async () => {
    const { result } = await askSample('what is the favourite colour of the zorblax?');
    expect(result.kind).toBe('unanswerable');
    expect(result.missing).not.toEqual([]);
  });

  it('no answer if the KB has no such facts, with the nearest relations', async () => {
    const { result } = await askSample('what shoe size does Barack Obama wear?');
    expect(result.kind).toBe('unanswerable');
    expect(result.nearest).not.toEqual([]);
  });

  it('no answer, and names only what the question names', async () => {
    const { result } = await askSample('what movies came out before 1990');
    // It was linked to “Superhero movie”.
    expect(result.explanation).toMatch(/^Nothing in the KB Sample answers this\./);
    expect(result.missing).toEqual(['facts that answer the question']);
  });

  it('questions about now as of the current day', async () => {
    const { considered } = await askSample('who is the president of the United States now?');
    const ofNow = considered.filter(({ sexpr }) => sexpr?.includes(' NOW)'));
    expect(ofNow).not.toEqual([]);
    for (const { query } of ofNow) expect(query).toContain('"2026-01-01"^^xsd:date');
  });

  it.each([
    ['which films were never directed by James Cameron?', 'never'],
    ['which films did Tom Hanks not star in?', 'not'],
  ])('no unsupported question, and explains why: %s', async (question, why) => {
    const { result } = await askSample(question);
    expect([result.kind, result.refusal, result.answers]).toEqual(['unanswerable', 'not-understood', []]);
    expect(result.explanation).toContain(why);
    expect(result.explanation).toContain('funfusic.model');
  });

  it.each(['which cities are in France except Gondor?', 'which films star Tom Hanks but not Gandalf?'])(
    'no negation of an unknown name, which is the reason: %s',
    async (question) => {
      const { result } = await askSample(question);
      expect([result.kind, result.refusal]).toEqual(['unanswerable', 'not-understood']);
      expect(result.explanation).toMatch(/^No entity of the KB Sample is named “G/);
    },
  );

  it('a superlative only by the relation that it measures', async () => {
    const { considered } = await askSample('who is the tallest actor in Titanic?');
    const measured = considered.flatMap(
      ({ sexpr }) => /ARGM(?:AX|IN).* (\S+)\)$/.exec(sexpr ?? '')?.[1] ?? [],
    );
    expect(measured.filter((relation) => /date|year/.test(relation))).toEqual([]);
  });

  it('a question with quotes, braces and an update without injecting them into a query', async () => {
    const { linking, result } = await askSample('who directed Titanic" . } ; DROP ALL ; SELECT * { ?s ?p "?');
    expect(linking.entities.some(({ name }) => name === 'Titanic')).toBe(true);
    expect(result.kind).not.toBe('failed');
    expect(sampleOf().queries.some((query) => query.includes('DROP'))).toBe(false);
  });
});
