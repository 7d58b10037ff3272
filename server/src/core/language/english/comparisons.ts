/** Comparisons with a number or a date: "more than 5", "before 1990", "10 or more". */
import { comparativesFor } from './superlatives';

export type ComparisonOperator = 'lt' | 'le' | 'gt' | 'ge';

/** Phrases before a number. The first match counts, so negated phrases come first. */
const PHRASES_BEFORE: readonly (readonly [operator: ComparisonOperator, phrases: string])[] = [
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
    `(?:less|fewer|${comparativesFor('least')}) than|under|below|before|prior to|preceding|predating|short of|<`,
  ],
  [
    'gt',
    `(?:more|${comparativesFor('most')}) than|over|above|exceeding|exceeds|exceed|in excess of|after|following|past|beyond|upwards of|>`,
  ],
  ['gt', '\\p{L}+er than'],
];
/** Words allowed between the phrase and the number. */
const GAP =
  '(?:\\s+(?:than|the|a|an|about|around|approximately|roughly|exactly|that of|of|is|are|in|on|year|years|date|end of))*\\s*[$€£]?\\s*$';

/** Phrases after a number: "or more", "or later". */
const PATTERNS_AFTER: readonly (readonly [operator: ComparisonOperator, pattern: RegExp])[] = [
  [
    'ge',
    /^[\s,]*(?:(?:or|and)\s+(?:more|greater|higher|larger|above|over|later|after|older|longer|up|upwards?|onwards?|beyond)\b|onwards?\b|\+)/i,
  ],
  [
    'le',
    /^[\s,]*(?:or|and)\s+(?:less|fewer|lower|smaller|below|under|earlier|before|younger|shorter|down)\b/i,
  ],
];

const PATTERNS_BEFORE = PHRASES_BEFORE.map(
  ([operator, phrases]) => [operator, new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${phrases})${GAP}`, 'iu')] as const,
);

/** The maximum number of characters between a phrase and its number. */
const MAX_DISTANCE = 60;

/** Returns the comparison that the text before a number expresses. */
export function operatorBefore(text: string): ComparisonOperator | undefined {
  const near = text.slice(-MAX_DISTANCE);
  return PATTERNS_BEFORE.find(([, pattern]) => pattern.test(near))?.[0];
}

/** Returns the comparison that the text after a number expresses. */
export function operatorAfter(text: string, unit: string | undefined): ComparisonOperator | undefined {
  const rest = unit === undefined ? text : text.replace(new RegExp(`^[\\s-]*${escapeRegExp(unit)}`, 'i'), '');
  const near = rest.slice(0, MAX_DISTANCE);
  return PATTERNS_AFTER.find(([, pattern]) => pattern.test(near))?.[0];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

type Bound = 'more' | 'less';

export interface ComparisonCue {
  /** The words of the question. */
  readonly words: string;
  readonly bound: Bound;
  /** The digits of the number. */
  readonly number: string;
}

const NUMBER = String.raw`(?:(?:the|a|an|year|about|approximately|around|of|on|in|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\d{1,2}(?:st|nd|rd|th)?)[,.]?\s+){0,4}(\d[\d,./-]*)`;
const UNAMBIGUOUS: Readonly<Record<Bound, RegExp>> = {
  more: unambiguousPattern(['gt', 'ge']),
  less: unambiguousPattern(['lt', 'le']),
};
/** Words for the opposite comparison or for an exception, which make a comparison ambiguous. */
const CONTRARY: Readonly<Record<Bound, RegExp>> = {
  more: /\b(?:before|earlier|prior|until|under|below|less|fewer|not|without|except\w*|exclud\w*|other than|nobody|fail\w*)\b/i,
  less: /\b(?:after|later|since|over|above|beyond|more|not|without|except\w*|exclud\w*|other than|nobody|fail\w*)\b/i,
};
const NEGATED = /(?:\b(?:not|no|never)|n't)\b[^.,]{0,30}$/i;

/** Returns the unambiguous comparisons with a number. */
export function unambiguousComparisons(question: string): readonly ComparisonCue[] {
  const find = (bound: Bound): readonly ComparisonCue[] =>
    [...question.matchAll(UNAMBIGUOUS[bound])]
      .filter(({ 0: words, index }) => {
        const others = question.replace(words, ' ');
        return !NEGATED.test(question.slice(0, index)) && !CONTRARY[bound].test(others);
      })
      .map(([words, number = '']) => ({
        words,
        bound,
        number: number.replaceAll(',', '').replace(/[./-]+$/, ''),
      }));
  return [...find('more'), ...find('less')];
}

/** Matches the phrases without symbols, and without the pattern for any comparative, which has no direction. */
function unambiguousPattern(operators: readonly ComparisonOperator[]): RegExp {
  const phrases = PHRASES_BEFORE.filter(
    ([operator, all]) => operators.includes(operator) && !all.includes('\\p'),
  )
    .flatMap(([, all]) => all.replace(/\|(?:[<>]=?|[≤≥])/g, ''))
    .join('|');
  return new RegExp(String.raw`\b(?:${phrases})\s+${NUMBER}`, 'gi');
}
