import type { FunctionRow } from '../../vocabulary';

const DATE = [
  { name: 'date', about: 'A date with a time. A date without a time may need xsd:dateTime(…) around it.' },
];
const BORN = 'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n  FILTER(';
const MEETING = 'SELECT ?event {\n  ?event ns:time.event.start_date ?start .\n  FILTER(';

export const DATE_FUNCTIONS: readonly FunctionRow[] = [
  [
    'NOW',
    [],
    'a point in time',
    'The time at which the query runs. It is the same in the whole query.',
    `${MEETING}?start > NOW())\n}`,
  ],
  ['YEAR', DATE, 'an integer', 'The year of a date.', `${BORN}YEAR(?born) = 1961)\n}`],
  ['MONTH', DATE, 'an integer', 'The month of a date, from 1 to 12.', `${BORN}MONTH(?born) = 8)\n}`],
  [
    'DAY',
    DATE,
    'an integer',
    'The day of the month of a date, from 1 to 31.',
    `${BORN}MONTH(?born) = 8 && DAY(?born) = 4)\n}`,
  ],
  [
    'HOURS',
    DATE,
    'an integer',
    'The hours of a point in time, from 0 to 23.',
    `${MEETING}HOURS(?start) < 12)\n}`,
  ],
  [
    'MINUTES',
    DATE,
    'an integer',
    'The minutes of a point in time, from 0 to 59.',
    `${MEETING}MINUTES(?start) = 0)\n}`,
  ],
  [
    'SECONDS',
    DATE,
    'a number',
    'The seconds of a point in time, with their fraction.',
    `${MEETING}SECONDS(?start) = 0)\n}`,
  ],
  [
    'TIMEZONE',
    DATE,
    'a duration',
    'The offset of the time zone from UTC as a duration. An error if there is no time zone.',
  ],
  [
    'TZ',
    DATE,
    'a plain string',
    'The time zone as written, such as "Z" or "-05:00"; empty if there is none.',
  ],
];
