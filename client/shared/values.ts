/** The numeric values of literals that are numbers or times. */
import type { RdfTerm, AnswerRow } from '../../server/src/protocol/index';
import { XSD } from './terms';

/** A value that can be compared with others of the same kind. */
export interface Amount {
  readonly kind: 'number' | 'time';
  readonly value: number;
}

export function amountOf(term: RdfTerm | null | undefined): Amount | undefined {
  if (term?.type !== 'literal' || !term.datatype?.startsWith(XSD)) return undefined;
  const datatype = term.datatype.slice(XSD.length);
  if (NUMBERS.has(datatype)) return toAmount('number', parseNumber(term.value));
  if (TIMES.has(datatype)) return toAmount('time', parseTime(term.value));
  if (datatype === 'boolean') return toAmount('number', term.value === 'true' || term.value === '1' ? 1 : 0);
  return undefined;
}

/** Guesses the kind of a column for engines that return no datatypes: all of its texts may be numbers, or dates. */
export function guessColumnKind(rows: readonly AnswerRow[], column: number): Amount['kind'] | undefined {
  let kind: Amount['kind'] | undefined;
  for (const row of rows) {
    const term = row[column];
    if (!term) continue;
    const termKind = amountOf(term)?.kind ?? guessKind(term);
    if (!termKind || (kind && termKind !== kind)) return undefined;
    kind = termKind;
  }
  return kind;
}

/** Like `amountOf`, for a column with a guessed kind. */
export function amountInColumn(
  term: RdfTerm | null | undefined,
  guessed: Amount['kind'] | undefined,
): Amount | undefined {
  const known = amountOf(term);
  if (known || !guessed || term?.type !== 'literal') return known;
  return guessed === 'number'
    ? toAmount('number', parseNumber(term.value))
    : toAmount('time', parseTime(term.value));
}

function guessKind(term: RdfTerm): Amount['kind'] | undefined {
  if (term.type !== 'literal' || term['xml:lang'] !== undefined) return undefined;
  if (!Number.isNaN(parseNumber(term.value))) return 'number';
  return term.value.includes('-') && !Number.isNaN(parseTime(term.value)) ? 'time' : undefined;
}

const toAmount = (kind: Amount['kind'], value: number): Amount | undefined =>
  Number.isNaN(value) ? undefined : { kind, value };

/** Parses a number; NaN if the text is not one. */
export function parseNumber(text: string): number {
  const trimmed = text.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  if (/^[+-]?INF$/.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity;
  return NaN;
}

/** Parses a time to milliseconds as in `Date`; a year is its first moment. NaN if the text is not a time. */
export function parseTime(text: string): number {
  const parts = TIME.exec(text.trim());
  if (!parts) return NaN;
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', zone = 'Z'] = parts;
  const time = new Date(0);
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  time.setUTCHours(Number(hour), Number(minute), 0, Number(second) * 1000);
  return time.getTime() - zoneMilliseconds(zone);
}

function zoneMilliseconds(zone: string): number {
  const parts = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  if (!parts) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return (parts[1] === '-' ? -minutes : minutes) * 60_000;
}

const TIME =
  /^([+-]?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?)?)?(Z|[+-]\d\d:\d\d)?$/;

const TIMES: ReadonlySet<string> = new Set(['dateTime', 'date', 'gYear', 'gYearMonth', 'dateTimeStamp']);

const NUMBERS: ReadonlySet<string> = new Set([
  'integer',
  'decimal',
  'float',
  'double',
  'int',
  'long',
  'short',
  'byte',
  'nonNegativeInteger',
  'positiveInteger',
  'negativeInteger',
  'nonPositiveInteger',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
  'unsignedByte',
]);
