/** Describes constants and conditions on values. */
import { literalFamily } from '../language/rdf/datatypes';
import type { Term } from '../language/sparql/model';
import type { Comparison } from './conditions';
import { dateInWords, numberInWords } from './grammar';

export function literalInWords(term: Term & { readonly kind: 'literal' }): string {
  const family = literalFamily(term.datatype);
  if (family === 'datetime') return dateInWords(term.value).text;
  if (family === 'integer' || family === 'float') return numberInWords(term.value);
  if (family === 'boolean') return term.value;
  return `“${term.value}”`;
}

export function looksLikeDate(term: Term): boolean {
  if (term.kind !== 'literal') return false;
  return literalFamily(term.datatype) === 'datetime' || /^\d{4}-\d\d(-\d\d)?/.test(term.value);
}

const OF_DATES: Readonly<Record<Comparison, string>> = {
  '<': 'before',
  '<=': 'by',
  '>': 'after',
  '>=': 'since',
  '=': 'on',
  '!=': 'not on',
};
const OF_YEARS: Readonly<Record<Comparison, string>> = {
  '<': 'before',
  '<=': 'in or before',
  '>': 'after',
  '>=': 'in or after',
  '=': 'in',
  '!=': 'not in',
};
const OF_NUMBERS: Readonly<Record<Comparison, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
  '=': 'exactly',
  '!=': 'other than',
};

/** "before 1990", "more than 1,000,000" */
export function comparisonInWords(
  operator: Comparison,
  value: Term & { readonly kind: 'literal' },
  asDate: boolean,
): string {
  if (!asDate) return `${OF_NUMBERS[operator]} ${literalInWords(value)}`;
  const { text, precision } = dateInWords(value.value);
  return `${(precision === 'day' ? OF_DATES : OF_YEARS)[operator]} ${text}`;
}

/** "in 1961", "on 4 August 1961" */
export function dateWithPreposition(value: string): string {
  const { text, precision } = dateInWords(value);
  return `${precision === 'day' ? 'on' : 'in'} ${text}`;
}
