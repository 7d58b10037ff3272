import { describe, expect, it } from 'vitest';
import { RememberedQuestions } from '../../client/src/repair/remembered-questions';

const [file, other] = ['file:///one.rq', 'file:///two.rq'];

describe('questions that the user has entered', () => {
  it('are remembered for one query, wherever it is in the file', () => {
    const questions = new RememberedQuestions();
    questions.remember(file, 'ASK { ?a ?b ?c }', 'Is there anything?');
    expect(questions.of(file, 'ASK { ?a ?b ?c }')).toBe('Is there anything?');
    expect(questions.of(file, 'SELECT * { ?a ?b ?c }')).toBeUndefined();
    expect(questions.of(other, 'ASK { ?a ?b ?c }')).toBeUndefined();
  });

  it('are not remembered if skipped, or after the file is closed', () => {
    const questions = new RememberedQuestions();
    questions.remember(file, 'ASK {}', '');
    expect(questions.of(file, 'ASK {}')).toBeUndefined();
    questions.remember(file, 'ASK {}', 'Is there anything?');
    questions.remember(other, 'ASK {}', 'And here?');
    questions.forget(file);
    expect(questions.of(file, 'ASK {}')).toBeUndefined();
    expect(questions.of(other, 'ASK {}')).toBe('And here?');
  });
});
