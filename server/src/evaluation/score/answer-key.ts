/**
 * One spelling for all answers that count as the same, so that sets of them can be compared. Ids and texts are as they are, upper and
 * lower case too; a number is its value; of a date, what the published scripts do away with is of no account.
 */
import { FREEBASE } from '../../core/language/rdf/names';
import { numberSpelling } from '../../core/logical-form/literal-spelling';

/** `namespace`: of the ids of the schema; with it or without it, an id is the same. */
export function answerKey(answer: string, namespace = FREEBASE): string {
  if (answer.length > LONGEST) return answer;
  const text = bare(withoutNamespace(answer.trim(), namespace));
  const date = dateSpelling(text);
  if (date !== undefined) return date;
  return NUMBER.test(text) ? numberSpelling(text) : text;
}

export function answerKeys(answers: Iterable<string>, namespace = FREEBASE): ReadonlySet<string> {
  return new Set([...answers].map((answer) => answerKey(answer, namespace)));
}

/** As `ask` gives it. */
export function withoutNamespace(answer: string, namespace: string): string {
  const iri = /^<(\S+)>$/.exec(answer)?.[1] ?? answer;
  return iri.startsWith(namespace) ? iri.slice(namespace.length) : answer;
}

/** Nothing longer is a number, a date or an id. */
const LONGEST = 1000;

/** With a zero in front it is a code or a telephone number, and each digit counts. */
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,9})?$/;

/** Without the datatype or the language that some files write behind a value, and what stands before the id of an entity. */
function bare(text: string): string {
  const quoted = /^"(.*)"(?:\^\^\S+|@[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)?$/s.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  return text
    .replace(/\^\^(?:<\S+>|https?:\/\/\S+|xsd:\w+)$/, '')
    .replace(/(?<=[^\s@])@[a-z]{2,3}(?:-[A-Za-z0-9]+)?$/, '')
    .replace(new RegExp(`^(?:${FREEBASE.replaceAll('.', '\\.')}|ns:)(?=[mg]\\.)`), '');
}

const DAY = /^(-?\d{4,}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
const YEAR_OR_MONTH = /^(-?\d{4}(?:-\d\d)?)(?:Z|[+-]\d\d:\d\d)$/;
/** Midnight, and what Virtuoso makes of it in some time zones. */
const NO_TIME = /^(?:00:00(?::00)?|05:12:00)$/;

/** Zones go; the first of January is its year, because KBs write years so. */
function dateSpelling(text: string): string | undefined {
  const [, day, time] = DAY.exec(text) ?? [];
  if (day !== undefined) {
    if (time !== undefined && !NO_TIME.test(time)) return `${day}T${time}`;
    return yearSpelling(day.replace(/-01-01$/, ''));
  }
  const [, shorter] = YEAR_OR_MONTH.exec(text) ?? [];
  return shorter === undefined ? undefined : yearSpelling(shorter);
}

/** A year is a number too, for who writes it without a type. */
function yearSpelling(text: string): string {
  return NUMBER.test(text) ? numberSpelling(text) : text;
}
