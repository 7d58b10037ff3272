/** What the words of an English question tell about its answer, as far as that needs no knowledge base. */
import { plainComparisons, type ComparisonCue } from './comparisons';
import { nounIn } from './focus-noun';
import { countCue } from './question-cues';
import { orderWordIn, superlativeOf, type OrderWord, type Superlative } from './superlatives';
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
  /** The words by which relations and classes are found. */
  readonly keywords: readonly StemmedWord[];
  readonly kind: QuestionKind;
  /** The phrase that asks: "who", "how many", "what year"; "none" where there is none. */
  readonly asking: string;
  /** What is asked for, in lower case: "type of government", "films", "children". */
  readonly noun: string | undefined;
  /** What the answer must be, where the question says it plainly. */
  readonly wanted: WantedKind | undefined;
  /** It asks how many or how much, which a number in the KB may answer as well. */
  readonly quantity: boolean;
  readonly superlative: Superlative | undefined;
  /** The first word that may mean an order, even in a name. */
  readonly orderWord: OrderWord | undefined;
  /** "more than 5", "before 1990" */
  readonly comparisons: readonly ComparisonCue[];
  /** Something must not hold: "never", "without", "other than". */
  readonly negated: boolean;
  /** It may ask what holds today. */
  readonly present: boolean;
}

export function analyzeQuestion(question: string): QuestionAnalysis {
  const text = question.trim().replace(/\s+/g, ' ');
  const kind = kindOf(text);
  return {
    text: question,
    words: questionWords(question),
    keywords: keywordsOf(question),
    kind,
    asking: ASKING_PHRASE.exec(question)?.[0].toLowerCase() ?? 'none',
    noun: nounIn(text, kind),
    wanted: wantedBy(text),
    quantity: /\bhow (?:many|much)\b|\bnumber of\b|\bpopulation\b/i.test(question),
    superlative: superlativeOf(text),
    orderWord: orderWordIn(question),
    comparisons: plainComparisons(text),
    negated: NEGATION.test(text),
    present: PRESENT.test(question),
  };
}

const ASKING_PHRASE =
  /\b(?:who|whom|whose|where|when|which|why|how (?:many|much|long|old|tall|big|far|large|often)|how|what (?:year|date|day|time|kind|type|sort)|what)\b/i;
const NEGATION =
  /\b(?:not|never|without|except(?:ing)?|excluding|other than|besides|neither|nor|no longer|lacks?|lacking)\b|n't\b/i;
const PRESENT = /\b(?:now|current(?:ly)?|today|still|these days|nowadays|present(?:ly)?|is|are|does|do)\b/i;
const YES_OR_NO =
  /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|isn't|aren't|wasn't|weren't|don't|doesn't|didn't)\b/i;
const ASKS = /\b(?:what|which|who|whom|whose|where|when|how)\b/i;
const REQUEST = /^(?:please )?(?:name|list|give|show|tell|find|provide|identify)\b/i;
const MEASURED =
  /^(?:much|old|tall|long|big|large|far|high|deep|wide|heavy|fast|hot|cold|thick|small|short|often|strong|expensive)\b/i;

function kindOf(text: string): QuestionKind {
  if (countCue(text)) return 'howMany';
  if (YES_OR_NO.test(text) && !ASKS.test(text)) return 'yesNo';
  if (REQUEST.test(text)) return 'which';
  const [asking, behind] = askingWord(text);
  switch (asking) {
    case 'who':
    case 'whom':
      return 'who';
    case 'where':
    case 'when':
    case 'what':
      return asking;
    case 'whose':
    case 'which':
      return 'which';
    case 'how':
      return MEASURED.test(behind) ? 'howMuch' : 'other';
    default:
      return 'other';
  }
}

/** The first, where the question begins with it. Otherwise such a word may join two clauses, and mostly the last one asks. */
function askingWord(text: string): readonly [asking: string, behind: string] {
  const found = [...text.matchAll(/\b(what|which|who|whom|whose|where|when|how)\b(?:'s)?(?: (\S+))?/gi)];
  const begins =
    /^(?:and |so |(?:in|on|at|to|for|by|from|of|with|about|during|under) )?(?:what|which|who|whom|whose|where|when|how)\b/i.test(
      text,
    );
  const naming = found.filter(([, word = '']) => /^(?:what|which)$/i.test(word));
  const asking = begins ? found[0] : (naming.at(-1) ?? found.at(-1));
  return [asking?.[1]?.toLowerCase() ?? '', asking?.[2] ?? ''];
}

/** The kind of thing that the question's words ask for, wherever they are. */
function wantedBy(question: string): WantedKind | undefined {
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

/** What the query does with what it finds, in a few words. Questions with the same operations have the same text. */
export function operationsOf(question: string): string {
  const kind = kindOf(question.trim());
  const operations: readonly (readonly [string, boolean])[] = [
    ['count', kind === 'howMany'],
    ['superlative', superlativeOf(question) !== undefined],
    ['comparison', COMPARES.test(question)],
    ['year', /\b(?:1\d{3}|20\d{2})\b/.test(question)],
    ['yes or no', kind === 'yesNo'],
  ];
  return operations.flatMap(([name, is]) => (is ? [name] : [])).join(' ');
}

const COMPARES = /\b(?:more|less|fewer|\w+er) than\b|\bat (?:least|most)\b|\b(?:before|after|since|until)\b/i;
