/** Casts: functions with the name of a datatype. */
import { XSD } from '../../rdf/names';
import type { FunctionDoc } from '../vocabulary';

/** By full IRI. */
export const CASTS: ReadonlyMap<string, FunctionDoc> = new Map(
  [
    cast('string', 'a plain string', 'A literal or IRI as a string, without language or datatype.'),
    cast('integer', 'an integer', 'Converts a string or a number. A fraction is cut off.'),
    cast(
      'float',
      'a number',
      'A floating-point number of 32 bits. Freebase stores heights, areas and amounts with this datatype.',
      'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(xsd:float(?height) > 2.1)\n}',
    ),
    cast('double', 'a number', 'A floating-point number of 64 bits.'),
    cast('decimal', 'a number', 'A number with exact decimals.'),
    cast('boolean', 'true or false', 'Converts a string or a number; 0 is false.'),
    cast(
      'dateTime',
      'a date with a time',
      'A date with a time. Many dates in Freebase are only a year or a month. It depends on the engine whether these can be converted.',
      'SELECT ?film {\n  ?film ns:film.film.initial_release_date ?date .\n  FILTER(xsd:dateTime(?date) < "1950-01-01T00:00:00"^^xsd:dateTime)\n}',
    ),
    cast('date', 'a date', 'Converts a string, or a date with a time, to a date.'),
    cast('time', 'a time of day', 'Converts a string, or a date with a time, to a time of day.'),
    cast('gYear', 'a year', 'Converts a string or a date to a year.'),
    cast('gYearMonth', 'a month of a year', 'Converts a string or a date to a year and month.'),
  ].map((word): [string, FunctionDoc] => [XSD + word.name.slice('xsd:'.length), word]),
);

function cast(name: string, returns: string, about: string, example?: string): FunctionDoc {
  return {
    name: `xsd:${name}`,
    parameters: [{ name: 'value', about: 'A literal, or its lexical form.' }],
    returns,
    about,
    kind: 'function',
    ...(example === undefined ? {} : { example }),
  };
}
