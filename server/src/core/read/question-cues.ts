/** What the words of a question say of the form of its answer, where they say it plainly. */

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

/** Words with which a question could mean that something is counted; where none of them is, nothing is. */
export function mayCount(question: string): boolean {
  return /\b(?:how (?:many|much|often|big|large|frequent\w*)|numbers?|numerous|counts?|total\w*|amount|quantity|sum|times|size|tally|enumerate\w*|cardinality|figure)\b/i.test(
    question,
  );
}

export type Extremity = 'most' | 'least';

const MOST =
  /\b(?:largest|biggest|greatest|highest|longest|tallest|heaviest|widest|deepest|farthest|furthest|fastest|latest|newest|youngest|most recent(?:ly)?)\b/gi;
const LEAST =
  /\b(?:smallest|lowest|shortest|lightest|narrowest|shallowest|slowest|earliest|oldest|fewest)\b/gi;
/** Most of these mean an extreme somewhere; that none of them is there is a sign by itself. */
const ANY_EXTREME =
  /\b(?:\w{2,}est|first|last|most|least|final(?:ly)?|original(?:ly)?|initial(?:ly)?|recent(?:ly)?|current(?:ly)?|now|today|new|best|worst|top|second|third|fourth|fifth|next|previous(?:ly)?|max(?:imum)?|min(?:imum)?|record|before|after|only|once|still|start(?:ed|s)?|beg[aiu]n\w*|end(?:ed|s)?|primary|primarily|main(?:ly)?|major|leading|former(?:ly)?|prior|earlier|later|more|less|greater|fewer|bigger|larger|smaller|older|younger|farther|further|highly|super|ultimate|utmost|bottom|peak|debut|chief|inaugural|\d+(?:st|nd|rd|th)|over|through|since|anymore|ever|yet)\b/i;

export function mayBeExtreme(question: string): boolean {
  return ANY_EXTREME.test(question);
}

/** The one superlative of a question; nothing where there are several, or where one is part of something else. */
export function extremeCue(question: string): (Cue & { readonly extremity: Extremity }) | undefined {
  // In names and quotes such words mean nothing: "The Longest Yard".
  const plain = question.replace(/"[^"]*"|“[^”]*”|(?<=\S\s+)(?:\p{Lu}[\p{L}'.-]*\s*)+/gu, ' … ');
  const most = [...plain.matchAll(MOST)].map(([words]) => ({ words, extremity: 'most' as const }));
  const least = [...plain.matchAll(LEAST)].map(([words]) => ({ words, extremity: 'least' as const }));
  const [only, ...more] = [...most, ...least];
  if (!only || more.length) return undefined;
  const at = plain.indexOf(only.words);
  const meant =
    /(?:\bthe|'s|s'|\bwith|\bby) $/i.test(plain.slice(0, at)) ||
    /^\s*(?:[?.,]|$)/.test(plain.slice(at + only.words.length));
  return meant && !/^ hits\b/i.test(plain.slice(at + only.words.length)) ? only : undefined;
}

/** Which end of time a question means: "first" or "last", where it has one of them and nothing else of the kind. */
export function orderInTimeCue(question: string): (Cue & { readonly extremity: Extremity }) | undefined {
  const found =
    question.match(
      /\b(?:first|last)\b(?! (?:name|lady|ladies|gentleman|person|world|nations?|minister|language|class|aid|amendment|year|season|week|night|month|century|decade))/gi,
    ) ?? [];
  const [words, ...more] = found;
  if (words === undefined || more.length || extremeCue(question)) return undefined;
  return { words, extremity: words.toLowerCase() === 'last' ? 'most' : 'least' };
}

/** Superlatives that turn round between things and their dates: the oldest has the earliest date, and the largest age. */
export function turnsWithDates(words: string): boolean {
  return /^(?:oldest|youngest|newest)$/i.test(words);
}

export type Bound = 'more' | 'less';

export interface Comparison extends Cue {
  readonly bound: Bound;
  /** The digits behind it. */
  readonly number: string;
}

const NUMBER = String.raw`(?:(?:the|a|an|year|about|approximately|around|of|on|in|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\d{1,2}(?:st|nd|rd|th)?)[\s,.]+){0,4}(\d[\d,./-]*)`;
const MORE = new RegExp(
  String.raw`\b(?:more than|greater than|larger than|bigger than|higher than|longer than|older than|over|above|exceed(?:s|ed|ing)?|at least|no less than|not less than|no fewer than|after|later than|no earlier than|not earlier than|since|on or after)\s+${NUMBER}`,
  'gi',
);
const LESS = new RegExp(
  String.raw`\b(?:less than|fewer than|smaller than|lower than|shorter than|under|below|at most|no more than|not more than|not greater than|no greater than|up to|before|earlier than|prior to|no later than|not later than|on or before|until)\s+${NUMBER}`,
  'gi',
);
const DENIED = /(?:\b(?:not|no|never)|n't)\b[^.,]{0,30}$/i;

/** "more than 1,000", "before 1990": the comparisons that stand right before a number. */
export function comparisonCues(question: string): readonly Comparison[] {
  const find = (pattern: RegExp, bound: Bound): readonly Comparison[] =>
    [...question.matchAll(pattern)]
      .filter(({ index }) => !DENIED.test(question.slice(0, index)))
      .map(([words, number = '']) => ({
        words,
        bound,
        number: number.replaceAll(',', '').replace(/[./-]+$/, ''),
      }));
  return [...find(MORE, 'more'), ...find(LESS, 'less')];
}

export type Wanted = 'person' | 'date' | 'place';

/** The kind of answer that a question's first word asks for. */
export function wantedCue(question: string): (Cue & { readonly wanted: Wanted }) | undefined {
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
