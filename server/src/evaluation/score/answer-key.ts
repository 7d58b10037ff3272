/**
 * Normalizes answers for the comparison of sets. IDs and texts stay unchanged, including case; numbers are compared by value, dates
 * without the details that the published scripts ignore.
 */
import { FREEBASE } from '../../core/language/rdf/names';
import { canonicalNumber } from '../../core/logical-form/canonical-literal';

/** An ID is the same with and without `namespace`. */
export function answerKey(answer: string, namespace = FREEBASE): string {
  if (answer.length > MAX_LENGTH) return answer;
  const text = stripDatatype(withoutNamespace(answer.trim(), namespace));
  const date = normalizeDate(text);
  if (date !== undefined) return date;
  return NUMBER.test(text) ? canonicalNumber(text) : text;
}

export function answerKeys(answers: Iterable<string>, namespace = FREEBASE): ReadonlySet<string> {
  return new Set([...answers].map((answer) => answerKey(answer, namespace)));
}

/** Converts an answer to the format of `ask`. */
export function withoutNamespace(answer: string, namespace: string): string {
  const iri = /^<(\S+)>$/.exec(answer)?.[1] ?? answer;
  return iri.startsWith(namespace) ? iri.slice(namespace.length) : answer;
}

/** Longer texts are not numbers, dates or IDs. */
const MAX_LENGTH = 1000;

/** Excludes leading zeros, which occur in codes and telephone numbers. */
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,9})?$/;

/** Removes the datatype, the language tag and the prefix that some files contain. */
function stripDatatype(text: string): string {
  const quoted = /^"(.*)"(?:\^\^\S+|@[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)?$/s.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  return text
    .replace(/\^\^(?:<\S+>|https?:\/\/\S+|xsd:\w+)$/, '')
    .replace(/(?<=[^\s@])@[a-z]{2,3}(?:-[A-Za-z0-9]+)?$/, '')
    .replace(new RegExp(`^(?:${FREEBASE.replaceAll('.', '\\.')}|ns:)(?=[mg]\\.)`), '');
}

const DAY = /^(-?\d{4,}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
const YEAR_OR_MONTH = /^(-?\d{4}(?:-\d\d)?)(?:Z|[+-]\d\d:\d\d)$/;
/** Midnight, and how Virtuoso returns it in some time zones. */
const NO_TIME = /^(?:00:00(?::00)?|05:12:00)$/;

/** Removes the time zone. January 1 means the year, because KBs represent years this way. */
function normalizeDate(text: string): string | undefined {
  const [, day, time] = DAY.exec(text) ?? [];
  if (day !== undefined) {
    if (time !== undefined && !NO_TIME.test(time)) return `${day}T${time}`;
    return normalizeYear(day.replace(/-01-01$/, ''));
  }
  const [, shorter] = YEAR_OR_MONTH.exec(text) ?? [];
  return shorter === undefined ? undefined : normalizeYear(shorter);
}

/** A year may also be given as a number. */
function normalizeYear(text: string): string {
  return NUMBER.test(text) ? canonicalNumber(text) : text;
}
