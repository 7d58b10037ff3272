import { describe, expect, it } from 'vitest';
import { fold } from '../../../client/shared/filter';
import { foldLetters } from '../../../server/src/core/language/english/fold-letters';
import { isPluralWord, otherNumberForms, stem } from '../../../server/src/core/language/english/nouns';
import {
  isContentWord,
  isNameStopWord,
  isSchemaStopWord,
} from '../../../server/src/core/language/english/stop-words';
import { comparativeMeasures, findOrderWord } from '../../../server/src/core/language/english/superlatives';
import { keywordsOf, questionWords, wordsOf } from '../../../server/src/core/language/english/words';

describe('words', () => {
  it.each([
    ["Zoë's films, don't ask", ['zoe', 'films', 'dont', 'ask']],
    ['Who is Hans Christian Ørsted?', ['who', 'is', 'hans', 'christian', 'orsted']],
    ['placeOfBirth', ['place', 'of', 'birth']],
    ['rock ’n’ roll', ['rock', 'n', 'roll']],
    ['', []],
  ])('wordsOf splits %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('questionWords returns the range of every word', () => {
    const text = "Zoë's films";
    const words = questionWords(text).map(({ word, content, range }) => [
      word,
      content,
      text.slice(range.start, range.end),
    ]);
    expect(words).toEqual([
      ['zoe', true, 'Zoë'],
      ['s', false, 's'],
      ['films', true, 'films'],
    ]);
  });

  it('keywordsOf drops stop words and repeated stems', () => {
    expect(keywordsOf('which film of the films is it').map((word) => word.stem)).toEqual(['film']);
  });

  it.each(['Beyoncé', 'Zoë', 'Ångström', 'façade', 'PELÉ', 'São Tomé'])(
    'accents of %s are removed the same way in questions and in the result filter',
    (name) => {
      expect(foldLetters(name)).toBe(fold(name));
    },
  );
});

describe('nouns', () => {
  it.each([
    ['cities', 'city'],
    ['films', 'film'],
    ['boss', 'boss'],
    ['gas', 'gas'],
  ])('the stem of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it('otherNumberForms returns the plural of a singular and vice versa', () => {
    expect(otherNumberForms('city')).toContain('cities');
    expect(otherNumberForms('churches')).toContain('church');
  });

  it('isPluralWord handles irregular plurals and singulars that end in s', () => {
    expect(['children', 'films', 'sports', 'physics', 'Paris'].map(isPluralWord)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('stop words', () => {
  it('depend on the comparison', () => {
    expect([isNameStopWord('who'), isSchemaStopWord('who'), isContentWord('who')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isNameStopWord('us'), isContentWord('us')]).toEqual([false, false]);
    expect([isNameStopWord('film'), isSchemaStopWord('film'), isContentWord('film')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('superlatives and comparatives', () => {
  it('of one row have the same measures', () => {
    expect(comparativeMeasures('taller')).toEqual(['height', 'elevation']);
    expect(comparativeMeasures('film')).toEqual([]);
  });

  it('findOrderWord returns the first order word with its direction', () => {
    expect(findOrderWord('the most recent of the oldest')).toMatchObject({
      words: 'most recent',
      direction: 'most',
    });
    expect(findOrderWord('who is it?')).toBeUndefined();
  });
});
