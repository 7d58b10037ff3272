import type { FunctionWord } from '../../vocabulary';

const DATE = [
  { name: 'date', about: 'A date with a time. A date without a time may need xsd:dateTime(…) around it.' },
];
const BORN = 'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n  FILTER(';
const MEETING = 'SELECT ?event {\n  ?event ns:time.event.start_date ?start .\n  FILTER(';

export const DATE_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'NOW',
    kind: 'function',
    parameters: [],
    returns: 'a point in time',
    about: 'The time at which the query runs. It is the same in the whole query.',
    example: `${MEETING}?start > NOW())\n}`,
  },
  {
    name: 'YEAR',
    kind: 'function',
    parameters: DATE,
    returns: 'a whole number',
    about: 'The year of a date.',
    example: `${BORN}YEAR(?born) = 1961)\n}`,
  },
  {
    name: 'MONTH',
    kind: 'function',
    parameters: DATE,
    returns: 'a whole number',
    about: 'The month of a date, from 1 to 12.',
    example: `${BORN}MONTH(?born) = 8)\n}`,
  },
  {
    name: 'DAY',
    kind: 'function',
    parameters: DATE,
    returns: 'a whole number',
    about: 'The day of the month of a date, from 1 to 31.',
    example: `${BORN}MONTH(?born) = 8 && DAY(?born) = 4)\n}`,
  },
  {
    name: 'HOURS',
    kind: 'function',
    parameters: DATE,
    returns: 'a whole number',
    about: 'The hours of a point in time, from 0 to 23.',
    example: `${MEETING}HOURS(?start) < 12)\n}`,
  },
  {
    name: 'MINUTES',
    kind: 'function',
    parameters: DATE,
    returns: 'a whole number',
    about: 'The minutes of a point in time, from 0 to 59.',
    example: `${MEETING}MINUTES(?start) = 0)\n}`,
  },
  {
    name: 'SECONDS',
    kind: 'function',
    parameters: DATE,
    returns: 'a number',
    about: 'The seconds of a point in time, with their fraction.',
    example: `${MEETING}SECONDS(?start) = 0)\n}`,
  },
  {
    name: 'TIMEZONE',
    kind: 'function',
    parameters: DATE,
    returns: 'a duration',
    about: 'The offset of the time zone from UTC as a duration. An error if there is no time zone.',
  },
  {
    name: 'TZ',
    kind: 'function',
    parameters: DATE,
    returns: 'a plain text',
    about: 'The time zone as written, such as "Z" or "-05:00"; empty if there is none.',
  },
];
