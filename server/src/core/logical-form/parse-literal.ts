/** Parses the literals of logical forms: `31^^http://…#integer`, `"Rome"@en`, `2012-05-01`. */
import { RDF, XSD } from '../language/rdf/names';

export interface LiteralValue {
  readonly value: string;
  /** The IRI of an XSD datatype, or `rdf:langString` for a text with a language. */
  readonly datatype: string;
  readonly language?: string;
}

/** In characters. A longer text is not treated as a number. */
const MAX_NUMBER_LENGTH = 400;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const ZONE = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const DATES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [new RegExp(`^-?\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?${ZONE}$`), 'dateTime'],
  [new RegExp(`^-?\\d{4}-\\d\\d-\\d\\d${ZONE}$`), 'date'],
  [new RegExp(`^-?\\d{4}-\\d\\d${ZONE}$`), 'gYearMonth'],
];

/** Parses a word with a datatype, or a word that cannot be a name. */
export function parseLiteralWord(word: string): LiteralValue | undefined {
  const mark = word.indexOf('^^');
  if (mark >= 0) return { value: word.slice(0, mark), datatype: datatypeOf(word.slice(mark + 2)) };
  const date = dateDatatype(word);
  if (date !== undefined) return { value: word, datatype: date };
  if (NUMBER.test(word))
    return { value: word, datatype: `${XSD}${/^[+-]?\d+$/.test(word) ? 'integer' : 'float'}` };
  return /^(?:true|false)$/i.test(word)
    ? { value: word.toLowerCase(), datatype: `${XSD}boolean` }
    : undefined;
}

export function parseQuotedLiteral(value: string, suffix: string): LiteralValue {
  if (suffix.startsWith('@')) return { value, datatype: `${RDF}langString`, language: suffix.slice(1) };
  return { value, datatype: suffix === '' ? `${XSD}string` : datatypeOf(suffix.slice(2)) };
}

/** Returns the datatype of a date, a month or a date with a time. A year alone may be any number. */
export function dateDatatype(value: string): string | undefined {
  const type = DATES.find(([pattern]) => pattern.test(value))?.[1];
  return type === undefined ? undefined : XSD + type;
}

export function isNumberText(value: string): boolean {
  return value.length <= MAX_NUMBER_LENGTH && NUMBER.test(value);
}

/** Accepts `xsd:float`, `float`, `<http://…#float>` and the IRI itself. */
function datatypeOf(written: string): string {
  const name = written.replace(/^<(.*)>$/, '$1');
  if (name.includes('://')) return name;
  return XSD + name.replace(/^xsd:/i, '');
}
