/** Everyday questions, on the sample KB without a model. */
import { describe, expect, it } from 'vitest';
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
