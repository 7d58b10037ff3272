/** Singular and plural forms: `stem` to compare words, `singular` and `plural` for output. */

/** Removes the plural ending. The result need not be a word; it is only compared with other stems. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

/** The last word of a noun phrase: "basketball player" → player */
export function lastWord(phrase = ''): string {
  return phrase.slice(phrase.lastIndexOf(' ') + 1);
}

/** Returns the possible forms in the other number: `cities` for `city` and vice versa. */
export function otherNumberForms(word: string): readonly string[] {
  const forms: string[] = [];
  if (word.length > 3 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2));
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1));
  if (word.length > 2 && !word.endsWith('s')) {
    forms.push(`${word}s`);
    if (/[^aeiou]y$/.test(word)) forms.push(`${word.slice(0, -1)}ies`);
    if (/(?:x|z|ch|sh)$/.test(word)) forms.push(`${word}es`);
  }
  return forms;
}

const IRREGULAR: readonly (readonly [string, string])[] = [
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['wife', 'wives'],
  ['life', 'lives'],
  ['movie', 'movies'],
  ['leaf', 'leaves'],
  ['medium', 'media'],
  ['criterion', 'criteria'],
  ['phenomenon', 'phenomena'],
  ['analysis', 'analyses'],
  ['crisis', 'crises'],
];
/** Words with the same singular and plural. */
const INVARIABLE = new Set('series species news aircraft sports sheep fish headquarters works'.split(' '));
const PLURALS = new Map(IRREGULAR);
const SINGULARS = new Map(IRREGULAR.map(([one, many]) => [many, one]));

/** Whether the head of a noun phrase is plural: "places of birth", "languages spoken in". */
export function isPlural(noun: string): boolean {
  const words = noun.split(' ');
  const head = words[headIndex(words)] ?? '';
  return INVARIABLE.has(head) ? head === 'headquarters' || head === 'works' : isPluralWord(head);
}

export function isPluralWord(word: string): boolean {
  return singularWord(word) !== word;
}

export function singular(noun: string): string {
  return changeHead(noun, singularWord);
}

export function plural(noun: string): string {
  return changeHead(noun, (word) => (isPluralWord(word) ? word : pluralWord(word)));
}

function changeHead(noun: string, change: (word: string) => string): string {
  const both = /^(\w+) or (\w+)$/.exec(noun);
  if (both) return `${change(both[1] ?? '')} or ${change(both[2] ?? '')}`;
  const words = noun.split(' ');
  const head = headIndex(words);
  return words.map((word, index) => (index === head ? change(word) : word)).join(' ');
}

/** Returns the index of the head: "place" in "place of birth", "title" in "office position or title". */
function headIndex(words: readonly string[]): number {
  const end = words.findIndex((word, index) => index > 0 && AFTER_HEAD.test(word));
  return (end < 0 ? words.length : end) - 1;
}

/** Words that follow the head of a noun phrase: "places | of birth", "languages | spoken in". */
const AFTER_HEAD =
  /^(?:of|in|at|by|for|to|with|from|on|about|that|who|which|whose|where|when|as|into|under|over|per|through|during|here|this|against|after|before|within|near|between|held|won|spoken|written|known|born|made|sung|led|sold|built|taught|fought|shown|drawn|given|taken|run|flown|worn|owned|used|\w{3,}ed)$/;

function singularWord(word: string): string {
  const known = SINGULARS.get(word);
  if (known !== undefined) return known;
  if (word === 'works') return 'work';
  if (INVARIABLE.has(word) || word.length < 4) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is|ics|ness)$/.test(word)) return word;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function pluralWord(word: string): string {
  const known = PLURALS.get(word);
  if (known !== undefined) return known;
  if (INVARIABLE.has(word) || SINGULARS.has(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:ch|sh|s|x|z)$/.test(word)) return `${word}es`;
  return `${word}s`;
}
