/** Words of a question that tell something certain about the query: that it counts, sorts, compares or returns dates. */
import { isPluralWord } from './nouns';
import { NO_ORDER_BEFORE_THESE, ORDER_WORDS, plainSuperlativesIn, type Direction } from './superlatives';

export interface Cue {
  /** As the question has it. */
  readonly words: string;
}

/** That a word is missing says something only where the words are known. Words that other languages have too prove nothing. */
export function isEnglish(question: string): boolean {
  return /\b(?:what|which|who|whom|whose|where|when|why|how|the|and|with|that|from|are|were|did|does|has|have|been|list|find|give|tell|show|many|much|there|their|his|its)\b/i.test(
    question,
  );
}

/** It asks for a number of things. */
export function countCue(question: string): Cue | undefined {
  return (
    cue(question, /\bhow many(?: different| distinct| other)?\b/i) ??
    cue(question, /\b(?:total|the|in) number of\b/i) ??
    cue(question, /\bnumber of\b/i) ??
    cue(question, /\bcount(?:s|ed)? (?:of|the|all)\b/i)
  );
}

/** It asks which things there are, and may ask how many besides: a query that lists them answers both. */
export function alsoLists(question: string): boolean {
  const [before = '', ...behind] = question.split(/\bhow many\b/i);
  return (
    /\b(?:who|whom|which|what|where|when|name|list|give|show|tell)\b/i.test(before) ||
    /(?:\b(?:and|or|then|also)|[,;:?.!-])\s+(?:also |then |please )?(?:who|whom|which|what|where|name|list|give|show|tell)\b/i.test(
      behind.join(' '),
    )
  );
}

/** Most questions begin like that which ask for things, one or all; only in these a missing word says something. */
function asksForThings(question: string): boolean {
  return /^\s*(?:who|whom|which|what|where)(?:'s)?\s+\w/i.test(question);
}

/** Nothing in it could mean that something is counted. */
export function countsNothing(question: string): boolean {
  return (
    asksForThings(question) &&
    !/\b(?:how\w*|many|much|multiple|more|less|fewer|than|at least|at most|numbers?|numerous|counts?|total\w*|amounts?|quantity|sum|times|size|tally|enumerate\w*|cardinality|figures?|statistics?|percent\w*|no\.|zero|two|three|four|five|six|seven|eight|nine|ten|dozens?|\d{1,3})(?!\w)|#/i.test(
      question,
    )
  );
}

/** Most of these mean an extreme somewhere; that none of them is there is a sign by itself. */
const ANY_EXTREME =
  /\b(?:\w{2,}est|first|last|most|least|final(?:ly)?|original(?:ly)?|initial(?:ly)?|recent(?:ly)?|current(?:ly)?|now|today|new|best|worst|top|second|third|fourth|fifth|next|previous(?:ly)?|max(?:imum)?|min(?:imum)?|record|before|after|only|once|still|start(?:ed|s)?|beg[aiu]n\w*|end(?:ed|s)?|primary|primarily|main(?:ly)?|major|leading|former(?:ly)?|prior|earlier|later|more|less|greater|fewer|bigger|larger|smaller|older|younger|farther|further|highly|super|ultimate|utmost|bottom|peak|debut|chief|inaugural|\d+(?:st|nd|rd|th)|over|through|since|anymore|ever|yet)\b/i;

/** "beats all others", "taller than anybody" */
const AGAINST_ALL =
  /\b(?:than|all|every\w*|any\w*|others?|else|rest|no|none|nobody|nothing|never|maxim\w*|minim\w*|extreme\w*|exceed\w*|beat\w*|surpass\w*|outrank\w*|rank\w*|lead\w*|champion\w*|number|one|when|while|during)\b|#|\b\d{1,2}\b/i;

/** Nothing in it could mean the first of an order. */
export function ordersNothing(question: string): boolean {
  return asksForThings(question) && !ANY_EXTREME.test(question) && !AGAINST_ALL.test(question);
}

export interface ExtremeCue extends Cue {
  readonly direction: Direction;
  /** It stands where only something that is asked for can stand, not in a name or in what leads to an entity. */
  readonly plain: boolean;
  /** It is said of several, so that taking all may be right. */
  readonly ofSeveral: boolean;
}

/** The one superlative of a question; nothing where there are several, or where one is part of something else. */
export function extremeCue(question: string): ExtremeCue | undefined {
  // In names and quotes such words mean nothing: "The Longest Yard".
  const plain = question.replace(/"[^"]*"|“[^”]*”|(?<=\S\s{1,20})(?:\p{Lu}[\p{L}'.-]*\s*)+/gu, ' … ');
  const [only, ...more] = plainSuperlativesIn(plain);
  if (!only || more.length || (plain.replace(only.words, '').match(ORDER_WORDS) ?? []).length)
    return undefined;
  const at = plain.indexOf(only.words);
  const [before, behind] = [plain.slice(0, at), plain.slice(at + only.words.length)];
  const meant = /(?:\bthe|'s|s'|\bwith|\bby) $/i.test(before) || /^\s*(?:[?.,]|$)/.test(behind);
  if (!meant || /^ hits\b/i.test(behind)) return undefined;
  const ofTheAnswer =
    /\b(?:has|have|had|having|with)(?: the| its| their)? $/i.test(before) ||
    (/\b(?:is|was)(?: the)? $/i.test(before) && /^\s*(?:[?.,]|$|(?:in|on|of|by|among)\b)/i.test(behind));
  return { ...only, plain: ofTheAnswer, ofSeveral: isOfSeveral(before, behind) };
}

/** "the earliest members", "one of the largest" */
function isOfSeveral(before: string, behind: string): boolean {
  const [, noun = ''] = /^\s+((?:\w+\s+)?\w+)/.exec(behind) ?? [];
  return (
    /\b(?:of|among) the $/i.test(before) ||
    /\b(?:are|were)\b[^,?]*$/i.test(before) ||
    noun.split(/\s+/).some((word) => isPluralWord(word.toLowerCase()))
  );
}

/** Which end of time a question means: "first" or "last", where it has one of them and nothing else of the kind. */
export function orderInTimeCue(
  question: string,
): (Cue & { readonly direction: Direction; readonly plain: true }) | undefined {
  const found = question.match(FIRST_OR_LAST) ?? [];
  const [words, ...more] = found;
  if (words === undefined || more.length || extremeCue(question)) return undefined;
  return { words, direction: words.toLowerCase() === 'last' ? 'most' : 'least', plain: true };
}

const FIRST_OR_LAST = new RegExp(String.raw`\b(?:first|last)\b(?! (?:${NO_ORDER_BEFORE_THESE}))`, 'gi');

type AnswerKind = 'person' | 'date' | 'place';

/** The kind of answer that a question's first word asks for. */
export function wantedCue(question: string): (Cue & { readonly wanted: AnswerKind }) | undefined {
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

function cue(question: string, pattern: RegExp): Cue | undefined {
  const [words] = pattern.exec(question) ?? [];
  return words === undefined ? undefined : { words };
}
