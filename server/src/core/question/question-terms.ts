/** The words of a question that speak for relations and classes, without the names of its entities. */
import { stem } from '../language/english/nouns';
import { analyzeQuestion, type QuestionAnalysis } from '../language/english/question';
import { isSchemaStopWord } from '../language/english/stop-words';
import { wordsOf } from '../language/english/words';
import { meaningOf } from '../schema/synonyms';

export interface QuestionTerms extends Pick<QuestionAnalysis, 'wanted'> {
  /** The stems of its keywords. */
  readonly words: readonly string[];
}

/** `Michael Jordan` tells nothing about the relation. A question that is all names keeps its words. */
export function termsWithoutNames(question: string, names: Iterable<string>): QuestionTerms {
  const { keywords, wanted } = analyzeQuestion(question);
  const text = ` ${wordsOf(question).join(' ')} `;
  const taken = new Set<string>();
  for (const name of names) {
    const own = wordsOf(name);
    const isWhole = own.length > 0 && text.includes(` ${own.join(' ')} `);
    // A part of a name may stand for the whole, but only if the word does not ask for something.
    for (const word of own.map(stem)) if (isWhole || !asksForSomething(word)) taken.add(word);
  }
  const words = keywords.map((keyword) => keyword.stem);
  const left = words.filter((word) => !taken.has(word));
  return { words: left.length ? left : words, wanted };
}

function asksForSomething(word: string): boolean {
  return meaningOf(word) !== undefined || isSchemaStopWord(word);
}
