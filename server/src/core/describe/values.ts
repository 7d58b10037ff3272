/** Describes constants and conditions on values. */
import { literalFamily } from '../language/rdf/datatypes';
import type { Term } from '../language/sparql/model';
import type { FilterOperator } from './conditions';
import { formatDate, formatNumber } from './grammar';

export function formatLiteral(term: Term & { readonly kind: 'literal' }): string {
  const family = literalFamily(term.datatype);
  if (family === 'datetime') return formatDate(term.value).text;
  if (family === 'integer' || family === 'float') return formatNumber(term.value);
  if (family === 'boolean') return term.value;
  return `“${term.value}”`;
}

export function looksLikeDate(term: Term): boolean {
  if (term.kind !== 'literal') return false;
  return literalFamily(term.datatype) === 'datetime' || /^\d{4}-\d\d(-\d\d)?/.test(term.value);
}

/** The words before a day, before a year or month, and before a number. */
const COMPARISON_TEXTS: Readonly<Record<FilterOperator, readonly [string, string, string]>> = {
  '<': ['before', 'before', 'less than'],
  '<=': ['by', 'in or before', 'at most'],
  '>': ['after', 'after', 'more than'],
  '>=': ['since', 'in or after', 'at least'],
  '=': ['on', 'in', 'exactly'],
  '!=': ['not on', 'not in', 'other than'],
};

/** "before 1990", "more than 1,000,000" */
export function formatComparison(
  operator: FilterOperator,
  value: Term & { readonly kind: 'literal' },
  isDate: boolean,
): string {
  const [beforeDay, beforeYear, beforeNumber] = COMPARISON_TEXTS[operator];
  if (!isDate) return `${beforeNumber} ${formatLiteral(value)}`;
  const { text, precision } = formatDate(value.value);
  return `${precision === 'day' ? beforeDay : beforeYear} ${text}`;
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
