/** The words of a question that may refer to relations and classes, without the names of its entities. */
import { stem } from '../language/english/nouns';
import { analyzeQuestion, type QuestionAnalysis } from '../language/english/question';
import { isSchemaStopWord } from '../language/english/stop-words';
import { wordsOf } from '../language/english/words';
import { synonymSetOf } from '../schema/synonyms';

export interface QuestionTerms extends Pick<QuestionAnalysis, 'wanted'> {
  /** The stems of its keywords. */
  readonly words: readonly string[];
}

/** Removes the words of names. A question that consists only of names keeps its words. */
export function termsWithoutNames(question: string, names: Iterable<string>): QuestionTerms {
  const { keywords, wanted } = analyzeQuestion(question);
  const text = ` ${wordsOf(question).join(' ')} `;
  const removed = new Set<string>();
  for (const name of names) {
    const nameWords = wordsOf(name);
    const isWhole = nameWords.length > 0 && text.includes(` ${nameWords.join(' ')} `);
    // A part of a name is removed only if it does not refer to a relation or class.
    for (const word of nameWords.map(stem)) if (isWhole || !refersToSchema(word)) removed.add(word);
  }
  const words = keywords.map((keyword) => keyword.stem);
  const rest = words.filter((word) => !removed.has(word));
  return { words: rest.length ? rest : words, wanted };
}

function refersToSchema(word: string): boolean {
  return synonymSetOf(word) !== undefined || isSchemaStopWord(word);
}
