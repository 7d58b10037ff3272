/**
 * Freebase has dates of every precision: years, months, days, times, and some as text. Virtuoso compares them by the time at which
 * they begin; by the standard most of these comparisons are errors, which match nothing. So both sides are converted to dateTime.
 */
import { XSD } from '../../language/rdf/names';
import type { Expression, LiteralTerm, QueryModel, Term } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { RewriteParts } from './parts';

type Call = Extract<Expression, { readonly kind: 'call' }>;

const ORDERINGS = new Set(['<', '>', '<=', '>=']);
const EQUALITIES = new Set(['=', '!=']);
const DATES = new Set(['date', 'dateTime', 'datetime', 'dateTimeStamp', 'gYear', 'gYearMonth'].map(inXsd));
const NUMBERS = new Set(['integer', 'decimal', 'double', 'float', 'int', 'long'].map(inXsd));

const ZONE = '(Z|[+-][0-9]{2}:[0-9]{2})?$';
/** Each step adds one missing component. */
const STEPS: readonly (readonly [pattern: string, replacement: string])[] = [
  [`^(-?[0-9]{4})${ZONE}`, '${1}-01${2}'],
  [`^(-?[0-9]{4}-[0-9]{2})${ZONE}`, '${1}-01${2}'],
  [`^(-?[0-9]{4}-[0-9]{2}-[0-9]{2})${ZONE}`, '${1}T00:00:00${2}'],
  [`(T[0-9]{2}:[0-9]{2})${ZONE}`, '${1}:00${2}'],
];
/** A dateTime with a zone and one without cannot be compared, so those without are read as UTC. */
const WITH_ZONE = [...STEPS, ['(T[0-9:.]+)$', '${1}Z'] as const];

export function dateEdits({ text }: QueryModel, { expressions, orders, groups }: RewriteParts): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const expression of expressions) rewrite(expression, text, edits);
  for (const order of orders) {
    if (isDateCast(order)) convertToDateTime(order, text, edits);
    else rewrite(order, text, edits);
  }
  for (const { triples, values } of groups) {
    for (const { object } of triples) fixLiteral(object, edits);
    for (const { rows } of values) for (const term of rows.flat()) if (term) fixLiteral(term, edits);
  }
  return edits;
}

/** The start of a date as the text of a dateTime in UTC; undefined if it is not a date. */
function toDateTime(written: string): string | undefined {
  let dateTime = written;
  for (const [pattern, replacement] of WITH_ZONE)
    dateTime = dateTime.replace(new RegExp(pattern), replacement.replace(/\$\{(\d)\}/g, '$$$1'));
  return /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(dateTime) ? dateTime : undefined;
}

function rewrite(expression: Expression, text: string, edits: TextEdit[]): void {
  switch (expression.kind) {
    case 'term':
      fixLiteral(expression.term, edits);
      return;
    case 'call':
      if (isDateCast(expression)) castLeniently(expression, text, edits);
      else for (const arg of expression.args) rewrite(arg, text, edits);
      return;
    case 'operation':
      if (!compare(expression, text, edits)) for (const arg of expression.args) rewrite(arg, text, edits);
      return;
    case 'exists':
    case 'unreadable':
      return;
  }
}

/** Returns whether this was a comparison of dates. */
function compare(
  { operator, args, range: whole }: Extract<Expression, { kind: 'operation' }>,
  text: string,
  edits: TextEdit[],
): boolean {
  const [left, right] = args;
  if (!left || !right || args.length !== 2) return false;
  if (EQUALITIES.has(operator) ? !isDateCast(left) && !isDateCast(right) : !ORDERINGS.has(operator))
    return false;
  // The result of arithmetic with a duration keeps its type.
  if ([left, right].some((side) => side.kind === 'operation' && !isDifference(side))) return false;
  if (isDate(left) || isDate(right)) {
    convertToDateTime(left, text, edits);
    convertToDateTime(right, text, edits);
    return true;
  }
  if (isDifference(left) && isNumber(right)) return compareDuration(left, right, text, edits);
  if (isDifference(right) && isNumber(left)) return compareDuration(right, left, text, edits);
  const written = text.slice(whole.start, whole.end);
  if (!isVariable(left) || !isVariable(right) || /[()]/.test(written)) return false;
  const [first, second] = [left, right].map(({ range: { start, end } }) => text.slice(start, end));
  // COALESCE keeps the comparison of the standard if it works.
  const dateTimes = `${dateTimeExpression(`STR(${first ?? ''})`)} ${operator} ${dateTimeExpression(`STR(${second ?? ''})`)}`;
  edits.push({ range: whole, newText: `COALESCE(${written}, ${dateTimes})` });
  return true;
}

/** Virtuoso returns the seconds between two dates; the standard returns a duration. */
function compareDuration(
  difference: Expression & { readonly kind: 'operation' },
  number: Expression & { readonly kind: 'term' },
  text: string,
  edits: TextEdit[],
): boolean {
  for (const arg of difference.args) convertToDateTime(arg, text, edits);
  const { value } = number.term as LiteralTerm;
  const sign = value.startsWith('-') ? '-' : '';
  edits.push({
    range: number.range,
    newText: `"${sign}PT${value.replace(/^[+-]/, '')}S"^^<${XSD}dayTimeDuration>`,
  });
  return true;
}

function convertToDateTime(expression: Expression, text: string, edits: TextEdit[]): void {
  if (expression.kind === 'term' && expression.term.kind === 'literal') {
    const dateTime = toDateTime(expression.term.value);
    if (dateTime !== undefined)
      edits.push({ range: expression.range, newText: `"${dateTime}"^^<${XSD}dateTime>` });
    return;
  }
  if (expression.kind === 'call' && expression.name === 'NOW') return;
  const { start, end } = expression.range;
  if (isDateCast(expression)) {
    const { nameRange, args } = expression;
    edits.push({ range: nameRange, newText: `${opening(WITH_ZONE)}STR` });
    for (const arg of args) rewrite(arg, text, edits);
    edits.push({ range: range(end, end), newText: closing(WITH_ZONE) });
  } else if (expression.kind === 'call' || isVariable(expression)) {
    edits.push({ range: range(start, start), newText: `${opening(WITH_ZONE)}STR(` });
    rewrite(expression, text, edits);
    edits.push({ range: range(end, end), newText: `)${closing(WITH_ZONE)}` });
  } else {
    rewrite(expression, text, edits);
  }
}

/** Lets `xsd:dateTime(…)` accept a year or a date. */
function castLeniently(
  { name, nameRange, args, range: { end } }: Call,
  text: string,
  edits: TextEdit[],
): void {
  const toDate = name === inXsd('date');
  edits.push({ range: nameRange, newText: `${toDate ? `<${name}>(` : ''}${opening(STEPS)}STR` });
  for (const arg of args) rewrite(arg, text, edits);
  edits.push({ range: range(end, end), newText: `${closing(STEPS)}${toDate ? ')' : ''}` });
}

/** `"2010"^^xsd:dateTime` is invalid; Virtuoso reads it as a year. */
function fixLiteral(term: Term, edits: TextEdit[]): void {
  if (term.kind !== 'literal' || term.written !== 'typed') return;
  if (term.datatype !== inXsd('dateTime') && term.datatype !== inXsd('datetime')) return;
  const [, , month, day, time] = /^(-?\d{4,})(-\d\d)?(-\d\d)?(T.*)?$/.exec(term.value) ?? [];
  if (time !== undefined || !/^-?\d{4,}(-\d\d){0,2}$/.test(term.value)) return;
  const kind = day !== undefined ? 'date' : month !== undefined ? 'gYearMonth' : 'gYear';
  edits.push({ range: term.range, newText: `"${term.value}"^^<${inXsd(kind)}>` });
}

function dateTimeExpression(inner: string): string {
  return `${opening(WITH_ZONE)}${inner}${closing(WITH_ZONE)}`;
}

function opening(steps: typeof STEPS): string {
  return `<${XSD}dateTime>(${'REPLACE('.repeat(steps.length)}`;
}

function closing(steps: typeof STEPS): string {
  return `${steps.map(([pattern, replacement]) => `, "${pattern}", "${replacement}")`).join('')})`;
}

function isDate(expression: Expression): boolean {
  if (expression.kind === 'term')
    return expression.term.kind === 'literal' && DATES.has(expression.term.datatype);
  return isDateCast(expression) || (expression.kind === 'call' && expression.name === 'NOW');
}

function isDateCast(expression: Expression): expression is Call & { readonly args: readonly [Expression] } {
  return (
    expression.kind === 'call' &&
    expression.args.length === 1 &&
    ['date', 'dateTime', 'datetime'].some((name) => inXsd(name) === expression.name)
  );
}

function isDifference(expression: Expression): expression is Expression & { readonly kind: 'operation' } {
  return (
    expression.kind === 'operation' &&
    expression.operator === '-' &&
    expression.args.length === 2 &&
    expression.args.some(isDateCast)
  );
}

function isNumber(expression: Expression): expression is Expression & { readonly kind: 'term' } {
  return (
    expression.kind === 'term' &&
    expression.term.kind === 'literal' &&
    NUMBERS.has(expression.term.datatype) &&
    /^[+-]?\d+(\.\d+)?$/.test(expression.term.value)
  );
}

function isVariable(expression: Expression): boolean {
  return expression.kind === 'term' && expression.term.kind === 'variable';
}

function inXsd(name: string): string {
  return XSD + name;
}
