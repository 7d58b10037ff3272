/**
 * Corrects frequent mistakes and misspelled words. In a question that capitalizes names, an unknown word in lower case is not a name.
 * Neither is what is asked of a name: “the captial of france”.
 */
import { analyzeQuestion } from '../language/english/question';
import { lastWord, stem } from '../language/english/nouns';
import { withoutQuotations } from '../language/english/quotations';
import { questionWords, type QuestionWord } from '../language/english/words';
import { isCovered, overlaps, type TextRange } from '../language/text/range';
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

type Retriever = Pick<SchemaRetriever, 'isKnownWord' | 'similarWords'>;

/** Undefined if there is nothing to correct. */
export function correctSpelling(
  question: string,
  linking: Linking,
  retriever: Retriever,
): CorrectedQuestion | undefined {
  const text = withoutQuotations(question);
  const words = questionWords(text);
  const names = linking.entities.filter(hasWholeName).flatMap(({ mention }) => mention ?? []);
  const hasCapitals = /\p{Lu}/u.test(text.slice(1));
  const asked = names.length ? lastWord(analyzeQuestion(text).noun?.split(' of ')[0]) : '';
  const corrections: Correction[] = [];
  let corrected = question;
  for (const [at, { word, range }] of [...words.entries()].reverse()) {
    const from = question.slice(range.start, range.end);
    const isInName = isCovered(range, names);
    // The name “SI” is no evidence for the meaning of “what si”.
    const isInLongerName = names.some((name) => overlaps(name, range) && lengthOf(name) > lengthOf(range));
    const mayBeName = isInLongerName || (at > 0 && from !== word);
    const common = mayBeName ? undefined : commonWord(words, at);
    const to =
      common ??
      ((hasCapitals || word === asked) && !isInName && from === word
        ? similarWord(word, retriever)
        : undefined);
    if (to === undefined) continue;
    const written = /^\p{Lu}/u.test(from) ? to.charAt(0).toUpperCase() + to.slice(1) : to;
    corrections.unshift({ from, to: written });
    corrected = corrected.slice(0, range.start) + written + corrected.slice(range.end);
  }
  return corrections.length ? { question: corrected, corrections } : undefined;
}

/** The only word of the schema that differs in one letter from an unknown word. */
function similarWord(word: string, retriever: Retriever): string | undefined {
  // Other scripts and accents are not English.
  if (word.length < MIN_LENGTH || !/^[a-z]+$/.test(word) || retriever.isKnownWord(word)) return undefined;
  const [similar, ...others] = retriever.similarWords(word);
  // Another form of the word is no mistake.
  return similar === undefined || others.length || stem(similar) === stem(word) ? undefined : similar;
}

/** Frequent mistakes in words of questions, by what is meant. */
const QUESTION_WORDS = toMap({
  what: 'waht whta hwat wat wht',
  which: 'wich whcih wihch whihc',
  who: 'hwo woh',
  where: 'wher whre wehre hwere',
  when: 'wehn whne hwen',
  'what is': 'whats',
  'where is': 'wheres',
  'when is': 'whens',
});
/** What is meant, and the words before it. */
const OTHER_WORDS: ReadonlyMap<string, readonly [string, RegExp?]> = new Map([
  ['si', ['is', /^(?:what|who|where|when|which|how)$/]],
  ['mnay', ['many', /^(?:how|hwo)$/]],
  ['teh', ['the']],
  ['hte', ['the']],
  ['fo', ['of']],
  ['hight', ['height']],
  ['heigth', ['height']],
  ['lenght', ['length']],
]);
const PREPOSITIONS = new Set('in on at of for from to by with'.split(' '));

function commonWord(words: readonly QuestionWord[], at: number): string | undefined {
  const [before, own = '', after = ''] = [at - 1, at, at + 1].map((index) => words[index]?.word);
  if (before === undefined || PREPOSITIONS.has(before)) {
    // “were was he born”, but not “were they married”
    if (own === 'were' && /^(?:is|are|was|were|do|does|did)$/.test(after)) return 'where';
    // “hwo many” and “hwo much” mean “how”.
    if (own === 'hwo' && /^(?:many|mnay|much|old|long|tall|big)$/.test(after)) return 'how';
    // “whos wife is she” means “whose”.
    if (own === 'whos' && /^(?:the|a|an)$/.test(after)) return 'who is';
    const asked = QUESTION_WORDS.get(own);
    if (asked !== undefined) return asked;
  }
  const [to, expected] = OTHER_WORDS.get(own) ?? [];
  return expected?.test(before ?? '') === false ? undefined : to;
}

function lengthOf({ start, end }: TextRange): number {
  return end - start;
}

function toMap(mistakes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(mistakes).flatMap(([to, from]) => from.split(' ').map((word) => [word, to] as const)),
  );
}
