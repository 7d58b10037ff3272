import { describe, expect, it } from 'vitest';
import { expectCheckWithin, checkSafely, measureCheck } from '../support/check-safely';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const MEGABYTE = 1024 * 1024;

function select(body: string): string {
  return `${NS}SELECT ?x { ?x ns:type.object.name ?n . ${body} }`;
}

function fillTo(size: number, line: (number: number) => string): string {
  const lines: string[] = [];
  let length = 0;
  for (let number = 0; length < size; number++) {
    const next = line(number);
    lines.push(next);
    length += next.length + 1;
  }
  return lines.join('\n');
}

/** Joins `count` texts. */
function repeat(count: number, text: (number: number) => string, separator: string): string {
  return Array.from({ length: count }, (_, number) => text(number)).join(separator);
}

function nested(depth: number, open: string, core: string, close: string): string {
  return open.repeat(depth) + core + close.repeat(depth);
}

/** Texts that a user may paste. */
const texts: readonly (readonly [title: string, text: string])[] = [
  ['5,000 nested groups', select(nested(5000, '{ ', '?x ns:people.person.children ?y', ' }'))],
  ['5,000 nested groups that are not closed', `${NS}SELECT ?x ${'{ '.repeat(5000)}`],
  ['5,000 nested OPTIONALs', select(nested(5000, 'OPTIONAL { ?x ns:people.person.children ?y ', '', ' }'))],
  [
    '5,000 nested UNIONs',
    select(nested(5000, '{ ', '{ ?x ns:people.person.children ?y }', ' } UNION { ?x ?p ?o }')),
  ],
  [
    '5,000 nested sub-selects',
    select(nested(5000, '{ SELECT ?x { ', '?x ns:people.person.children ?y', ' } }')),
  ],
  ['5,000 nested NOT EXISTS', select(nested(5000, 'FILTER NOT EXISTS { ?x ?p ?o ', '', ' }'))],
  ['5,000 brackets in an expression', select(`FILTER(${nested(5000, '(', '?x', ')')} = 1)`)],
  ['5,000 brackets in an expression that are not closed', select(`FILTER(${'('.repeat(5000)}`)],
  ['5,000 negations', select(`FILTER(${'!'.repeat(5000)}?x)`)],
  ['5,000 nested calls', select(`FILTER(${nested(5000, 'STR(', '?x', ')')} = "x")`)],
  ['5,000 brackets in a path', select(`?x ${nested(5000, '(', 'ns:people.person.children', ')')} ?y`)],
  [
    '5,000 brackets in a path that are not closed',
    select(`?x ${'('.repeat(5000)}ns:people.person.children ?y`),
  ],
  ['5,000 steps in a path', select(`?x ${repeat(5000, () => 'ns:people.person.children', '/')} ?y`)],
  ['5,000 alternatives in a path', select(`?x ${repeat(5000, () => 'ns:people.person.children', '|')} ?y`)],
  [
    '5,000 nested blank nodes',
    select(`?x ns:people.person.children ${nested(5000, '[ ns:people.person.children ', '?y', ' ]')}`),
  ],
  [
    '5,000 nested blank nodes that are not closed',
    select(`?x ns:people.person.children ${'[ ns:people.person.children '.repeat(5000)}`),
  ],
  ['5,000 nested collections', select(`?x ns:people.person.children ${nested(5000, '( ', '?y', ' )')}`)],
  [
    '5,000 nested collections that are not closed',
    select(`?x ns:people.person.children ${'( '.repeat(5000)}`),
  ],
  ['20,000 closing braces', select('} '.repeat(20_000))],
  ['20,000 OR in an expression', select(`FILTER(${repeat(20_000, (number) => `?x = ${number}`, ' OR ')})`)],
  ['20,000 FILTERs', select('FILTER(?x != 1) '.repeat(20_000))],
  ['20,000 BINDs', select(repeat(20_000, (number) => `BIND(${number} AS ?b${number})`, ' '))],
  ['20,000 rows of VALUES', select(`VALUES ?x { ${'ns:m.02mjmr '.repeat(20_000)}}`)],
  ['20,000 selected columns', `${NS}SELECT ${repeat(20_000, (number) => `?c${number}`, ' ')} { ?x ?p ?o }`],
  [
    '20,000 objects of one triple',
    select(`?x ns:people.person.children ${repeat(20_000, (number) => `?y${number}`, ' , ')}`),
  ],
  [
    '20,000 disconnected patterns',
    select(repeat(20_000, (number) => `?a${number} ns:people.person.children ?b${number} .`, '\n')),
  ],
  [
    '20,000 conflicting relations of one variable',
    select('?x ns:people.person.children ?y . ?x ns:spaceflight.rocket.mass ?z .\n'.repeat(10_000)),
  ],
  [
    '2,000 different unknown relations',
    select(repeat(2000, (number) => `?x ns:people.person.childs${number} ?y .`, '\n')),
  ],
  ['20,000 unknown words', 'frobnicate '.repeat(20_000)],
  ['20,000 quotes', select('"'.repeat(20_001))],
  ['100,000 backslashes in a string', select(`?x ns:type.object.name "${'\\\\'.repeat(50_000)}"`)],
  ['an IRI of 100 KB', select(`?x <http://e/${'a'.repeat(100_000)}> ?y`)],
  ['an IRI of 100 KB that is not closed', select(`?x <http://e/${'a'.repeat(100_000)} ?y`)],
  ['an unknown relation of 100 KB', select(`?x ns:people.person.${'a_'.repeat(50_000)} ?y`)],
  ['a word of 100 KB', select(`?x ${'SELECT'.repeat(17_000)} ?y`)],
  ['a name of 100 KB of dots', select(`?x ns:${'a.'.repeat(50_000)} ?y`)],
  ['a name that ends with 100 KB of dots', select(`?x ns:a${'.'.repeat(100_000)} ?y`)],
  ['100 KB of words separated by dots', select(`?x ${'abcd.'.repeat(20_000)} ?y`)],
  ['100 KB of letters beyond ASCII', select(`?x ${'é'.repeat(100_000)} ?y`)],
  ['a question of 100 KB of blanks', `# question: who?${' '.repeat(100_000)}x\n${select('')}`],
  ['a relation of 100 KB of underscores', select(`?x ns:film.film.${'_'.repeat(100_000)}x ?y`)],
  ['an IRI of 100 KB of slashes', select(`?x <http://e/${'/'.repeat(100_000)}x> ?y`)],
  ['a text of 100 KB of digits', select(`?x ns:people.person.height_meters "${'1'.repeat(100_000)}x"`)],
  [
    'a float of 100 KB of digits',
    select(`?x ns:people.person.height_meters "${'1'.repeat(100_000)}x"^^xsd:float`),
  ],
  ['INSERT before 100 KB of blanks', select(`INSERT${' '.repeat(100_000)}?y`)],
  ['DELETE before 20,000 empty comments', `DELETE${'#\n\r'.repeat(20_000)}?y`],
  ['a variable of 100 KB', select(`?x ns:people.person.children ?${'y'.repeat(100_000)}`)],
  ['100 KB of emoji', select(`?x ns:type.object.name "${'😀'.repeat(50_000)}" . ${'😀'.repeat(1000)}`)],
  ['3,000 queries in one file', `${NS}ASK { ?x ns:people.person.children ?y }\n###\n`.repeat(3000)],
  [
    '3,000 queries in one file with a suppression comment',
    `# funfusic-disable-next-line grounding\n${`${NS}ASK { ?x ns:people.person.children ?y }\n###\n`.repeat(3000)}`,
  ],
  [
    '20,000 suppression comments',
    `${'# funfusic-disable-next-line grounding\n'.repeat(20_000)}${select('?x ns:people.person.childrens ?y')}`,
  ],
];

describe('large or deeply nested texts', () => {
  it.each(texts)('the checker takes less than a second for %s', (_, text) => {
    expectCheckWithin(text, 1000);
  });
});

describe('texts of a megabyte', () => {
  const megabytes: readonly (readonly [title: string, text: string])[] = [
    [
      'many triples',
      select(
        fillTo(MEGABYTE, (number) => `?x${number % 100} ns:people.person.children ?x${(number + 1) % 100} .`),
      ),
    ],
    [
      'many triples without the end of the query',
      select(fillTo(MEGABYTE, (number) => `?x${number} ns:people.person.children ?x${number + 1} .`)).slice(
        0,
        -20,
      ),
    ],
    [
      '20,000 UNION branches',
      select(repeat(20_000, (number) => `{ ?x ns:people.person.children ?y${number} }`, ' UNION ')),
    ],
    ['20,000 sub-selects', select('{ SELECT ?x { ?x ns:people.person.children ?y } } '.repeat(20_000))],
    [
      '20,000 uses of the same unknown relation',
      select('?x ns:people.person.childrens ?y .\n'.repeat(20_000)),
    ],
    ['one string', select(`?x ns:type.object.name "${'x'.repeat(MEGABYTE)}"`)],
    ['one string that is not closed', select(`?x ns:type.object.name "${'x'.repeat(MEGABYTE)}`)],
    [
      'one long string with line breaks',
      select(`?x ns:type.object.name """${'x"\n'.repeat(MEGABYTE / 3)}"""`),
    ],
    ['one name', select(`?x ns:${'x'.repeat(MEGABYTE)} ?y`)],
    ['one comment', `# ${'x'.repeat(MEGABYTE)}\n${select('')}`],
    ['white space', select(' \n\t'.repeat(MEGABYTE / 3))],
    [
      '100,000 PREFIX lines',
      `${fillTo(100_000 * 30, (number) => `PREFIX p${number}: <http://e/${number}>`)}\nSELECT ?x { ?x ?p ?o }`,
    ],
    ['100,000 copies of a PREFIX line', `${NS.repeat(100_000)}SELECT ?x { ?x ns:people.person.children ?y }`],
  ];

  it.each(megabytes)('the checker takes less than two seconds for a megabyte of %s', (_, text) => {
    expectCheckWithin(text, 2000);
  });
});

describe('running time', () => {
  it.each<readonly [string, (lines: number) => string]>([
    [
      'triples',
      (lines) =>
        select(repeat(lines, (number) => `?x${number} ns:people.person.children ?x${number + 1} .`, '\n')),
    ],
    ['triples about one variable', (lines) => select('?x ns:people.person.children ?y .\n'.repeat(lines))],
    [
      'UNION branches',
      (lines) => select(repeat(lines, () => '{ ?x ns:people.person.children ?y }', '\nUNION\n')),
    ],
    ['broken lines', (lines) => select('?x ns:people.person.children\n'.repeat(lines))],
  ])('the time of a check grows linearly with the number of %s', (_, text) => {
    checkSafely(text(1000));
    const half = measureCheck(text(10_000));
    const whole = measureCheck(text(20_000));
    // Twice the lines take twice the time; the rest is tolerance for garbage collection.
    expect(whole / Math.max(half, 5)).toBeLessThan(4);
  });
});
