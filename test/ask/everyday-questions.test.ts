/** Everyday questions, on the sample KB without a model. */
import { describe, expect, it } from 'vitest';
import { exclude } from '../../server/src/core/ask/strategies/rng-kbqa/places-around';
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
