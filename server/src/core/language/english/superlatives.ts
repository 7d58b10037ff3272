/** Superlatives and comparatives: their direction, and the relations that measure them. */

export interface Superlative {
  /** The words of the question. */
  readonly words: string;
  /** The direction of the values: the oldest has the least date. */
  readonly direction: Direction;
  /** Words in the names of relations that measure it, the most likely first. */
  readonly measures: readonly string[];
  /** Whether it may be measured by a date. */
  readonly isMeasuredByDate: boolean;
  /** Whether the direction is reversed if an age is measured instead of a date. */
  readonly isReversedForAge: boolean;
  /** The text after it: "the largest [lake in Africa]", "with the highest [melting point]". */
  readonly following: string | undefined;
}

export type Direction = 'most' | 'least';

type TableRow = readonly [superlatives: string, comparatives: string, direction: Direction, measures: string];

const TABLE: readonly TableRow[] = [
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

/** Words that may express an order of any measure. */
const GENERAL_WORDS: Readonly<Record<Direction, string>> = {
  most: 'recent|most|maximum|best',
  least: 'fewest|least|minimum|original(?:ly)?',
};

/** Returns the first superlative of a question. Text in quotes is a name and is ignored. */
export function findSuperlative(question: string): Superlative | undefined {
  const text = question.toLowerCase().replace(/"[^"]*"|“[^”]*”/g, (quoted) => ' '.repeat(quoted.length));
  return findListed(text) ?? findCounted(text) ?? findUnlisted(text);
}

/** Returns the noun without a part of the superlative: the city of "most populous city". */
export function nounWithoutSuperlative({
  noun,
  superlative,
}: {
  readonly noun?: string | undefined;
  readonly superlative?: Superlative | undefined;
}): string | undefined {
  const words = superlative?.words.split(' ') ?? [];
  const left = noun?.split(' ').filter((word) => !words.includes(word));
  return left?.length ? left.join(' ') : noun;
}

/** Returns the most likely measure of an order word: "height" for "tallest". */
export function measureOf(words: string): string | undefined {
  if (/^(?:most|fewest)$/.test(words)) return 'number';
  return findRow(words)?.measures.split(' ')[0] ?? (/^(?:recent|original)/.test(words) ? 'date' : undefined);
}

/** Returns the measures of a comparative, the most likely first: "length" for "longer". */
export function comparativeMeasures(word: string): readonly string[] {
  return COMPARATIVES.get(word) ?? [];
}

/** Returns the direction of the values: the older has the least date. */
export function comparativeDirection(word: string): Direction | undefined {
  if (word === 'more') return 'most';
  if (word === 'less' || word === 'fewer') return 'least';
  return word ? TABLE.find(([, comparatives]) => comparatives.split('|').includes(word))?.[2] : undefined;
}

/** Returns the comparatives as a regular expression. "older" and "younger" compare ages, not dates. */
export function comparativesFor(direction: Direction): string {
  return TABLE.filter(([, words, which, measures]) => {
    const isReversed = AGE.test(measures);
    return words !== '' && (which === direction) !== isReversed;
  })
    .map(([, words]) => words)
    .join('|');
}

export interface OrderWord {
  readonly words: string;
  readonly direction: Direction;
}

/** Returns the first word that may express an order, even in a name such as "first lady". */
export function findOrderWord(question: string): OrderWord | undefined {
  const found = (['most', 'least'] as const).flatMap((direction) => {
    const match = ORDER_PATTERNS[direction].exec(question);
    return match ? [{ words: match[0].toLowerCase(), direction, index: match.index }] : [];
  });
  return found.sort((left, right) => left.index - right.index)[0];
}

/** Returns the unambiguous superlatives of size or time, grouped by direction. */
export function unambiguousSuperlatives(text: string): readonly OrderWord[] {
  return (['most', 'least'] as const).flatMap((direction) =>
    Array.from(text.matchAll(UNAMBIGUOUS_PATTERNS[direction]), ([words]) => ({ words, direction })),
  );
}

/** Whether the order is by date. */
export function isMeasuredByDate(words: string): boolean {
  return DATE.test(findRow(words.toLowerCase())?.measures ?? '');
}

/** Words that end in "est" but are not superlatives. */
const NON_SUPERLATIVES =
  String.raw`(?:\w*west|\w*forest|\w*interest|guest|harvest|protest|contest|request|everest|budapest|bucharest|` +
  'priest|test|rest|quest|nest|chest|invest|conquest|manifest|suggest|honest|modest|arrest|crest|best|worst|digest|vest|' +
  'pest|jest|zest|bequest|earnest|tempest|divest|ingest|inquest|behest|celeste?)';
const NON_SUPERLATIVE = new RegExp(`^${NON_SUPERLATIVES}$`);

/** Matches every order word. */
export const ORDER_WORDS = new RegExp(
  String.raw`\b(?!${NON_SUPERLATIVES}\b)(?:\w{3,}est|most|least|first|last|top|bottom|second|third)\b`,
  'gi',
);

/** Before these words, "first" and "last" do not express an order but are part of a name or a time. */
export const NO_ORDER_BEFORE =
  'names?|ladies|lady|gentleman|person|world|nations?|minister|language|class|aid|amendment|year|season|week|weekend|night|month|century|decade';
const NO_ORDER_FOLLOWING = new RegExp(String.raw`^ (?:${NO_ORDER_BEFORE}|time|degree|of all)\b`);
const NO_ORDER_PRECEDING = /\b(?:at|for the|very) $/;
const DATE = /\bdate\b/;
const AGE = /\bage\b/;

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
const ORDER_PATTERNS = { most: orderPattern('most'), least: orderPattern('least') };
const UNAMBIGUOUS_PATTERNS = {
  most: unambiguousPattern('most', []),
  least: unambiguousPattern('least', ['fewest']),
};

function findRow(words: string): (typeof ROWS)[number] | undefined {
  return ROWS.find(({ whole }) => whole.test(words));
}

/** Longer alternatives come first: "most recent" before "most". */
function orderPattern(direction: Direction): RegExp {
  return new RegExp(
    String.raw`\b(?:${[...shortWords(direction), GENERAL_WORDS[direction]].join('|')})\b`,
    'i',
  );
}

function unambiguousPattern(direction: Direction, others: readonly string[]): RegExp {
  const words = shortWords(direction).filter((word) => !/^(?:first|last)$/.test(word));
  return new RegExp(String.raw`\b(?:${[...words, ...others].join('|')})\b`, 'gi');
}

/** Returns the single words, and "most recent". */
function shortWords(direction: Direction): readonly string[] {
  return TABLE.flatMap(([words, , which]) => (which === direction ? words.split('|') : [])).filter((word) =>
    /^(?!final)[a-z]+$|^most recent/.test(word),
  );
}

/** Returns the first superlative of the table; of several at one position, the longest. */
function findListed(text: string): Superlative | undefined {
  const [first] = ROWS.flatMap(({ pattern, direction, measures }) => {
    const match = pattern.exec(text);
    return match && !isNotOrder(text, match) ? [{ match, direction, measures }] : [];
  }).sort(
    ({ match: left }, { match: right }) => left.index - right.index || right[0].length - left[0].length,
  );
  return first && superlativeAt(text, first.match, first.direction, first.measures);
}

/** Handles "has the most goals", "with the fewest seats". The text after it names the measure. */
function findCounted(text: string): Superlative | undefined {
  const match = /\b(?:(most|maximum|max|top)|(least|fewest|minimum|min))\b/.exec(text);
  if (!match || isNotOrder(text, match)) return undefined;
  const after = text.slice(match.index + match[0].length);
  if (/^ of (?:the|his|her|its|their|them)\b/.test(after)) return undefined;
  return superlativeAt(text, match, match[1] === undefined ? 'least' : 'most', '');
}

/** Handles other words in "-est". The adjective is the measure. */
function findUnlisted(text: string): Superlative | undefined {
  for (const match of text.matchAll(/\b[a-z]{3,}est\b/g)) {
    const [word] = match;
    if (NON_SUPERLATIVE.test(word) || isNotOrder(text, match)) continue;
    if (!/\b(?:the|'s|its|their|his|her|whose|with) $/.test(text.slice(0, match.index))) continue;
    const adjective = word
      .replace(/iest$/, 'y')
      .replace(/([bdgmnprt])\1est$/, '$1')
      .replace(/est$/, '');
    return superlativeAt(text, match, 'most', adjective);
  }
  return undefined;
}

function isNotOrder(text: string, { 0: words, index }: RegExpExecArray): boolean {
  return (
    NO_ORDER_FOLLOWING.test(text.slice(index + words.length)) || NO_ORDER_PRECEDING.test(text.slice(0, index))
  );
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
    isMeasuredByDate: DATE.test(measures),
    isReversedForAge: AGE.test(measures),
    following: of?.trim() || undefined,
  };
}
