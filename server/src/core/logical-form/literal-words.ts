/** Literals as logical forms write them: `31^^http://…#integer`, `"Rome"@en`, `2012-05-01`. */
import { RDF, XSD } from '../language/rdf/names';

interface LiteralValue {
  readonly value: string;
  readonly datatype: string;
  readonly language?: string;
}

/** Characters. What is longer is no number that somebody compares. */
const MAX_NUMBER = 400;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const ZONE = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const DATES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [new RegExp(`^-?\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?${ZONE}$`), 'dateTime'],
  [new RegExp(`^-?\\d{4}-\\d\\d-\\d\\d${ZONE}$`), 'date'],
  [new RegExp(`^-?\\d{4}-\\d\\d(?:Z|[+-]\\d\\d:\\d\\d)?$`), 'gYearMonth'],
];

/** A word as a literal: with a type, or of a form that no name has. */
export function literalOfWord(word: string): LiteralValue | undefined {
  const mark = word.indexOf('^^');
  if (mark >= 0) return { value: word.slice(0, mark), datatype: datatypeOf(word.slice(mark + 2)) };
  const date = dateTypeOf(word);
  if (date !== undefined) return { value: word, datatype: date };
  if (NUMBER.test(word))
    return { value: word, datatype: `${XSD}${/^[+-]?\d+$/.test(word) ? 'integer' : 'float'}` };
  return /^(?:true|false)$/i.test(word)
    ? { value: word.toLowerCase(), datatype: `${XSD}boolean` }
    : undefined;
}

export function literalOfQuoted(value: string, suffix: string): LiteralValue {
  if (suffix.startsWith('@')) return { value, datatype: `${RDF}langString`, language: suffix.slice(1) };
  return { value, datatype: suffix === '' ? `${XSD}string` : datatypeOf(suffix.slice(2)) };
}

/** The type of a date, a month or a moment by its form; a mere year may be any number. */
export function dateTypeOf(value: string): string | undefined {
  const type = DATES.find(([pattern]) => pattern.test(value))?.[1];
  return type === undefined ? undefined : XSD + type;
}

export function isNumberText(value: string): boolean {
  return value.length <= MAX_NUMBER && NUMBER.test(value);
}

/** `xsd:float`, `float`, `<http://…#float>` or the IRI itself. */
function datatypeOf(written: string): string {
  const name = written.replace(/^<(.*)>$/, '$1');
  if (name.includes('://')) return name;
  return XSD + name.replace(/^xsd:/i, '');
}
