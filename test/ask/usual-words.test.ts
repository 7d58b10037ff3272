import { describe, expect, it } from 'vitest';
import { withUsualWords } from '../../server/src/core/ask/usual-words';
import { linkedEntity } from '../support/linked-entity';
import { askSample, namesIn } from './ask-sample';

const reword = (question: string, name = 'nobody'): string | undefined =>
  withUsualWords(question, {
    entities: question.includes(name) ? [linkedEntity(question, name)] : [],
    literals: [],
    troubles: [],
  })?.question;

describe('Unusual wordings', () => {
  it.each([
    ['when did Plato pass away', 'when did Plato die'],
    ['who passed away and hails from Rome', 'who died and come from Rome'],
    ['which flicks were penned by her', 'which films were wrote by her'],
  ])('are replaced: %s', (question, other) => {
    expect(reword(question)).toBe(other);
  });

  it('stay the same in names and quotations', () => {
    expect(reword('who wrote he passed away', 'he passed away')).toBeUndefined();
    expect(reword('who wrote “he passed away”')).toBeUndefined();
    expect(reword('when was Flick written')).toBeUndefined();
  });

  it.each([
    ['Where did John Lennon pass away?', 'New York City'],
    ['who passed away in Los Angeles', 'Michael Jackson'],
    ['what does the Rhine flow into', 'North Sea'],
    ['which rivers flow into the North Sea', 'Rhine'],
    ['what is the mother tongue of Germany', 'German Language'],
    ['what is the hight of Mount Everest', '8848.86'],
    ['what does Tom Hanks do for a living', 'Actor'],
  ])('are understood: %s', async (question, answer) => {
    const trace = await askSample(question);
    expect(namesIn(trace)).toContain(answer);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });

  it('are reported with the answer', async () => {
    const { advice } = await askSample('Where did John Lennon pass away?');
    expect(advice).toContain(
      '“pass away” was read as “die”. If it is a name, write it with a capital letter.',
    );
  });
});
