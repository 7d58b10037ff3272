import { describe, expect, it } from 'vitest';
import { analyzeQuestion } from '../../../server/src/core/language/english/question';

describe('question kind and focus noun', () => {
  it.each([
    ['What type of government does Norway have?', 'what', 'type of government'],
    ['which kinds of cheese are made in Gouda', 'which', 'kinds of cheese'],
    ['What is the currency of Japan?', 'what', 'currency'],
    ['what are the names of the operas that Verdi composed', 'what', 'operas'],
    ['Which countries border Laos?', 'which', 'countries'],
    ['which river flows through Vienna?', 'which', 'river'],
    ['Which painting was stolen in 1911?', 'which', 'painting'],
    ['What comic book series did Hergé draw?', 'what', 'comic book series'],
    ['Kafka wrote which novels?', 'which', 'novels'],
    ['In which year did the Titanic sink?', 'which', 'year'],
    ['Name the films that Agnès Varda directed', 'which', 'films'],
    ['list all bridges in Porto', 'which', 'bridges'],
    ['give me the tributaries of the Danube', 'which', 'tributaries'],
    ['How many children did Bach have?', 'howMany', 'children'],
    ['What is the number of moons of Saturn?', 'howMany', 'moons'],
    ['how many different languages are spoken in Peru', 'howMany', 'languages'],
    ['How tall is the Eiffel Tower?', 'howMuch', 'height'],
    ['how much did the film cost', 'howMuch', undefined],
    ['Who was the architect of the Pantheon?', 'who', 'architect'],
    ['Who wrote Ulysses?', 'who', undefined],
    ['Which person wrote Ulysses?', 'who', undefined],
    ['what people live in Lapland', 'who', undefined],
    ["What is the name of Johann Sebastian Bach's wife?", 'what', 'wife'],
    ["what is Björk's nationality?", 'what', 'nationality'],
    ['What is the name of Johann Sebastian Bach’s wife?', 'what', 'wife'],
    ['Where is Mount Fuji?', 'where', undefined],
    ['When was Dante born?', 'when', undefined],
    ['Is Lisbon the capital of Portugal?', 'yesNo', undefined],
    ['Is Lisbon the capital of which country?', 'which', 'country'],
    ['Which sports team plays in Turin?', 'which', 'sports team'],
    ['what is an example of a baroque opera?', 'what', 'baroque opera'],
    ["What children's books did Astrid Lindgren write?", 'what', 'books'],
    ['Who was the first conductor of La Scala?', 'who', 'conductor'],
    ['what is climate in Oslo like', 'what', 'climate'],
    ['The people where fado is sung speak which language?', 'which', 'language'],
    ['list the emperors who ruled when Pompeii fell', 'which', 'emperors'],
    ['which rocket uses four engines', 'which', 'rocket'],
    ['which painters born in Delft died there', 'which', 'painters'],
    ['list of lighthouses in Brittany', 'which', 'lighthouses'],
    ['painters born in Delft', 'other', 'painters'],
    ['the longest bridge in Porto', 'other', 'bridge'],
    ['capital of Peru', 'other', 'capital'],
    ['highest volcano', 'other', 'volcano'],
    ['forest fire', 'other', undefined],
    ['Vermeer paintings', 'other', undefined],
    ['How did Socrates die?', 'other', undefined],
    ['', 'other', undefined],
    ['Which film features Leonardo DiCaprio?', 'which', 'film'],
    ['What movie stars Tom Hanks?', 'what', 'movie'],
    ['What organization hosts the Olympics?', 'what', 'organization'],
    ['Which movie stars were born in London?', 'which', 'movie stars'],
    ['Which movie stars live in London?', 'which', 'movie stars'],
    ['What safety features does it have?', 'what', 'safety features'],
    ["Which president's vice president was Biden?", 'which', 'president'],
    ['What inspired Verdi to compose?', 'what', undefined],
    ['Which united kingdom town won?', 'which', 'united kingdom town'],
    ['What animated films did he make?', 'what', 'animated films'],
    ["what germany's capital", 'what', undefined],
    ['Whose wife is Livia?', 'which', undefined],
  ] as const)('%s', (question, kind, noun) => {
    const focus = analyzeQuestion(question);
    expect([focus.kind, focus.noun]).toEqual([kind, noun]);
  });

  it('“which person” has only the words of “who”', () => {
    const { words, keywords, interrogative } = analyzeQuestion('Which person painted Guernica?');
    expect(words.map(({ word }) => word)).toEqual(['which', 'painted', 'guernica']);
    expect(keywords.map(({ word }) => word)).toEqual(['painted', 'guernica']);
    expect(interrogative).toBe('who');
  });

  it.each([
    ['Who painted Guernica?', 'person'],
    ['Which people painted Guernica?', 'person'],
    ['When did it open?', 'time'],
    ['which town is he from', 'place'],
    ['How deep is Lake Baikal?', 'number'],
    ['what does a carpenter use', undefined],
  ])('the kind of answer to %s', (question, wanted) => {
    expect(analyzeQuestion(question).wanted).toBe(wanted);
  });
});

describe('superlatives', () => {
  it.each([
    ['What is the largest lake in Africa?', 'largest', 'most', 'area', 'lake in africa'],
    ['which mountain has the highest elevation', 'highest', 'most', 'elevation', 'elevation'],
    ['Who was the youngest pope?', 'youngest', 'most', 'date', 'pope'],
    ['the oldest bridge over the Rhine', 'oldest', 'least', 'date', 'bridge over the rhine'],
    ['What was the first film of Kurosawa?', 'first', 'least', 'date', 'film of kurosawa'],
    ['what is the most recent album of Radiohead', 'most recent', 'most', 'date', 'album of radiohead'],
    ['the least populous state', 'least populous', 'least', 'population', 'state'],
    ['Which engine has the fewest cylinders?', 'fewest', 'least', undefined, 'cylinders'],
    ['which planet has the most moons', 'most', 'most', undefined, 'moons'],
    ['what is the shiniest metal', 'shiniest', 'most', 'shiny', 'metal'],
  ])('%s', (question, words, direction, measure, of) => {
    const found = analyzeQuestion(question).superlative;
    expect([found?.words, found?.direction, found?.measures[0], found?.following]).toEqual([
      words,
      direction,
      measure,
      of,
    ]);
  });

  it.each([
    'What is the first name of Mozart?',
    'Where is the Black Forest?',
    'which airport is in the west of Ireland',
    'Who wrote "The Longest Yard"?',
    'teams with at least five titles',
    'where do most of the Basques live',
    'who was the last minister',
    'what interest rate does it have',
  ])('are not found in %s', (question) => {
    expect(analyzeQuestion(question).superlative).toBeUndefined();
  });

  it('reverse their direction for an age, not for a date', () => {
    expect(analyzeQuestion('the oldest member').superlative).toMatchObject({
      isMeasuredByDate: true,
      isReversedForAge: true,
    });
    expect(analyzeQuestion('the first member').superlative).toMatchObject({
      isMeasuredByDate: true,
      isReversedForAge: false,
    });
    expect(analyzeQuestion('the longest bridge').superlative).toMatchObject({
      isMeasuredByDate: false,
      isReversedForAge: false,
    });
  });
});

describe('comparisons and negations', () => {
  it('are found before a number', () => {
    expect(analyzeQuestion('towers of more than 300 metres').comparisons).toMatchObject([
      { bound: 'more', number: '300' },
    ]);
    expect(analyzeQuestion('operas written before 1800').comparisons).toMatchObject([
      { bound: 'less', number: '1800' },
    ]);
    expect(analyzeQuestion('which operas did he write').comparisons).toEqual([]);
  });

  it.each([
    ['which countries do not border the sea', true],
    ["who hasn't won", true],
    ['films other than Alien', true],
    ['which knots are in a carpet', false],
  ])('%s', (question, negated) => {
    expect(analyzeQuestion(question).isNegated).toBe(negated);
  });
});
