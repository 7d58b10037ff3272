/** Conversions between kinds of literals: functions that are called by the name of a datatype. */
import { XSD } from '../../rdf/names';
import type { FunctionWord } from '../vocabulary';

/** By full IRI. */
export const CASTS: ReadonlyMap<string, FunctionWord> = new Map(
  [
    cast('string', 'a plain text', 'The text of a literal or IRI, without language or datatype.'),
    cast(
      'integer',
      'a whole number',
      'A whole number, out of a text or another number; a fraction is cut off.',
    ),
    cast(
      'float',
      'a number',
      'A number with a fraction in 32 bits, the kind in which Freebase keeps heights, areas and amounts.',
      'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(xsd:float(?height) > 2.1)\n}',
    ),
    cast('double', 'a number', 'A number with a fraction in 64 bits.'),
    cast('decimal', 'a number', 'A number with an exact fraction.'),
    cast('boolean', 'true or false', 'True or false, out of a text or a number; 0 is false.'),
    cast(
      'dateTime',
      'a date with a time',
      'A point in time. Freebase keeps many dates short, as a year or a month; whether those can be converted is up to the engine.',
      'SELECT ?film {\n  ?film ns:film.film.initial_release_date ?date .\n  FILTER(xsd:dateTime(?date) < "1950-01-01T00:00:00"^^xsd:dateTime)\n}',
    ),
    cast('date', 'a date', 'A day, out of a text or a point in time.'),
    cast('time', 'a time of day', 'A time of day, out of a text or a point in time.'),
    cast('gYear', 'a year', 'A year, out of a text or a date.'),
    cast('gYearMonth', 'a month of a year', 'A month of a certain year, out of a text or a date.'),
  ].map((word): [string, FunctionWord] => [XSD + word.name.slice('xsd:'.length), word]),
);

function cast(name: string, returns: string, about: string, example?: string): FunctionWord {
  return {
    name: `xsd:${name}`,
    parameters: [{ name: 'value', about: 'A literal, or its text.' }],
    returns,
    about,
    kind: 'function',
    ...(example === undefined ? {} : { example }),
  };
}
