/** Describes constants and conditions on values. */
import { literalFamily } from '../language/rdf/datatypes';
import type { Term } from '../language/sparql/model';
import type { ComparisonOperator } from './conditions';
import { formatDate, numberInWords } from './grammar';

export function formatLiteral(term: Term & { readonly kind: 'literal' }): string {
  const family = literalFamily(term.datatype);
  if (family === 'datetime') return formatDate(term.value).text;
  if (family === 'integer' || family === 'float') return numberInWords(term.value);
  if (family === 'boolean') return term.value;
  return `“${term.value}”`;
}

export function looksLikeDate(term: Term): boolean {
  if (term.kind !== 'literal') return false;
  return literalFamily(term.datatype) === 'datetime' || /^\d{4}-\d\d(-\d\d)?/.test(term.value);
}

const DAY_PREPOSITIONS: Readonly<Record<ComparisonOperator, string>> = {
  '<': 'before',
  '<=': 'by',
  '>': 'after',
  '>=': 'since',
  '=': 'on',
  '!=': 'not on',
};
const YEAR_PREPOSITIONS: Readonly<Record<ComparisonOperator, string>> = {
  '<': 'before',
  '<=': 'in or before',
  '>': 'after',
  '>=': 'in or after',
  '=': 'in',
  '!=': 'not in',
};
const NUMBER_COMPARISONS: Readonly<Record<ComparisonOperator, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
  '=': 'exactly',
  '!=': 'other than',
};

/** "before 1990", "more than 1,000,000" */
export function formatComparison(
  operator: ComparisonOperator,
  value: Term & { readonly kind: 'literal' },
  asDate: boolean,
): string {
  if (!asDate) return `${NUMBER_COMPARISONS[operator]} ${formatLiteral(value)}`;
  const { text, precision } = formatDate(value.value);
  return `${(precision === 'day' ? DAY_PREPOSITIONS : YEAR_PREPOSITIONS)[operator]} ${text}`;
}

/** "in 1961", "on 4 August 1961" */
export function formatDateWithPreposition(value: string): string {
  const { text, precision } = formatDate(value);
  return `${precision === 'day' ? 'on' : 'in'} ${text}`;
}

/** "largest", "latest" */
export function extremeAdjective(which: 'largest' | 'smallest', isDate: boolean): string {
  if (!isDate) return which;
  return which === 'largest' ? 'latest' : 'earliest';
}
