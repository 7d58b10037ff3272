/** Superlatives and comparatives: which end of an order they mean, and by which relations that is measured. */

export interface Superlative {
  /** As the question has it. */
  readonly words: string;
  /** Of the values: the oldest has the least date. */
  readonly direction: Direction;
  /** Words in the names of relations that measure it, the most likely first. */
  readonly measures: readonly string[];
  /** It is measured by a date, or may be. */
  readonly time: boolean;
  /** The direction is the opposite where an age is measured instead of a date. */
  readonly turnsWithAge: boolean;
  /** What follows it: "the largest [lake in Africa]", "with the highest [melting point]". */
  readonly of: string | undefined;
}

export type Direction = 'most' | 'least';

/** Superlatives, comparatives, the direction, what is measured. */
type Row = readonly [superlatives: string, comparatives: string, direction: Direction, measures: string];

const TABLE: readonly Row[] = [
  [
    'largest|biggest|greatest|most extensive',
    'larger|bigger|greater',
    'most',
    'area population size capacity number',
  ],
  ['smallest|tiniest|littlest', 'smaller|tinier', 'least', 'area population size capacity number'],
  ['longest', 'longer', 'most', 'length duration runtime distance time'],
  ['shortest', 'shorter', 'least', 'length height duration runtime distance'],
  ['tallest', 'taller', 'most', 'height elevation'],
  ['highest', 'higher', 'most', 'elevation height altitude'],
  ['lowest', 'lower', 'least', 'elevation height altitude'],
  ['deepest', 'deeper', 'most', 'depth'],
  ['shallowest', 'shallower', 'least', 'depth'],
  ['widest|broadest', 'wider|broader', 'most', 'width beam wingspan'],
  ['narrowest', 'narrower', 'least', 'width beam'],
  ['heaviest', 'heavier', 'most', 'weight mass'],
  ['lightest', 'lighter', 'least', 'weight mass'],
  ['thickest', 'thicker', 'most', 'thickness'],
  ['thinnest', 'thinner', 'least', 'thickness'],
  ['fastest|quickest', 'faster|quicker', 'most', 'speed'],
  ['slowest', 'slower', 'least', 'speed'],
  ['hottest|warmest', 'hotter|warmer', 'most', 'temperature'],
  ['coldest|coolest', 'colder|cooler', 'least', 'temperature'],
  ['richest|wealthiest', 'richer|wealthier', 'most', 'worth income gdp revenue'],
  ['poorest', 'poorer', 'least', 'worth income gdp'],
  ['most expensive|costliest|priciest', 'costlier|pricier', 'most', 'cost price budget'],
  ['least expensive|cheapest', 'cheaper', 'least', 'cost price budget'],
  ['most (?:populous|populated|inhabited)', '', 'most', 'population'],
  ['least (?:populous|populated|inhabited)', '', 'least', 'population'],
  ['highest[- ]paid|best[- ]paid', '', 'most', 'salary income'],
  ['strongest', 'stronger', 'most', 'strength power magnitude'],
  ['weakest', 'weaker', 'least', 'strength power magnitude'],
  ['most powerful', '', 'most', 'power horsepower output'],
  ['brightest', 'brighter', 'least', 'magnitude'],
  ['nearest|closest', 'nearer|closer', 'least', 'distance'],
  ['farthest|furthest|most distant', 'farther|further', 'most', 'distance'],
  ['youngest', 'younger', 'most', 'date birth born age'],
  ['oldest|eldest', 'older|elder', 'least', 'date birth born founded age'],
  ['newest|most recent(?:ly)?|latest|last|final', 'newer|later', 'most', 'date release year to'],
  ['earliest|first|least recent(?:ly)?', 'earlier', 'least', 'date release year from founded'],
];

/** Words that may mean an order, whatever is measured. */
const VAGUE: Readonly<Record<Direction, string>> = {
  most: 'recent|most|maximum|best',
  least: 'fewest|least|minimum|original(?:ly)?',
};

/** The first superlative of a question. Text in quotes is a name. */
export function superlativeOf(question: string): Superlative | undefined {
  const text = question.toLowerCase().replace(/"[^"]*"|“[^”]*”/g, (quoted) => ' '.repeat(quoted.length));
  return inTable(text) ?? counted(text) ?? formed(text);
}

/** What a word of an order measures first: the tallest has the greatest height. */
export function measureOf(words: string): string | undefined {
  if (/^(?:most|fewest)$/.test(words)) return 'number';
  return rowOf(words)?.measures.split(' ')[0] ?? (/^(?:recent|original)/.test(words) ? 'date' : undefined);
}

/** What a comparative measures, the most likely first: what is longer has a greater length. */
export function comparativeMeasures(word: string): readonly string[] {
  return COMPARATIVES.get(word) ?? [];
}

/** Comparatives as a regular expression. Of ages and not of dates: who is older has more years. */
export function comparativesFor(direction: Direction): string {
  return TABLE.filter(([, words, which, measures]) => {
    const isTurned = OF_AGE.test(measures);
    return words !== '' && (which === direction) !== isTurned;
  })
    .map(([, words]) => words)
    .join('|');
}

export interface OrderWord {
  readonly words: string;
  readonly direction: Direction;
}

/** The first word that may mean an order, be it part of a name: "first lady" is one, too. */
export function orderWordIn(question: string): OrderWord | undefined {
  const found = (['most', 'least'] as const).flatMap((direction) => {
    const match = ANY[direction].exec(question);
    return match ? [{ words: match[0].toLowerCase(), direction, index: match.index }] : [];
  });
  return found.sort((left, right) => left.index - right.index)[0];
}

/** Every superlative of size or time that has no other meaning, in the order of the directions. */
export function plainSuperlativesIn(text: string): readonly OrderWord[] {
  return (['most', 'least'] as const).flatMap((direction) =>
    Array.from(text.matchAll(PLAIN[direction]), ([words]) => ({ words, direction })),
  );
}

/** Measured by dates, if at all: by other numbers it is unclear which end is meant. */
export function isOfTime(words: string): boolean {
  return OF_TIME.test(rowOf(words.toLowerCase())?.measures ?? '');
}

/** Words that only end like a superlative. */
const LOOK_ALIKES =
  String.raw`(?:\w*west|\w*forest|\w*interest|guest|harvest|protest|contest|request|everest|budapest|bucharest|` +
  'priest|test|rest|quest|nest|chest|invest|conquest|manifest|suggest|honest|modest|arrest|crest|best|worst|digest|vest|' +
  'pest|jest|zest|bequest|earnest|tempest|divest|ingest|inquest|behest|celeste?)';
const LOOK_ALIKE = new RegExp(`^${LOOK_ALIKES}$`);

/** Every word of an order, for whoever has to know that there is no other. */
export const ORDER_WORDS = new RegExp(
  String.raw`\b(?!${LOOK_ALIKES}\b)(?:\w{3,}est|most|least|first|last|top|bottom|second|third)\b`,
  'gi',
);

/** Followed by these, "first" and the like are no order but part of a name, a kind or a time. */
export const NO_ORDER_BEFORE_THESE =
  'names?|ladies|lady|gentleman|person|world|nations?|minister|language|class|aid|amendment|year|season|week|weekend|night|month|century|decade';
const NO_ORDER_BEHIND = new RegExp(String.raw`^ (?:${NO_ORDER_BEFORE_THESE}|time|degree|of all)\b`);
const NO_ORDER_BEFORE = /\b(?:at|for the|very) $/;
const OF_TIME = /\bdate\b/;
const OF_AGE = /\bage\b/;

const ROWS = TABLE.map(([superlatives, , direction, measures]) => ({
  pattern: new RegExp(String.raw`\b(?:${superlatives})\b`),
  whole: new RegExp(`^(?:${superlatives})$`),
  direction,
  measures,
}));
const COMPARATIVES = new Map(
  TABLE.flatMap(([, comparatives, , measures]) =>
    comparatives.split('|').map((word) => [word, measures.split(' ')] as const),
  ),
);
const ANY = { most: anyOf('most'), least: anyOf('least') };
const PLAIN = { most: plainOf('most', []), least: plainOf('least', ['fewest']) };

function rowOf(words: string): (typeof ROWS)[number] | undefined {
  return ROWS.find(({ whole }) => whole.test(words));
}

/** Longer ones first: "most recent" before "most". */
function anyOf(direction: Direction): RegExp {
  return new RegExp(String.raw`\b(?:${[...shortWords(direction), VAGUE[direction]].join('|')})\b`, 'i');
}

function plainOf(direction: Direction, others: readonly string[]): RegExp {
  const plain = shortWords(direction).filter((word) => !/^(?:first|last)$/.test(word));
  return new RegExp(String.raw`\b(?:${[...plain, ...others].join('|')})\b`, 'gi');
}

/** Without those that "most" and "least" are a part of, but for "most recent". */
function shortWords(direction: Direction): readonly string[] {
  return TABLE.flatMap(([words, , which]) => (which === direction ? words.split('|') : [])).filter((word) =>
    /^(?!final)[a-z]+$|^most recent/.test(word),
  );
}

/** At one place the longest: "most recent" before "most". */
function inTable(text: string): Superlative | undefined {
  const [first] = ROWS.flatMap(({ pattern, direction, measures }) => {
    const match = pattern.exec(text);
    return match && !isNoOrder(text, match) ? [{ match, direction, measures }] : [];
  }).sort(
    ({ match: left }, { match: right }) => left.index - right.index || right[0].length - left[0].length,
  );
  return first && superlativeAt(text, first.match, first.direction, first.measures);
}

/** "has the most goals", "with the fewest seats": what follows is what is measured, or counted. */
function counted(text: string): Superlative | undefined {
  const match = /\b(?:(most|maximum|max|top)|(least|fewest|minimum|min))\b/.exec(text);
  if (!match || isNoOrder(text, match)) return undefined;
  const behind = text.slice(match.index + match[0].length);
  if (/^ of (?:the|his|her|its|their|them)\b/.test(behind)) return undefined;
  return superlativeAt(text, match, match[1] === undefined ? 'least' : 'most', '');
}

/** Any other word of that form: the word that it is made of is what is measured. */
function formed(text: string): Superlative | undefined {
  for (const match of text.matchAll(/\b[a-z]{3,}est\b/g)) {
    const [word] = match;
    if (LOOK_ALIKE.test(word) || isNoOrder(text, match)) continue;
    if (!/\b(?:the|'s|its|their|his|her|whose|with) $/.test(text.slice(0, match.index))) continue;
    const plain = word
      .replace(/iest$/, 'y')
      .replace(/([bdgmnprt])\1est$/, '$1')
      .replace(/est$/, '');
    return superlativeAt(text, match, 'most', plain);
  }
  return undefined;
}

function isNoOrder(text: string, { 0: words, index }: RegExpExecArray): boolean {
  return NO_ORDER_BEHIND.test(text.slice(index + words.length)) || NO_ORDER_BEFORE.test(text.slice(0, index));
}

function superlativeAt(
  text: string,
  { 0: words, index }: RegExpExecArray,
  direction: Direction,
  measures: string,
): Superlative {
  const [of] = /^[^?.,;!]*/.exec(text.slice(index + words.length)) ?? [];
  return {
    words,
    direction,
    measures: measures.split(' ').filter(Boolean),
    time: OF_TIME.test(measures),
    turnsWithAge: OF_AGE.test(measures),
    of: of?.trim() || undefined,
  };
}
