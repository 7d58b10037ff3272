import { describe, expect, it } from 'vitest';
import { isOtherLanguage } from '../../server/src/core/language/english/other-language';
import { questionWords } from '../../server/src/core/language/english/words';

describe('A question in another language', () => {
  it.each([
    'Wer hat den Film gedreht?',
    'Welche Sprache spricht man in Brasilien?',
    'Quelle est la capitale?',
    '¿Quién es el presidente?',
    'Qual è la capitale?',
    'Wie is de vrouw van de president?',
    'Hvor er han født?',
    'Где он родился?',
    '東京の人口は何人ですか',
    'من أخرج الفيلم؟',
  ])('is recognized: %s', (question) => {
    expect(isOtherLanguage(questionWords(question))).toBe(true);
  });

  it.each([
    'Who directed the film?',
    'where is arabic used?',
    'capital of Georgia',
    'who wrote Les Misérables and La Traviata',
    'what is the capital of the country with el niño',
    'Como is in which country?',
    'what does Где mean',
    'longest river',
    '',
  ])('is not recognized in English: %s', (question) => {
    expect(isOtherLanguage(questionWords(question))).toBe(false);
  });
});
