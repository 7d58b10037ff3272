/** Analyses an English question without a knowledge base. */
import { unambiguousComparisons, type ComparisonCue } from './comparisons';
import { findFocusNoun } from './focus-noun';
import { countCue } from './question-cues';
import { ANSWERABLE_QUESTION_WORDS } from './question-words';
import { withPlainApostrophes } from './quotations';
import { findOrderWord, findSuperlative, type OrderWord, type Superlative } from './superlatives';
import { keywordsOf, questionWords, type QuestionWord, type StemmedWord } from './words';

export type QuestionKind =
  | 'who'
  | 'what'
  | 'where'
  | 'when'
  | 'howMany'
  | 'howMuch'
  | 'which'
  | 'yesNo'
  | 'other';

export type WantedKind = 'person' | 'place' | 'time' | 'number';

export interface QuestionAnalysis {
  readonly text: string;
  /** Every word, in order. */
  readonly words: readonly QuestionWord[];
  /** The words for the search of relations and classes. */
  readonly keywords: readonly StemmedWord[];
  readonly kind: QuestionKind;
  /** The interrogative phrase, such as "who", "how many" or "what year"; also "what year" for "which year"; "none" if there is none. */
  readonly interrogative: string;
  /** The focus noun in lower case: "type of government", "films", "children". */
  readonly noun: string | undefined;
  /** The kind of the answer, if the question states it. */
  readonly wanted: WantedKind | undefined;
  /** Whether it asks how many or how much. A number in the KB may answer it without a count. */
  readonly quantity: boolean;
  readonly superlative: Superlative | undefined;
  /** The first word that may express an order, even in a name. */
  readonly orderWord: OrderWord | undefined;
  /** "more than 5", "before 1990" */
  readonly comparisons: readonly ComparisonCue[];
  /** Whether it has a negation, such as "never", "without" or "other than". */
  readonly isNegated: boolean;
  /** Whether it may ask for a present fact. */
  readonly isPresent: boolean;
}

export function analyzeQuestion(original: string): QuestionAnalysis {
  const question = withPlainApostrophes(original);
  const text = question.trim().replace(/\s+/g, ' ');
  // “Which person” means “who”.
  const person = WHICH_PERSON.exec(question);
  const kind = person ? 'who' : questionKind(text);
  return {
    text: original,
    words: questionWords(question).filter(
      ({ range: { end } }) => !person || end !== person.index + person[0].length,
    ),
    keywords: keywordsOf(person ? question.replace(person[0], '') : question),
    kind,
    interrogative: person
      ? 'who'
      : (INTERROGATIVE.exec(question)?.[0]
          .toLowerCase()
          .replace(/^which (?=.)/, 'what ') ?? 'none'),
    noun: person ? undefined : findFocusNoun(text, kind),
    wanted: person ? 'person' : wantedKind(text),
    quantity: /\bhow (?:many|much)\b|\bnumber of\b|\bpopulation\b/i.test(question),
    superlative: findSuperlative(text),
    orderWord: findOrderWord(question),
    comparisons: unambiguousComparisons(text),
    isNegated: text.search(NEGATION) >= 0,
    isPresent: PRESENT.test(question),
  };
}

const WHICH_PERSON = /^\s*(?:which|what) (?:person|people)(?= (?!(?:is|are|was|were|do|does|did)\b))/i;
const INTERROGATIVE =
  /\b(?:who|whom|whose|where|when|which (?:year|date|day)|which|why|how (?:many|much|long|old|tall|big|far|large|often)|how|what (?:year|date|day|time|kind|type|sort)|what)\b/i;
export const NEGATION =
  /\b(?:not|never|without|except(?:ing)?|excluding|other than|besides|neither|nor|no longer|lacks?|lacking)\b|(?<!\p{L})\p{L}+n['’]t\b/giu;
const PRESENT = /\b(?:now|current(?:ly)?|today|still|these days|nowadays|present(?:ly)?|is|are|does|do)\b/i;
const YES_OR_NO =
  /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|isn't|aren't|wasn't|weren't|don't|doesn't|didn't)\b/i;
const INTERROGATIVE_WORD = new RegExp(String.raw`\b(?:${ANSWERABLE_QUESTION_WORDS})\b`, 'i');
const INTERROGATIVE_WORDS = new RegExp(
  String.raw`\b(${ANSWERABLE_QUESTION_WORDS})\b(?:'s)?(?: (\S+))?`,
  'gi',
);
const INTERROGATIVE_START = new RegExp(
  String.raw`^(?:and |so |(?:in|on|at|to|for|by|from|of|with|about|during|under) )?(?:${ANSWERABLE_QUESTION_WORDS})\b`,
  'i',
);
const REQUEST = /^(?:please )?(?:name|list|give|show|tell|find|provide|identify)\b/i;
const MEASURED =
  /^(?:much|old|tall|long|big|large|far|high|deep|wide|heavy|fast|hot|cold|thick|small|short|often|strong|expensive)\b/i;

function questionKind(text: string): QuestionKind {
  if (countCue(text)) return 'howMany';
  if (YES_OR_NO.test(text) && !INTERROGATIVE_WORD.test(text)) return 'yesNo';
  if (REQUEST.test(text)) return 'which';
  const [interrogative, next] = findInterrogative(text);
  switch (interrogative) {
    case 'who':
    case 'whom':
      return 'who';
    case 'where':
    case 'when':
    case 'what':
      return interrogative;
    case 'whose':
    case 'which':
      return 'which';
    case 'how':
      return MEASURED.test(next) ? 'howMuch' : 'other';
    default:
      return 'other';
  }
}

/**
 * Returns the interrogative word and the word after it. If the question does not begin with one, the last one counts,
 * because the others may join clauses.
 */
function findInterrogative(text: string): readonly [interrogative: string, next: string] {
  const matches = [...text.matchAll(INTERROGATIVE_WORDS)];
  const whatOrWhich = matches.filter(([, word = '']) => /^(?:what|which)$/i.test(word));
  const match = INTERROGATIVE_START.test(text) ? matches[0] : (whatOrWhich.at(-1) ?? matches.at(-1));
  return [match?.[1]?.toLowerCase() ?? '', match?.[2] ?? ''];
}

/** Returns the kind of answer by the words anywhere in the question. */
function wantedKind(question: string): WantedKind | undefined {
  const text = question.toLowerCase();
  if (/\bhow (?:many|much|old|tall|long|big|far|large|high|deep|wide|heavy|fast)\b/.test(text))
    return 'number';
  if (/\b(?:when|what (?:year|date|day|time)|which (?:year|date|day)|how long ago)\b/.test(text))
    return 'time';
  if (
    /\b(?:where|what (?:city|country|state|place|town|county|continent|location)|which (?:city|country|state|place|town|county))\b/.test(
      text,
    )
  )
    return 'place';
  return /\b(?:who|whom|whose)\b/.test(text) ? 'person' : undefined;
}

/** Lists the operations that a query for the question needs. Questions with the same operations have the same text. */
export function operationsOf(question: string): string {
  const kind = questionKind(question.trim());
  const operations: readonly (readonly [string, boolean])[] = [
    ['count', kind === 'howMany'],
    ['superlative', findSuperlative(question) !== undefined],
    ['comparison', COMPARES.test(question)],
    ['year', /\b(?:1\d{3}|20\d{2})\b/.test(question)],
    ['yes or no', kind === 'yesNo'],
  ];
  return operations.flatMap(([name, needed]) => (needed ? [name] : [])).join(' ');
}

const COMPARES = /\b(?:more|less|fewer|\w+er) than\b|\bat (?:least|most)\b|\b(?:before|after|since|until)\b/i;
