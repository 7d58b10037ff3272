/** How the words around a number or a date compare with it. */
export type Comparison = 'lt' | 'le' | 'gt' | 'ge';

/** What stands right before it. The first that fits counts, so those that turn another round come first. */
const BEFORE: readonly (readonly [Comparison, string])[] = [
  [
    'le',
    'no more than|not more than|no greater than|not greater than|no later than|not later than|not over|not above|not exceeding|not exceed|not after|no larger than|not larger than|no higher than|not higher than|no longer than',
  ],
  [
    'ge',
    'no less than|not less than|no fewer than|not fewer than|no earlier than|not earlier than|not under|not below|not before|no smaller than|not smaller than|no lower than|not lower than',
  ],
  [
    'le',
    'less than or equal to|less than or equal|smaller than or equal to|fewer than or equal to|lower than or equal to|before or on|on or before|at most|at the most|up to|up until|until|till|maximum of|a maximum|max|at maximum|to a maximum of|<=|≤',
  ],
  [
    'ge',
    'more than or equal to|more than or equal|greater than or equal to|larger than or equal to|greater than or equal|larger than or equal|higher than or equal to|after or on|on or after|at least|at the least|a minimum of|minimum of|minimum|min|at minimum|since|starting in|starting from|beginning in|beginning from|as early as|>=|≥',
  ],
  [
    'lt',
    '(?:less|fewer|smaller|lower|shorter|younger|earlier|cheaper|slower|lighter|thinner|nearer|weaker|colder|cooler|newer than|narrower|shallower|closer|under|below) than|less than|fewer than|under|below|before|prior to|preceding|predating|younger than|earlier than|short of|<',
  ],
  [
    'gt',
    'more than|greater than|over|above|exceeding|exceeds|exceed|in excess of|after|later than|following|past|beyond|\\p{L}+er than|upwards of|>',
  ],
];
const ABOUT =
  '(?:\\s+(?:than|the|a|an|about|around|approximately|roughly|exactly|that of|of|is|are|in|on|year|years|date|end of))*\\s*[$€£]?\\s*$';

/** Behind it: `or more`, `or later`. */
const AFTER: readonly (readonly [Comparison, RegExp])[] = [
  [
    'ge',
    /^[\s,]*(?:(?:or|and)\s+(?:more|greater|higher|larger|above|over|later|after|older|longer|up|upwards?|onwards?|beyond)\b|onwards?\b|\+)/i,
  ],
  [
    'le',
    /^[\s,]*(?:or|and)\s+(?:less|fewer|lower|smaller|below|under|earlier|before|younger|shorter|down)\b/i,
  ],
];

const BEFORE_PATTERNS = BEFORE.map(
  ([comparison, words]) =>
    [comparison, new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${words})${ABOUT}`, 'iu')] as const,
);

/** As far back as the words reach. */
const REACH = 60;

export function beforeThat(text: string): Comparison | undefined {
  const near = text.slice(-REACH);
  return BEFORE_PATTERNS.find(([, pattern]) => pattern.test(near))?.[0];
}

export function afterThat(text: string, unit: string | undefined): Comparison | undefined {
  const rest = unit === undefined ? text : text.replace(new RegExp(`^[\\s-]*${escaped(unit)}`, 'i'), '');
  const near = rest.slice(0, REACH);
  return AFTER.find(([, pattern]) => pattern.test(near))?.[0];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
