/** Finds the noun phrase that a question asks for: "what *type of government* does…", "name the *films*…". */
import { isPluralWord } from './nouns';
import { QUESTION_WORDS } from './question-words';
import { findSuperlative } from './superlatives';

const DETERMINER =
  'the|a|an|all|all the|some|some of the|any|any of the|every|each|each of the|one of the|both|other|different';
const BE = String.raw`(?:is|are|was|were|'s|be|been|being|has been|have been)`;
const MAX_WORDS = 5;

/** Words that end a noun phrase. */
const PHRASE_END = new Set(
  (
    'is are was were am be been being do does did has have had can could will would shall should may might must ' +
    'in on at to for by from with without about into onto over under between among during before after since until through against ' +
    'and or but that who whom whose which what where when while if then than as ' +
    'i you he she it we they him her them his its their your my our this these those there the a an ' +
    'not never also only most best called named known used made'
  ).split(' '),
);
/** Heads that are skipped, because the noun after "of" is the focus. */
const EMPTY_HEADS =
  /^(?:(?:full |real |first |last )?names? of|lists? of|set of|group of|one of|some of|all of|number of|total number of|examples? of)(?: (?:the|all|all the|any|some|an?))? /;

/** "the name of *Barack Obama's* wife" */
const OWNER = /^(?:his|her|its|their|(?:[\w.-]+ ){0,4}[\w.-]+'s) (?=\w)/;

/** Returns the noun phrase in lower case, or undefined if there is none, as in "who wrote Hamlet". */
export function findFocusNoun(question: string, kind: string): string | undefined {
  const text = question
    .toLowerCase()
    .replace(/["“”]/g, '')
    .replace(/\s+'s\b/g, "'s")
    .replace(/[?!.;,]+\s*$/, '');
  if (kind === 'yesNo') return undefined;
  for (const lead of kind === 'howMany' ? COUNT_LEADS : LEADS) {
    const match = lead.exec(text);
    const phrase = match && readPhrase(text.slice(match.index + match[0].length));
    if (phrase) return phrase;
  }
  const [, adjective] = /\bhow (\w+)/.exec(text) ?? [];
  if (adjective !== undefined) return MEASURES.get(adjective);
  return kind === 'other' && !QUESTION_WORD.test(text) ? findKeywordFocus(text) : undefined;
}

const QUESTION_WORD = new RegExp(String.raw`\b(?:${QUESTION_WORDS})\b`);
const MODIFIER = /^ (?:of|in|by|from|with|for|at|on|born|written|directed|starring|released|named|called)\b/;

/** Handles keyword queries such as "presidents born in Texas", "the capital of France" and "highest mountain". */
function findKeywordFocus(text: string): string | undefined {
  const bare = text.replace(new RegExp(String.raw`^(?:${DETERMINER}) `), '');
  const phrase = readPhrase(bare);
  if (phrase === undefined) return undefined;
  const rest = bare.slice(bare.indexOf(phrase) + phrase.length);
  const isSuperlative = LEADING_SUPERLATIVE.test(bare) && findSuperlative(bare) !== undefined;
  return MODIFIER.test(rest) || (isSuperlative && !rest) ? phrase : undefined;
}

const LEADING_SUPERLATIVE = /^(?:most|least|\w+est) /;

/** Text before the noun phrase. The first pattern that matches and is followed by a phrase counts. */
const LEADS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:what|which|who)\s*${BE} (?:${DETERMINER}) `),
  /\b(?:what|which) (?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|the|a|an|to)\b)/,
  new RegExp(
    String.raw`^(?:please )?(?:can you |could you )?(?:name|list|give|show|tell|find|provide|identify|enumerate|get)(?: (?:me|us|out|of))?(?: (?:${DETERMINER}))? `,
  ),
  new RegExp(String.raw`^(?:what|who)\s*${BE} [^']*'s `),
  /^what (?:is|are|was|were) (?=\w+ (?:of|in|for|on)\b)/,
];
const COUNT_LEADS: readonly RegExp[] = [
  /\bhow many (?:(?:different|distinct|other|total|of the) )*/,
  /\bnumber of (?:the )?/,
  /\bcount(?:s|ed)? (?:of |the |all )+/,
];

const MEASURES = new Map([
  ['old', 'age'],
  ['tall', 'height'],
  ['high', 'height'],
  ['long', 'length'],
  ['big', 'size'],
  ['large', 'size'],
  ['far', 'distance'],
  ['deep', 'depth'],
  ['wide', 'width'],
  ['heavy', 'weight'],
  ['fast', 'speed'],
  ['hot', 'temperature'],
  ['cold', 'temperature'],
  ['thick', 'thickness'],
  ['expensive', 'cost'],
  ['often', 'frequency'],
]);

/** Reads the noun phrase at the start of a text. */
function readPhrase(text: string): string | undefined {
  const rest = text
    .replace(EMPTY_HEADS, '')
    .replace(EMPTY_HEADS.test(text) ? OWNER : /^(?:children|men|women)'s (?=\w)/, '')
    .split(' ');
  const words: string[] = [];
  if (isOnlyVerb(rest)) return undefined;
  for (const [at, word] of rest.entries()) {
    const plain = word.replace(/[,;:?!.]+$/, '');
    const next = rest[at + 1] ?? '';
    if (isOwner(plain, rest.slice(at + 1))) return [...words, plain.slice(0, -2)].join(' ');
    if (!plain || plain.includes("'s") || words.length >= MAX_WORDS) break;
    // Skips leading adjectives that select, such as "first" and "largest".
    if (!words.length && next && SELECTING_ADJECTIVE.test(plain)) continue;
    if (plain === 'of') {
      // "type of government", but not "the capital of France".
      if (!KIND_NOUN.test(words.at(-1) ?? '')) break;
      words.push(plain);
      continue;
    }
    if (PHRASE_END.has(plain) || (words.length && isVerb(plain, words.at(-1) ?? '', next))) break;
    words.push(plain);
    if (plain !== word) break;
  }
  while (words.at(-1) === 'of') words.pop();
  return words.join(' ') || undefined;
}

/** Whether a sentence begins with its verb, because it has no other: “what inspired Verdi”, but not “what animated films did …”. */
function isOnlyVerb([first = '', ...rest]: readonly string[]): boolean {
  return /\w{3}ed$/.test(first) && rest.length > 0 && !rest.some((word) => isSurelyVerb(word));
}

function isSurelyVerb(word: string): boolean {
  return AUXILIARY.test(word) || COMMON_VERBS.has(word) || /\w{3}ed$/.test(word);
}

const AUXILIARY = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)$/;

/** “which president's vice president was Biden” asks for the president. */
function isOwner(word: string, rest: readonly string[]): boolean {
  return word.endsWith("'s") && OWNED_IS.test(rest.join(' '));
}

const OWNED_IS = /^(?:[\w-]+ ){1,3}(?:is|was|are|were) \S/;

const SELECTING_ADJECTIVE =
  /^(?:first|last|most|least|best|worst|top|current|present|new|newest|famous|other|\w{2,}(?:g|h|l|d|i|t|w|s|r|c|k|n|p)est)$/;
/** Nouns whose phrase continues after "of". */
const KIND_NOUN =
  /^(?:types?|kinds?|sorts?|forms?|styles?|genres?|brands?|classes|class|categor(?:y|ies)|systems?|models?|species|breeds?|varieties|variety|levels?|field|fields|place|cause|date|source|branch(?:es)?)$/;

/** Guesses from the form of the word and from its neighbours. */
function isVerb(word: string, before: string, next: string): boolean {
  if (before === 'of') return false;
  if (/(?:ed|[^s]ing)$/.test(word) && word.length > 4) return !NOUNS_LIKE_VERBS.test(word);
  if (COMMON_VERBS.has(word)) return true;
  // "which rivers flow through", "which countries border": most phrases end with a plural.
  if (isPluralWord(before) && !isPluralWord(word)) return next !== '' && !PHRASE_END.has(next);
  if (isPluralWord(before)) return false;
  // "which film features Tom Hanks", but not "which movie stars were"
  if (TRANSITIVE_VERBS.has(word))
    return next !== '' && (DETERMINERS.test(next) || (!PHRASE_END.has(next) && !COMMON_VERBS.has(next)));
  // "which river flows through"
  return isPluralWord(word) && AFTER_VERB.test(next) && THIRD_PERSON_VERBS.has(word);
}

const DETERMINERS = /^(?:the|an?|his|her|its|their|this|these)$/;
const AFTER_VERB = /^(?:in|on|at|to|for|by|from|with|through|the|a|an|into|over|about)$/;
const NOUNS_LIKE_VERBS =
  /^(?:building|meeting|wedding|king|ring|thing|painting|drawing|recording|engineering|rating|ranking|ending|bearing|ceiling|clothing|writing|saying|hundred|seed|breed|speed|bed|feed|recordings|boiling|melting|freezing|rating|housing|training|opening|setting)$/;
const COMMON_VERBS = new Set(
  'born written sung spoken given shown wrote won made sang went came became led got gave took began ran held fought built grew knew saw said shot flew drew bore taught bought sold left met kept own owns play plays speak speaks live lives belong belongs contain contains border borders make makes use uses die died marry go goes come comes win wins include includes appear appears serve serves share shares start starts run runs'.split(
    ' ',
  ),
);
const TRANSITIVE_VERBS = new Set(
  'features stars depicts portrays involves concerns covers follows causes treats prevents produces exports imports manufactures publishes sponsors hosts holds employs crosses connects drains surrounds orbits wears teaches trains'.split(
    ' ',
  ),
);
const THIRD_PERSON_VERBS = new Set(
  'flows runs stands lies sits goes leads belongs appears serves ends begins starts speaks lives works plays'.split(
    ' ',
  ),
);
