/** Corrects misspelled words. In a question that capitalizes names, an unknown word in lower case is not a name. */
import { stem } from '../language/english/nouns';
import { withoutQuotations } from '../language/english/quotations';
import { questionWords } from '../language/english/words';
import { isCovered } from '../language/text/range';
import { hasWholeName, type Linking } from '../question/linking/linking';
import type { SchemaRetriever } from '../question/retrieval/retrieval';

export interface Correction {
  readonly from: string;
  readonly to: string;
}

export interface CorrectedQuestion {
  readonly question: string;
  readonly corrections: readonly Correction[];
}

/** Shorter words are too similar to others. */
const MIN_LENGTH = 5;

/** Replaces each unknown word by the only word of the schema that differs in one letter. Undefined if there is nothing to correct. */
export function correctSpelling(
  question: string,
  linking: Linking,
  retriever: Pick<SchemaRetriever, 'isKnownWord' | 'similarWords'>,
): CorrectedQuestion | undefined {
  const text = withoutQuotations(question);
  if (!/\p{Lu}/u.test(text.slice(1))) return undefined;
  const names = linking.entities.filter(hasWholeName).flatMap(({ mention }) => mention ?? []);
  const corrections: Correction[] = [];
  let corrected = question;
  for (const { word, range } of [...questionWords(text)].reverse()) {
    const from = question.slice(range.start, range.end);
    // A name has a capital; other scripts and accents are not English.
    if (word.length < MIN_LENGTH || from !== word || !/^[a-z]+$/.test(word)) continue;
    if (retriever.isKnownWord(word) || isCovered(range, names)) continue;
    const [to, ...others] = retriever.similarWords(word);
    // Another form of the word is no mistake.
    if (to === undefined || others.length || stem(to) === stem(word)) continue;
    corrections.unshift({ from, to });
    corrected = corrected.slice(0, range.start) + to + corrected.slice(range.end);
  }
  return corrections.length ? { question: corrected, corrections } : undefined;
}
