/** Kinds of questions beside "which" and "who", on the sample KB without a model. */
import { describe, expect, it } from 'vitest';
import { askSample, namesIn } from './ask-sample';

describe('A yes-or-no question', () => {
  it.each([
    ['Is Paris the capital of France?', 'France → capital → Paris'],
    ['Did Christopher Nolan direct Inception?', 'Inception'],
    ['Was Albert Einstein born in Germany?', 'place of birth'],
    ['Does Germany border France?', 'adjoins'],
    ['Is Inception a film?', 'Inception is a film'],
    ['Is Tom Hanks an actor?', 'Tom Hanks is an actor'],
  ])('is confirmed with the fact: %s', async (question, fact) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', ['yes']]);
    expect(trace.result.query).toContain('ASK {');
    expect(trace.result.explanation).toContain(fact);
  });

  it.each([
    ['Is Berlin the capital of France?', 'Paris'],
    ['Did Steven Spielberg direct Inception?', 'Jurassic Park'],
    ['Was Albert Einstein born in Paris?', 'Ulm'],
    ['Is Tom Hanks a river?', 'person'],
  ])('is denied with what the KB knows instead, and without certainty: %s', async (question, instead) => {
    const trace = await askSample(question);
    expect([trace.result.kind, namesIn(trace)]).toEqual(['answer', ['no']]);
    expect(trace.result.confidence.value).toBeLessThan(0.5);
    expect(trace.result.explanation).toContain('does not have this fact');
    expect(trace.result.explanation).toContain(instead);
  });

  it.each([
    'Is Freedonia the capital of France?',
    'Is Titanic a good film?',
    'Is Berlin worth a visit?',
    'Did Tom Hanks invent Paris?',
  ])('is refused if it is an opinion, or its words are not understood: %s', async (question) => {
    const { result } = await askSample(question);
    expect([result.kind, result.refusal]).toEqual(['unanswerable', 'not-understood']);
  });
});

describe('The question who or what something is', () => {
  it.each([
    ['Who is Barack Obama?', 'us president'],
    ['What is the Danube?', 'river'],
    ["What's Titanic?", 'film'],
    ['who was Albert Einstein', 'person'],
  ])('is answered with classes if there is no description: %s', async (question, type) => {
    const trace = await askSample(question);
    expect(trace.result.kind).toBe('answer');
    expect(namesIn(trace)).toContain(type);
  });

  it.each(['Who is Frodo Baggins?', 'What is the Danube of Paris?'])(
    'is not answered with classes: %s',
    async (question) => {
      const trace = await askSample(question);
      expect(namesIn(trace)).not.toContain('topic');
    },
  );
});

describe('A count with a condition', () => {
  it.each([
    ['How many films did Christopher Nolan direct after 2005?', '4'],
    ['How many films did Steven Spielberg direct before 1990?', '2'],
    ['how many rivers are longer than 5000 kilometers?', '2'],
    ['how many countries have more than 200 million inhabitants', '5'],
  ])('is answered as a lower bound: %s', async (question, count) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toEqual([count]);
    expect(trace.result.atLeast).toBe(true);
  });
});
