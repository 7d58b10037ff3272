/** What the words of an English question say of the answer: what kind it is, what it is called, and what is done with it. */
import { comparisonCues, countCue, type Comparison } from '../../describe/question-cues';
import { nounIn } from './focus-noun';
import { superlativeOf, type Superlative } from './superlatives';

export type QuestionKind =
  'who' | 'what' | 'where' | 'when' | 'howMany' | 'howMuch' | 'which' | 'yesNo' | 'other';

export type Wanted = 'person' | 'place' | 'time' | 'number';

export interface QuestionFocus {
  readonly kind: QuestionKind;
  /** What is asked for, in small letters: "type of government", "films", "children". */
  readonly noun?: string;
  /** What the answer must be, where the question says it plainly. */
  readonly wanted?: Wanted;
  readonly superlative?: Superlative;
  /** "more than 5", "before 1990" */
  readonly comparisons: readonly Comparison[];
  /** Something must not hold: "never", "without", "other than". */
  readonly negated: boolean;
}

export function focusOf(question: string): QuestionFocus {
  const text = question.trim().replace(/\s+/g, ' ');
  const kind = kindOf(text);
  const noun = nounIn(text, kind);
  const wanted = wantedBy(text);
  const superlative = superlativeOf(text);
  return {
    kind,
    ...(noun === undefined ? {} : { noun }),
    ...(wanted === undefined ? {} : { wanted }),
    ...(superlative === undefined ? {} : { superlative }),
    comparisons: comparisonCues(text),
    negated: isNegated(text),
  };
}

const YES_OR_NO =
  /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|isn't|aren't|wasn't|weren't|don't|doesn't|didn't)\b/i;
const ASKS = /\b(?:what|which|who|whom|whose|where|when|how)\b/i;

function kindOf(text: string): QuestionKind {
  if (countCue(text)) return 'howMany';
  if (YES_OR_NO.test(text) && !ASKS.test(text)) return 'yesNo';
  if (TELLING.test(text)) return 'which';
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

const TELLING = /^(?:please )?(?:name|list|give|show|tell|find|provide|identify)\b/i;
const MEASURED =
  /^(?:much|old|tall|long|big|large|far|high|deep|wide|heavy|fast|hot|cold|thick|small|short|often|strong|expensive)\b/i;

/** The first, where the question begins with it; else such a word may join two clauses, and the one that asks is mostly the last. */
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

/** The kind of thing that the question's own words ask for, wherever they stand. */
export function wantedBy(question: string): Wanted | undefined {
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

function isNegated(text: string): boolean {
  return /\b(?:not|never|without|except(?:ing)?|excluding|other than|besides|neither|nor|no longer|lacks?|lacking)\b|n't\b/i.test(
    text,
  );
}

/** What is done with what is found, in a few words: two questions of one form have the same. */
export function formOf(question: string): string {
  const kind = kindOf(question.trim());
  const forms: readonly (readonly [string, boolean])[] = [
    ['count', kind === 'howMany'],
    ['superlative', superlativeOf(question) !== undefined],
    ['comparison', COMPARES.test(question)],
    ['year', /\b(?:1\d{3}|20\d{2})\b/.test(question)],
    ['yes or no', kind === 'yesNo'],
  ];
  return forms.flatMap(([name, is]) => (is ? [name] : [])).join(' ');
}

const COMPARES = /\b(?:more|less|fewer|\w+er) than\b|\bat (?:least|most)\b|\b(?:before|after|since|until)\b/i;
