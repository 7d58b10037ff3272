import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { openWordVectors } from '../../server/src/adapters/word-vectors';
import { correctSpelling } from '../../server/src/core/ask/correct-spelling';
import type { Linking } from '../../server/src/core/question/linking/linking';
import { schemaRetriever } from '../../server/src/core/question/retrieval/schema-retriever';
import { linkedEntity } from '../support/linked-entity';

const DATA = join(__dirname, '..', '..', 'server', 'data');
const retriever = schemaRetriever(
  loadBundledSchema(join(DATA, 'freebase.schema')),
  openWordVectors(join(DATA, 'words.vec')),
);
const nothingLinked: Linking = { entities: [], literals: [], troubles: [] };
const correct = (question: string, linking = nothingLinked): string | undefined =>
  correctSpelling(question, linking, retriever)?.question;

describe('misspelled words of a question', () => {
  it.each([
    ['What coutry is the Nile in?', 'What country is the Nile in?'],
    ['what is the curency of Japan', 'what is the currency of Japan'],
    ['which perosn directed Titanic', 'which person directed Titanic'],
    ['Who inluenced the maoyr of Paris?', 'Who influenced the mayor of Paris?'],
    ['waht is the capital of france', 'what is the capital of france'],
    ['Wich actors played in titanic?', 'Which actors played in titanic?'],
    ['in whcih city was he born', 'in which city was he born'],
    ['were was barack obama born', 'where was barack obama born'],
    ['hwo mnay children does he have', 'how many children does he have'],
    ['hwo directed teh godfather', 'who directed the godfather'],
    ['whos the wife of obama', 'who is the wife of obama'],
    ['Whats the capital of france', 'What is the capital of france'],
    ['what si the capital fo teh usa', 'what is the capital of the usa'],
  ])('%s', (question, corrected) => {
    expect(correct(question)).toBe(corrected);
  });

  it('what is asked of a name is corrected without capitals', () => {
    const question = 'what is the captial of france';
    const linking = { ...nothingLinked, entities: [linkedEntity(question, 'france')] };
    expect(correct(question, linking)).toBe('what is the capital of france');
    expect(correct(question)).toBeUndefined();
  });

  it('the corrections are listed in their order', () => {
    expect(
      correctSpelling('Who inluenced the maoyr of Paris?', nothingLinked, retriever)?.corrections,
    ).toEqual([
      { from: 'inluenced', to: 'influenced' },
      { from: 'maoyr', to: 'mayor' },
    ]);
  });

  it.each([
    ['a known word', 'What country is the Nile in?'],
    ['a word that may be a name, because no name has a capital', 'who is a parent of pierre de fermat?'],
    ['a name with a capital', 'Who is a parent of Pierre de Fermat?'],
    ['a word that may be two others', 'In which film does the charcter of Luke appear?'],
    ['a word in quotation marks', 'Who wrote "the coutry" in London?'],
    ['a verb at the start', 'were they married in london'],
    ['a name like a question word', 'where is the temple wat pho'],
    ['a word that may be two others', 'whos wife is she'],
    ['a short name', 'who directed si'],
    ['a short name with a capital', 'Who knew Teh and Fo?'],
    ['a short word', 'Where was Barack Obama bron?'],
    ['another number of a word', 'Is the permittivity measured in farad in France?'],
  ])('%s is kept', (_, question) => {
    expect(correct(question)).toBeUndefined();
  });

  it('a frequent mistake is corrected although it is a name, unless it is a part of one', () => {
    const question = 'what si the capital of si and fo';
    const linking = { ...nothingLinked, entities: [linkedEntity(question, 'si and fo')] };
    expect(correct(question, linking)).toBe('what is the capital of si and fo');
    const short = { ...nothingLinked, entities: [linkedEntity(question, 'si')] };
    expect(correct('what si the capital', short)).toBe('what is the capital');
  });

  it('the name of a linked entity is kept', () => {
    const question = 'Who published coutry in London?';
    expect(correct(question)).toBe('Who published country in London?');
    const entities = [linkedEntity(question, 'coutry')];
    expect(correct(question, { ...nothingLinked, entities })).toBeUndefined();
  });
});
