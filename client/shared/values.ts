/** Literals as numbers and times, where they are. */
import type { RdfTerm, Row } from '../../server/src/protocol/index';
import { XSD } from './terms';

/** What a term amounts to when it is compared: a kind, and within numbers and times how much. */
export interface Amount {
  readonly kind: 'number' | 'time';
  readonly value: number;
}

export function amountOf(term: RdfTerm | null | undefined): Amount | undefined {
  if (term?.type !== 'literal' || !term.datatype?.startsWith(XSD)) return undefined;
  const datatype = term.datatype.slice(XSD.length);
  if (NUMBERS.has(datatype)) return amount('number', numberIn(term.value));
  if (TIMES.has(datatype)) return amount('time', timeIn(term.value));
  if (datatype === 'boolean') return amount('number', term.value === 'true' || term.value === '1' ? 1 : 0);
  return undefined;
}

/** How a column is written by engines that give no datatypes: all of its texts may be numbers, or dates. */
export function guessedKind(rows: readonly Row[], column: number): Amount['kind'] | undefined {
  let kind: Amount['kind'] | undefined;
  for (const row of rows) {
    const term = row[column];
    if (!term) continue;
    const own = amountOf(term)?.kind ?? kindWritten(term);
    if (!own || (kind && own !== kind)) return undefined;
    kind = own;
  }
  return kind;
}

/** Like `amountOf`, for a column with a guessed kind. */
export function amountIn(
  term: RdfTerm | null | undefined,
  guessed: Amount['kind'] | undefined,
): Amount | undefined {
  const known = amountOf(term);
  if (known || !guessed || term?.type !== 'literal') return known;
  return guessed === 'number' ? amount('number', numberIn(term.value)) : amount('time', timeIn(term.value));
}

function kindWritten(term: RdfTerm): Amount['kind'] | undefined {
  if (term.type !== 'literal' || term['xml:lang'] !== undefined) return undefined;
  if (!Number.isNaN(numberIn(term.value))) return 'number';
  return term.value.includes('-') && !Number.isNaN(timeIn(term.value)) ? 'time' : undefined;
}

const amount = (kind: Amount['kind'], value: number): Amount | undefined =>
  Number.isNaN(value) ? undefined : { kind, value };

/** NaN if it is not a number. */
export function numberIn(text: string): number {
  const trimmed = text.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  if (/^[+-]?INF$/.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity;
  return NaN;
}

/** Milliseconds as in `Date`; a year is its first moment. NaN if it is not a time. */
export function timeIn(text: string): number {
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
