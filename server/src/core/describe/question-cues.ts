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

export type Extremity = 'most' | 'least';

const MOST =
  /\b(?:largest|biggest|greatest|highest|longest|tallest|heaviest|widest|deepest|farthest|furthest|fastest|latest|newest|youngest|most recent(?:ly)?)\b/gi;
const LEAST =
  /\b(?:smallest|lowest|shortest|lightest|narrowest|shallowest|slowest|earliest|oldest|fewest)\b/gi;
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

/** A word of an order, or one that only looks like it. */
const OF_AN_ORDER =
  /\b(?!(?:\w*west|forest|interest|guest|harvest|protest|contest|request|everest|budapest|bucharest|priest|test|rest|quest|nest|chest|invest|conquest|manifest|suggest|honest|modest|arrest|request|crest|best|digest|vest|pest)\b)(?:\w{3,}est|most|least|first|last|top|bottom|second|third)\b/gi;

export interface ExtremeCue extends Cue {
  readonly extremity: Extremity;
  /** It stands where only something that is asked for can stand, not in a name or in what leads to an entity. */
  readonly plain: boolean;
  /** It is said of several, so that taking all may be right. */
  readonly ofSeveral: boolean;
}

/** The one superlative of a question; nothing where there are several, or where one is part of something else. */
export function extremeCue(question: string): ExtremeCue | undefined {
  // In names and quotes such words mean nothing: "The Longest Yard".
  const plain = question.replace(/"[^"]*"|“[^”]*”|(?<=\S\s{1,20})(?:\p{Lu}[\p{L}'.-]*\s*)+/gu, ' … ');
  const most = [...plain.matchAll(MOST)].map(([words]) => ({ words, extremity: 'most' as const }));
  const least = [...plain.matchAll(LEAST)].map(([words]) => ({ words, extremity: 'least' as const }));
  const [only, ...more] = [...most, ...least];
  if (!only || more.length || (plain.replace(only.words, '').match(OF_AN_ORDER) ?? []).length)
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
    noun.split(/\s+/).some((word) => /^(?:\w+[^siu]s|people|children|men|women)$/i.test(word))
  );
}

/** Which end of time a question means: "first" or "last", where it has one of them and nothing else of the kind. */
export function orderInTimeCue(
  question: string,
): (Cue & { readonly extremity: Extremity; readonly plain: true }) | undefined {
  const found =
    question.match(
      /\b(?:first|last)\b(?! (?:name|lady|ladies|gentleman|person|world|nations?|minister|language|class|aid|amendment|year|season|week|night|month|century|decade))/gi,
    ) ?? [];
  const [words, ...more] = found;
  if (words === undefined || more.length || extremeCue(question)) return undefined;
  return { words, extremity: words.toLowerCase() === 'last' ? 'most' : 'least', plain: true };
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
/** Words for the other side, or for what is excepted: then it is not clear what the comparison is said of. */
const OTHER_SIDE: Readonly<Record<Bound, RegExp>> = {
  more: /\b(?:before|earlier|prior|until|under|below|less|fewer|not|without|except\w*|exclud\w*|other than|nobody|fail\w*)\b/i,
  less: /\b(?:after|later|since|over|above|beyond|more|not|without|except\w*|exclud\w*|other than|nobody|fail\w*)\b/i,
};
const DENIED = /(?:\b(?:not|no|never)|n't)\b[^.,]{0,30}$/i;

/** "more than 1,000", "before 1990": the comparisons that stand right before a number. */
export function comparisonCues(question: string): readonly Comparison[] {
  const find = (pattern: RegExp, bound: Bound): readonly Comparison[] =>
    [...question.matchAll(pattern)]
      .filter(({ 0: words, index }) => {
        const others = question.replace(words, ' ');
        return !DENIED.test(question.slice(0, index)) && !OTHER_SIDE[bound].test(others);
      })
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
