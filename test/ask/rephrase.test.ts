import { describe, expect, it } from 'vitest';
import { rephraseQuestion } from '../../server/src/core/ask/strategies/rng-kbqa/rephrase';
import { linkedEntity } from '../support/linked-entity';

const rephrase = (question: string, name: string, type = 'people.person') =>
  rephraseQuestion(question, {
    entities: [linkedEntity(question, name, { types: [type] })],
    literals: [],
    troubles: [],
  });

describe('A question in other words', () => {
  it.each([
    [
      'how many people live in the Bahamas?',
      'Bahamas',
      'location.country',
      'what is the population of Bahamas',
    ],
    ['Who appears in Unforgiven?', 'Unforgiven', 'film.film', 'who starred in Unforgiven'],
    ['who is in Devo', 'Devo', 'music.musical_group', 'who are the members of Devo'],
    ['What did Rembrandt paint?', 'Rembrandt', 'people.person', 'what are the artworks of Rembrandt'],
    ['to whom does Hull F.C. belong', 'Hull F.C', 'sports.sports_team', 'who owns Hull F.C'],
    ['Whose father was Plato?', 'Plato', 'people.person', 'who are the children of Plato'],
    ["which emperor's wife was Livia", 'Livia', 'people.person', 'who is the husband of Livia'],
    ['which sport did Pelé play', 'Pelé', 'people.person', "what is Pelé's sport"],
  ])('is asked as one that is known: %s', (question, name, type, other) => {
    expect(rephrase(question, name, type)).toMatchObject({ question: other, isYesNo: false });
  });

  it.each([
    ['Does Plato have any children?', 'what children does Plato have'],
    ['is Plato still married', 'who is Plato married to'],
    ['are there any old bridges in Plato', 'what old bridges are in Plato'],
  ])('is still a yes-or-no question: %s', (question, other) => {
    expect(rephrase(question, 'Plato')).toMatchObject({ question: other, isYesNo: true });
  });

  it('moves the mentions of the entity with its name', () => {
    const { question = '', linking } = rephrase('Does Plato have children?', 'Plato') ?? {};
    const { start, end } = linking?.entities[0]?.mention ?? { start: 0, end: 0 };
    expect(question.slice(start, end)).toBe('Plato');
  });

  it.each([
    ['who is in Paris', 'Paris', 'location.location'],
    ['Does Plato have Theaetetus?', 'Plato', 'people.person'],
    ['how many people live in Paris or Rome', 'Paris', 'location.location'],
    ['what did Plato win in 1990', 'Plato', 'people.person'],
  ])('stays the same if it says more, or is about something else: %s', (question, name, type) => {
    expect(rephrase(question, name, type)).toBeUndefined();
  });

  it('stays the same if it is very long', () => {
    // Backtracking would take minutes.
    expect(rephrase(`Does Plato have ${'a'.repeat(4000)}1`, 'Plato')).toBeUndefined();
    expect(rephrase(`are there ${'a '.repeat(4000)}in Plato`, 'Plato')).toBeUndefined();
  });

  it('stays the same if something else with this name is likelier meant', () => {
    const question = 'who is in Paris';
    const linked = ['location.location', 'film.film'].map((type) =>
      linkedEntity(question, 'Paris', { types: [type] }),
    );
    const rephrased = (entities: typeof linked) =>
      rephraseQuestion(question, { entities, literals: [], troubles: [] })?.question;
    expect(rephrased(linked)).toBeUndefined();
    expect(rephrased(linked.toReversed())).toBe('who starred in Paris');
  });

  it('stays the same if the name is only a part of that of the entity', () => {
    const question = 'is Plato dead';
    const entity = linkedEntity(question, 'Plato', { match: 'partial' });
    expect(rephraseQuestion(question, { entities: [entity], literals: [], troubles: [] })).toBeUndefined();
  });
});
