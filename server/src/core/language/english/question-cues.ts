/** Cues in a question that require the query to count, sort, compare or return dates. */
import { isPluralWord } from './nouns';
import { NO_ORDER_BEFORE, ORDER_WORDS, unambiguousSuperlatives, type Direction } from './superlatives';

export interface QuestionCue {
  /** The words of the question. */
  readonly words: string;
}

/** Whether the question is in English. Conclusions from missing words are valid only then. */
export function isEnglish(question: string): boolean {
  return /\b(?:what|which|who|whom|whose|where|when|why|how|the|and|with|that|from|are|were|did|does|has|have|been|list|find|give|tell|show|many|much|there|their|his|its)\b/i.test(
    question,
  );
}

/** Returns the words that ask for a count. */
export function countCue(question: string): QuestionCue | undefined {
  return (
    matchCue(question, /\bhow many(?: different| distinct| other)?\b/i) ??
    matchCue(question, /\b(?:total|the|in) number of\b/i) ??
    matchCue(question, /\bnumber of\b/i) ??
    matchCue(question, /\bcount(?:s|ed)? (?:of|the|all)\b/i)
  );
}

/** Whether the question asks for a list besides a count. A query that lists the answers then answers both. */
export function alsoAsksForList(question: string): boolean {
  const [before = '', ...after] = question.split(/\bhow many\b/i);
  return (
    /\b(?:who|whom|which|what|where|when|name|list|give|show|tell)\b/i.test(before) ||
    /(?:\b(?:and|or|then|also)|[,;:?.!-])\s+(?:also |then |please )?(?:who|whom|which|what|where|name|list|give|show|tell)\b/i.test(
      after.join(' '),
    )
  );
}

/** Whether the question begins like one that asks for entities. Only then a missing word is informative. */
function asksForEntities(question: string): boolean {
  return /^\s*(?:who|whom|which|what|where)(?:'s)?\s+\w/i.test(question);
}

/** Whether the question asks for entities and no word in it can mean a count. */
export function cannotMeanCount(question: string): boolean {
  return (
    asksForEntities(question) &&
    !/\b(?:how\w*|many|much|multiple|more|less|fewer|than|at least|at most|numbers?|numerous|counts?|total\w*|amounts?|quantity|sum|times|size|tally|enumerate\w*|cardinality|figures?|statistics?|percent\w*|no\.|zero|two|three|four|five|six|seven|eight|nine|ten|dozens?|\d{1,3})(?!\w)|#/i.test(
      question,
    )
  );
}

/** Words that may express an extreme. */
const ANY_EXTREME =
  /\b(?:\w{2,}est|first|last|most|least|final(?:ly)?|original(?:ly)?|initial(?:ly)?|recent(?:ly)?|current(?:ly)?|now|today|new|best|worst|top|second|third|fourth|fifth|next|previous(?:ly)?|max(?:imum)?|min(?:imum)?|record|before|after|only|once|still|start(?:ed|s)?|beg[aiu]n\w*|end(?:ed|s)?|primary|primarily|main(?:ly)?|major|leading|former(?:ly)?|prior|earlier|later|more|less|greater|fewer|bigger|larger|smaller|older|younger|farther|further|highly|super|ultimate|utmost|bottom|peak|debut|chief|inaugural|\d+(?:st|nd|rd|th)|over|through|since|anymore|ever|yet)\b/i;

/** Words that may compare with all others: "beats all others", "taller than anybody". */
const COMPARED_WITH_ALL =
  /\b(?:than|all|every\w*|any\w*|others?|else|rest|no|none|nobody|nothing|never|maxim\w*|minim\w*|extreme\w*|exceed\w*|beat\w*|surpass\w*|outrank\w*|rank\w*|lead\w*|champion\w*|number|one|when|while|during)\b|#|\b\d{1,2}\b/i;

/** Whether the question asks for entities and no word in it can mean an order. */
export function cannotMeanOrder(question: string): boolean {
  return (
    asksForEntities(question) &&
    !ANY_EXTREME.test(question) &&
    !COMPARED_WITH_ALL.test(question) &&
    !OF_TWO.test(question)
  );
}

/** "which is longer, … or …" */
const OF_TWO = /(?<!\p{L})(?:\p{L}{2,}er|more|less|fewer)\b.*\bor\b/iu;

export interface ExtremeCue extends QuestionCue {
  readonly direction: Direction;
  /** Whether it describes the answer, not a name or another entity. */
  readonly plain: boolean;
  /** Whether it describes several entities, so that a query without a limit may be right. */
  readonly ofSeveral: boolean;
}

/** Returns the only superlative of a question. Undefined if there are several, or if it is part of another phrase. */
export function extremeCue(question: string): ExtremeCue | undefined {
  // Ignores names and quotes, such as "The Longest Yard".
  const text = question.replace(/"[^"]*"|“[^”]*”|(?<=\S\s{1,20})(?:\p{Lu}[\p{L}'.-]*\s*)+/gu, ' … ');
  const [superlative, ...others] = unambiguousSuperlatives(text);
  if (!superlative || others.length || text.replace(superlative.words, '').match(ORDER_WORDS))
    return undefined;
  const at = text.indexOf(superlative.words);
  const [before, after] = [text.slice(0, at), text.slice(at + superlative.words.length)];
  const isSuperlative = /(?:\bthe|'s|s'|\bwith|\bby) $/i.test(before) || /^\s*(?:[?.,]|$)/.test(after);
  if (!isSuperlative || /^ hits\b/i.test(after)) return undefined;
  const describesAnswer =
    /\b(?:has|have|had|having|with)(?: the| its| their)? $/i.test(before) ||
    (/\b(?:is|was)(?: the)? $/i.test(before) && /^\s*(?:[?.,]|$|(?:in|on|of|by|among)\b)/i.test(after));
  return { ...superlative, plain: describesAnswer, ofSeveral: describesSeveral(before, after) };
}

/** "the earliest members", "one of the largest" */
function describesSeveral(before: string, after: string): boolean {
  const [, noun = ''] = /^\s+((?:\w+\s+)?\w+)/.exec(after) ?? [];
  return (
    /\b(?:of|among) the $/i.test(before) ||
    /\b(?:are|were)\b[^,?]*$/i.test(before) ||
    noun.split(/\s+/).some((word) => isPluralWord(word.toLowerCase()))
  );
}

/** Returns "first" or "last" if it is the only order word of the question. */
export function orderInTimeCue(
  question: string,
): (QuestionCue & { readonly direction: Direction; readonly plain: true }) | undefined {
  const [words, ...others] = question.match(FIRST_OR_LAST) ?? [];
  if (words === undefined || others.length || extremeCue(question)) return undefined;
  return { words, direction: words.toLowerCase() === 'last' ? 'most' : 'least', plain: true };
}

const FIRST_OR_LAST = new RegExp(String.raw`\b(?:first|last)\b(?! (?:${NO_ORDER_BEFORE}))`, 'gi');

type AnswerKind = 'person' | 'date' | 'place';

/** Returns the kind of answer that the first words of a question ask for. */
export function answerKindCue(question: string): (QuestionCue & { readonly wanted: AnswerKind }) | undefined {
  const [, words] =
    /^\s*(?:and |so )?(who(?:se|m)?|when|where|what year|which year|in what year|in which year|on what date|what date)\b/i.exec(
      question,
    ) ?? [];
  const others = question.match(/\b(?:who|whom|what|which|when|where|how)\b/gi) ?? [];
  if (words === undefined || others.length > 1) return undefined;
  const first = words.toLowerCase();
  if (first.startsWith('whose')) return undefined;
  if (first.startsWith('who')) return { words, wanted: 'person' };
  return { words, wanted: first === 'where' ? 'place' : 'date' };
}

function matchCue(question: string, pattern: RegExp): QuestionCue | undefined {
  const [words] = pattern.exec(question) ?? [];
  return words === undefined ? undefined : { words };
}
