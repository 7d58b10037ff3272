import { describe, expect, it } from 'vitest';
import { parseHeader, questionOf } from '../../../server/src/core/language/sparql/header';
import { parseDocument } from '../../../server/src/core/language/sparql/parse';

const questions = (text: string): readonly (string | undefined)[] =>
  parseDocument(text, 'virtuoso').map((query) => {
    const question = questionOf(query);
    if (question) expect(text.slice(question.range.start, question.range.end)).toBe(question.text);
    return question?.text;
  });

describe('the question of a query', () => {
  it.each([
    ['# question: Where was he born?\nASK {}', 'Where was he born?'],
    ['#+ question: Where?  \r\nASK {}', 'Where?'],
    ['#QUESTION:Where?\nASK {}', 'Where?'],
    [
      '\n# by hand\n\n# Question : Is 1 < 2: yes or no?\n# source: me\nPREFIX a: <a>\nASK {}',
      'Is 1 < 2: yes or no?',
    ],
    ['# question: What is not asked yet?\n', 'What is not asked yet?'],
    [
      'PREFIX a: <a>\n# question: Between the prefixes and the query?\nASK {}',
      'Between the prefixes and the query?',
    ],
    ['# question: Wo wohnt Ödön 😀?\nASK {', 'Wo wohnt Ödön 😀?'],
  ])('is found in %j', (text, question) => {
    expect(questions(text)).toEqual([question]);
  });

  it.each([
    'ASK {}',
    '# question\nASK {}',
    '# question:\nASK {}',
    'ASK {} # question: Late?',
    '# a question: Which?\nASK {}',
    'ASK { <#question:a> ?b ?c }',
    `# question: ${'too long '.repeat(300)}\nASK {}`,
  ])('is not found in %j', (text) => {
    expect(questions(text)).toEqual([undefined]);
  });

  it('belongs to one query, and may be on the separator line', () => {
    expect(
      questions('# question: One?\nASK {}\n# end of one\n###\nASK {}\n### question: Three?\nASK {}'),
    ).toEqual(['One?', undefined, 'Three?']);
  });

  it('is a line of the header', () => {
    const [query] = parseDocument('# Endpoint: local\n# free words\n# question: Where?\nASK {}', 'virtuoso');
    expect(query && parseHeader(query).map(({ key, value }) => [key, value])).toEqual([
      ['endpoint', 'local'],
      ['question', 'Where?'],
    ]);
  });
});
