/** Everyday questions, on the sample KB without a model. */
import { describe, expect, it } from 'vitest';
import { withShortNames } from '../../server/src/core/ask/short-names';
import { exclude } from '../../server/src/core/ask/strategies/rng-kbqa/places-around';
import { mayBeMeant } from '../../server/src/core/ask/yes-no';
import { createCandidate } from '../../server/src/core/candidates/enumerate/candidate';
import { toLinkedQuestion } from '../../server/src/core/candidates/rank/linked-question';
import { isOfWrongKind } from '../../server/src/core/candidates/rank/wrong-kind';
import { reversePath, type Hop } from '../../server/src/core/candidates/surroundings/surroundings';
import { freebase } from '../support/check';
import type { LinkedEntity } from '../../server/src/core/question/linking/linking';
import { linkedEntity } from '../support/linked-entity';
import { askSample, namesIn } from './ask-sample';

describe('A comparison of two names', () => {
  it.each([
    ['Is the Rhine longer than the Danube?', 'no'],
    ['Is the Danube longer than the Rhine?', 'yes'],
    ['Does Germany have more inhabitants than France?', 'yes'],
    ['is Barack Obama younger than Joe Biden?', 'yes'],
    ['Was John Lennon born before Paul McCartney?', 'yes'],
    ['Did George Harrison die before John Lennon?', 'no'],
    ['Was Titanic released after Avatar?', 'no'],
    ['Is Titanic longer than Inception?', 'yes'],
  ])('is answered yes or no: %s', async (question, answer) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toEqual([answer]);
    expect(trace.result.explanation).toMatch(/: .*; /);
  });

  it('is refused if a value is missing', async () => {
    const { result } = await askSample('Is Tokyo bigger than Paris?');
    expect(result).toMatchObject({ kind: 'unanswerable', refusal: 'no-facts' });
  });
});

describe('A question whether somebody has won an award', () => {
  it.each([
    'has Tom Hanks won an Oscar',
    'Has Albert Einstein ever won a Nobel Prize?',
    'Did Titanic win an Academy Award?',
  ])('is answered by an award with this name: %s', async (question) => {
    expect(namesIn(await askSample(question))).toEqual(['yes']);
  });

  it.each(['has Leonardo DiCaprio won an Academy Award', 'has Tom Hanks won a Nobel Prize'])(
    'is not denied by other awards: %s',
    async (question) => {
      expect((await askSample(question)).result.kind).toBe('unanswerable');
    },
  );
});

describe('A place in a yes-or-no question', () => {
  it.each([
    ['Was John Lennon born in England?', 'yes'],
    ['Did John Lennon die in the United States?', 'yes'],
    ['Was Albert Einstein born in France?', 'no'],
    ['Was Albert Einstein born in Paris?', 'no'],
  ])('may be around the known one: %s', async (question, answer) => {
    expect(namesIn(await askSample(question))).toEqual([answer]);
  });

  it('is not denied by one that it may contain, or lie in', () => {
    const place = (value: string, ...types: readonly string[]) => ({ value, name: value, types });
    const [ulm, germany, france] = [place('Ulm'), place('Germany', COUNTRY), place('France', COUNTRY)];
    expect(exclude([ulm, germany], [place('Paris'), france])).toBe(true);
    expect(exclude([ulm, germany], [place('Munich'), germany])).toBe(false);
    expect(exclude([ulm], [france])).toBe(false);
  });
});

const COUNTRY = 'location.country';

describe('A noun that names the reverse of a relation', () => {
  it.each([
    ['what film is The Godfather Part II a sequel of', 'The Godfather'],
    ['what is the prequel of The Godfather Part II', 'The Godfather'],
    ['The Godfather is the prequel of what film', 'The Godfather Part II'],
    ['what is the sequel of The Godfather Part II', 'The Godfather Part III'],
  ])('is answered in its direction: %s', async (question, answer) => {
    expect(namesIn(await askSample(question))).toEqual([answer]);
  });

  it('is never answered in the other direction', async () => {
    const trace = await askSample('what film is the prequel to The Two Towers');
    expect(namesIn(trace)).not.toContain('The Lord of the Rings: The Return of the King');
  });
});

describe('What somebody has made', () => {
  it.each([
    ['any films made by Christopher Nolan', 'Inception'],
    ['any movies by James Cameron?', 'Avatar'],
    ['are there any songs by John Lennon', 'yes'],
  ])('may be asked without a question word: %s', async (question, answer) => {
    expect(namesIn(await askSample(question))).toContain(answer);
  });

  it.each(['any films produced by Steven Spielberg?', 'movies produced by Peter Jackson'])(
    'is not what somebody did otherwise: %s',
    async (question) => {
      expect((await askSample(question)).result.kind).toBe('unanswerable');
    },
  );
});

it.each(['what are the neighboring countries of Switzerland', "who are Switzerland's neighbours?"])(
  'Neighbors are other countries: %s',
  async (question) => {
    const names = ['Austria', 'France', 'Germany', 'Italy', 'Liechtenstein'];
    expect(namesIn(await askSample(question))).toEqual(names);
  },
);

it.each([
  ['which countries have German as official language', 'Austria'],
  ['what countries speak German', 'Austria'],
  ['how long is the Amazon', '6400'],
  ['how high is Everest', '8848.86'],
])('The class at the end of a name need not be said: %s', async (question, answer) => {
  expect(namesIn(await askSample(question))).toContain(answer);
});

describe('A short name', () => {
  const short = (question: string, ...names: readonly LinkedEntity[]) =>
    withShortNames(question, { entities: names, literals: [], troubles: [] }).entities.map(
      ({ name, match }) => [name, match],
    );
  const nile = (question: string, more: Partial<LinkedEntity> = {}): LinkedEntity => ({
    ...linkedEntity(question, 'Nile', { types: ['geography.river'], match: 'partial' }),
    name: 'Nile River',
    ...more,
  });

  it('is a whole one if nothing else has it', () => {
    const question = 'where is the Nile';
    expect(short(question, nile(question))).toEqual([['Nile River', 'exact']]);
    const other = linkedEntity(question, 'Nile', { types: ['music.musical_group'] });
    expect(short(question, other, nile(question))).toContainEqual(['Nile River', 'partial']);
  });

  it('lacks only the class', () => {
    const question = 'where is the Nile';
    expect(short(question, nile(question, { name: 'Nile River Delta' }))[0]?.[1]).toBe('partial');
    expect(short(question, nile(question, { types: ['film.film'] }))[0]?.[1]).toBe('partial');
  });
});

it.each([
  ['how much did Avatar cost', '237,000,000'],
  ['how long is The Godfather', '175'],
  ['what year did Titanic come out', '19 December 1997'],
  ['when did the movie Inception come out', '16 July 2010'],
])('What people say of films is understood: %s', async (question, answer) => {
  expect(namesIn(await askSample(question))).toEqual([answer]);
});

it.each([
  // A person may be one although the KB does not say so.
  'was Magic Johnson a basketball player',
  // The KB has the country, the teams, and the team.
  'who discovered oxygen',
  'who coached Michael Jordan',
  'what position did Kobe Bryant play',
])('Other facts do not answer: %s', async (question) => {
  expect((await askSample(question)).result.kind).toBe('unanswerable');
});

it('A value with the name in the question does not deny it', () => {
  const question = 'Did he go to Harvard?';
  const target = linkedEntity(question, 'Harvard');
  const candidate = createCandidate({ start: target, hops: [] });
  const isMeant = (name: string): boolean => mayBeMeant(name, { expressed: { candidate, target } }, question);
  expect([isMeant('Harvard Law School'), isMeant('Yale Law School')]).toEqual([true, false]);
});

it('Names that are joined by “and” have the same relation to who is asked for', () => {
  const question = 'who starred in Titanic and Avatar';
  const [start, entity] = ['Titanic', 'Avatar'].map((name) =>
    linkedEntity(question, name, { types: ['film.film'] }),
  ) as [LinkedEntity, LinkedEntity];
  const path = (...relations: readonly string[]) =>
    relations.map((relation) => ({ relation, reverse: false }));
  const isWrong = (back: readonly Hop[]): boolean =>
    isOfWrongKind(
      toLinkedQuestion(
        question,
        { entities: [start, entity], literals: [], troubles: [] },
        { now: '2026-01-01' },
      ),
      createCandidate({
        start,
        hops: path('film.film.starring', 'film.performance.actor'),
        also: { entity, hops: back, at: 'end' },
        endType: 'film.actor',
      }),
      freebase(),
      () => true,
    );
  const same = reversePath(path('film.film.starring', 'film.performance.actor'));
  expect([isWrong(same), isWrong(path('film.director.film'))]).toEqual([false, true]);
});
