/** Superlatives: which end they mean, and what relations that measure it are called. */

export interface Superlative {
  /** As the question has it. */
  readonly words: string;
  /** Of the values: the oldest has the least date. */
  readonly direction: 'most' | 'least';
  /** Words that names of relations have which measure it, the likeliest first; those of the question itself stand before. */
  readonly measures: readonly string[];
  /** It is measured by a date, or may be. */
  readonly time: boolean;
  /** The values turn round where an age is measured and not a date. */
  readonly turnsWithAge: boolean;
  /** What stands behind it: "the largest [lake in Africa]", "with the highest [melting point]". */
  readonly of: string | undefined;
}

type Entry = readonly [words: string, direction: 'most' | 'least', measures: string];

const MEASURES: readonly Entry[] = [
  ['largest|biggest|greatest|most extensive', 'most', 'area population size capacity number'],
  ['smallest|tiniest|littlest', 'least', 'area population size capacity number'],
  ['longest', 'most', 'length duration runtime distance time'],
  ['shortest', 'least', 'length height duration runtime distance'],
  ['tallest', 'most', 'height elevation'],
  ['highest', 'most', 'elevation height altitude'],
  ['lowest', 'least', 'elevation height altitude'],
  ['deepest', 'most', 'depth'],
  ['shallowest', 'least', 'depth'],
  ['widest|broadest', 'most', 'width beam wingspan'],
  ['narrowest', 'least', 'width beam'],
  ['heaviest', 'most', 'weight mass'],
  ['lightest', 'least', 'weight mass'],
  ['thickest', 'most', 'thickness'],
  ['thinnest', 'least', 'thickness'],
  ['fastest|quickest', 'most', 'speed'],
  ['slowest', 'least', 'speed'],
  ['hottest|warmest', 'most', 'temperature'],
  ['coldest|coolest', 'least', 'temperature'],
  ['richest|wealthiest', 'most', 'worth income gdp revenue'],
  ['poorest', 'least', 'worth income gdp'],
  ['most expensive|costliest|priciest', 'most', 'cost price budget'],
  ['least expensive|cheapest', 'least', 'cost price budget'],
  ['most (?:populous|populated|inhabited)', 'most', 'population'],
  ['least (?:populous|populated|inhabited)', 'least', 'population'],
  ['highest[- ]paid|best[- ]paid', 'most', 'salary income'],
  ['strongest', 'most', 'strength power magnitude'],
  ['most powerful', 'most', 'power horsepower output'],
  ['brightest', 'least', 'magnitude'],
  ['nearest|closest', 'least', 'distance'],
  ['farthest|furthest|most distant', 'most', 'distance'],
  ['youngest', 'most', 'date birth born age'],
  ['oldest|eldest', 'least', 'date birth born founded age'],
  ['newest|most recent(?:ly)?|latest|last|final', 'most', 'date release year to'],
  ['earliest|first|least recent(?:ly)?', 'least', 'date release year from founded'],
];

/** Here it is no order but a part of a name, a kind, or a time by itself. */
const NO_ORDER_BEHIND =
  /^ (?:names?|ladies|lady|gentleman|person|world|nations?|minister|language|class|aid|amendment|year|season|week|weekend|night|month|century|decade|time|degree|of all)\b/;
const NO_ORDER_BEFORE = /\b(?:at|for the|very) $/;
/** They end like a superlative. */
const LOOK_ALIKE =
  /^(?:\w*west|\w*forest|\w*interest|guest|harvest|protest|contest|request|everest|budapest|bucharest|priest|test|rest|quest|nest|chest|invest|conquest|manifest|suggest|honest|modest|arrest|crest|best|worst|digest|vest|pest|jest|zest|bequest|earnest|tempest|divest|ingest|inquest|behest|celeste?)$/;
const OF_TIME = /\bdate\b/;

/** The first that is one. What stands in quotes is a name. */
export function superlativeOf(question: string): Superlative | undefined {
  const text = question.toLowerCase().replace(/"[^"]*"|“[^”]*”/g, (quoted) => ' '.repeat(quoted.length));
  return known(text) ?? counted(text) ?? formed(text);
}

/** At one place the longest: "most recent" before "most". */
const PATTERNS = MEASURES.map(([words, direction, measures]) => ({
  pattern: new RegExp(`\\b(?:${words})\\b`),
  direction,
  measures,
}));

function known(text: string): Superlative | undefined {
  const [first] = PATTERNS.flatMap(({ pattern, direction, measures }) => {
    const match = pattern.exec(text);
    return match && !isNoOrder(text, match) ? [{ match, direction, measures }] : [];
  }).sort(
    ({ match: left }, { match: right }) => left.index - right.index || right[0].length - left[0].length,
  );
  return first && made(text, first.match, first.direction, first.measures);
}

/** "has the most goals", "with the fewest seats": what is said behind is what is measured, or counted. */
function counted(text: string): Superlative | undefined {
  const match = /\b(?:(most|maximum|max|top)|(least|fewest|minimum|min))\b/.exec(text);
  if (!match || isNoOrder(text, match)) return undefined;
  const behind = text.slice(match.index + match[0].length);
  if (/^ of (?:the|his|her|its|their|them)\b/.test(behind)) return undefined;
  return made(text, match, match[1] === undefined ? 'least' : 'most', '');
}

/** Any other word of that form: what it is made of is what is measured. */
function formed(text: string): Superlative | undefined {
  for (const match of text.matchAll(/\b[a-z]{3,}est\b/g)) {
    const [word] = match;
    if (LOOK_ALIKE.test(word) || isNoOrder(text, match)) continue;
    if (!/\b(?:the|'s|its|their|his|her|whose|with) $/.test(text.slice(0, match.index))) continue;
    const plain = word
      .replace(/iest$/, 'y')
      .replace(/([bdgmnprt])\1est$/, '$1')
      .replace(/est$/, '');
    return made(text, match, 'most', plain);
  }
  return undefined;
}

function isNoOrder(text: string, { 0: words, index }: RegExpExecArray): boolean {
  return NO_ORDER_BEHIND.test(text.slice(index + words.length)) || NO_ORDER_BEFORE.test(text.slice(0, index));
}

function made(
  text: string,
  { 0: words, index }: RegExpExecArray,
  direction: Superlative['direction'],
  measures: string,
): Superlative {
  const [of] = /^[^?.,;!]*/.exec(text.slice(index + words.length)) ?? [];
  return {
    words,
    direction,
    measures: measures.split(' ').filter(Boolean),
    time: OF_TIME.test(measures),
    turnsWithAge: /\bage\b/.test(measures),
    of: of?.trim() || undefined,
  };
}
