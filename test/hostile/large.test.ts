import { describe, expect, it } from 'vitest';
import { expectWithin, survive, timeOf } from '../support/hostile';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const MEGABYTE = 1024 * 1024;

function select(body: string): string {
  return `${NS}SELECT ?x { ?x ns:type.object.name ?n . ${body} }`;
}

function upTo(size: number, line: (number: number) => string): string {
  const lines: string[] = [];
  let length = 0;
  for (let number = 0; length < size; number++) {
    const next = line(number);
    lines.push(next);
    length += next.length + 1;
  }
  return lines.join('\n');
}

function nested(depth: number, open: string, core: string, close: string): string {
  return open.repeat(depth) + core + close.repeat(depth);
}

/** What a person may well paste: a second. */
const texts: readonly (readonly [title: string, text: string])[] = [
  ['5,000 nested groups', select(nested(5000, '{ ', '?x ns:people.person.children ?y', ' }'))],
  ['5,000 nested groups, left open', `${NS}SELECT ?x ${'{ '.repeat(5000)}`],
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
  ['5,000 brackets in an expression, left open', select(`FILTER(${'('.repeat(5000)}`)],
  ['5,000 signs before a number', select(`FILTER(${'!'.repeat(5000)}?x)`)],
  ['5,000 nested calls', select(`FILTER(${nested(5000, 'STR(', '?x', ')')} = "x")`)],
  ['5,000 brackets in a path', select(`?x ${nested(5000, '(', 'ns:people.person.children', ')')} ?y`)],
  ['5,000 brackets in a path, left open', select(`?x ${'('.repeat(5000)}ns:people.person.children ?y`)],
  [
    '5,000 steps in a path',
    select(`?x ${Array.from({ length: 5000 }, () => 'ns:people.person.children').join('/')} ?y`),
  ],
  [
    '5,000 ways in a path',
    select(`?x ${Array.from({ length: 5000 }, () => 'ns:people.person.children').join('|')} ?y`),
  ],
  [
    '5,000 nested blank nodes',
    select(`?x ns:people.person.children ${nested(5000, '[ ns:people.person.children ', '?y', ' ]')}`),
  ],
  [
    '5,000 nested blank nodes, left open',
    select(`?x ns:people.person.children ${'[ ns:people.person.children '.repeat(5000)}`),
  ],
  ['5,000 nested collections', select(`?x ns:people.person.children ${nested(5000, '( ', '?y', ' )')}`)],
  ['5,000 nested collections, left open', select(`?x ns:people.person.children ${'( '.repeat(5000)}`)],
  ['20,000 closing braces', select('} '.repeat(20_000))],
  [
    '20,000 OR in an expression',
    select(`FILTER(${Array.from({ length: 20_000 }, (_, number) => `?x = ${number}`).join(' OR ')})`),
  ],
  ['20,000 FILTERs', select('FILTER(?x != 1) '.repeat(20_000))],
  [
    '20,000 BINDs',
    select(Array.from({ length: 20_000 }, (_, number) => `BIND(${number} AS ?b${number})`).join(' ')),
  ],
  ['20,000 rows of VALUES', select(`VALUES ?x { ${'ns:m.02mjmr '.repeat(20_000)}}`)],
  [
    '20,000 selected columns',
    `${NS}SELECT ${Array.from({ length: 20_000 }, (_, number) => `?c${number}`).join(' ')} { ?x ?p ?o }`,
  ],
  [
    '20,000 objects of one triple',
    select(
      `?x ns:people.person.children ${Array.from({ length: 20_000 }, (_, number) => `?y${number}`).join(' , ')}`,
    ),
  ],
  [
    '20,000 patterns joined to nothing',
    select(
      Array.from(
        { length: 20_000 },
        (_, number) => `?a${number} ns:people.person.children ?b${number} .`,
      ).join('\n'),
    ),
  ],
  [
    '20,000 relations of one variable that do not fit',
    select('?x ns:people.person.children ?y . ?x ns:spaceflight.rocket.mass ?z .\n'.repeat(10_000)),
  ],
  [
    '2,000 different unknown relations',
    select(
      Array.from({ length: 2000 }, (_, number) => `?x ns:people.person.childs${number} ?y .`).join('\n'),
    ),
  ],
  ['20,000 words that are nothing', 'frobnicate '.repeat(20_000)],
  ['20,000 quotes', select('"'.repeat(20_001))],
  ['100,000 backslashes in a string', select(`?x ns:type.object.name "${'\\\\'.repeat(50_000)}"`)],
  ['an IRI of 100 KB', select(`?x <http://e/${'a'.repeat(100_000)}> ?y`)],
  ['an IRI of 100 KB that is never closed', select(`?x <http://e/${'a'.repeat(100_000)} ?y`)],
  ['an unknown relation of 100 KB', select(`?x ns:people.person.${'a_'.repeat(50_000)} ?y`)],
  ['a word of 100 KB', select(`?x ${'SELECT'.repeat(17_000)} ?y`)],
  ['a name of 100 KB of dots', select(`?x ns:${'a.'.repeat(50_000)} ?y`)],
  ['a name of 100 KB of dots that ends in them', select(`?x ns:a${'.'.repeat(100_000)} ?y`)],
  ['words of 100 KB with dots between them', select(`?x ${'abcd.'.repeat(20_000)} ?y`)],
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
    '3,000 queries in one file, with a comment that silences',
    `# funfusic-disable-next-line grounding\n${`${NS}ASK { ?x ns:people.person.children ?y }\n###\n`.repeat(3000)}`,
  ],
  [
    '20,000 comments that silence',
    `${'# funfusic-disable-next-line grounding\n'.repeat(20_000)}${select('?x ns:people.person.childrens ?y')}`,
  ],
];

describe('a text that is large or deep is answered within a second', () => {
  it.each(texts)('%s', (_, text) => {
    expectWithin(text, 1000);
  });
});

describe('a text of a megabyte is answered within two seconds', () => {
  const megabytes: readonly (readonly [title: string, text: string])[] = [
    [
      'many triples',
      select(
        upTo(MEGABYTE, (number) => `?x${number % 100} ns:people.person.children ?x${(number + 1) % 100} .`),
      ),
    ],
    [
      'many triples, cut off',
      select(upTo(MEGABYTE, (number) => `?x${number} ns:people.person.children ?x${number + 1} .`)).slice(
        0,
        -20,
      ),
    ],
    [
      '20,000 UNION branches',
      select(
        Array.from({ length: 20_000 }, (_, number) => `{ ?x ns:people.person.children ?y${number} }`).join(
          ' UNION ',
        ),
      ),
    ],
    ['20,000 sub-selects', select('{ SELECT ?x { ?x ns:people.person.children ?y } } '.repeat(20_000))],
    ['20,000 times the same unknown relation', select('?x ns:people.person.childrens ?y .\n'.repeat(20_000))],
    ['one string', select(`?x ns:type.object.name "${'x'.repeat(MEGABYTE)}"`)],
    ['one string that is never closed', select(`?x ns:type.object.name "${'x'.repeat(MEGABYTE)}`)],
    [
      'one long string with line breaks',
      select(`?x ns:type.object.name """${'x"\n'.repeat(MEGABYTE / 3)}"""`),
    ],
    ['one name', select(`?x ns:${'x'.repeat(MEGABYTE)} ?y`)],
    ['one comment', `# ${'x'.repeat(MEGABYTE)}\n${select('')}`],
    ['white space', select(' \n\t'.repeat(MEGABYTE / 3))],
    [
      '100,000 PREFIX lines',
      `${upTo(100_000 * 30, (number) => `PREFIX p${number}: <http://e/${number}>`)}\nSELECT ?x { ?x ?p ?o }`,
    ],
    [
      '100,000 times the same PREFIX line',
      `${NS.repeat(100_000)}SELECT ?x { ?x ns:people.person.children ?y }`,
    ],
  ];

  it.each(megabytes)('%s', (_, text) => {
    expectWithin(text, 2000);
  });
});

describe('time grows with the text, and not faster', () => {
  it.each<readonly [string, (lines: number) => string]>([
    [
      'triples',
      (lines) =>
        select(
          Array.from(
            { length: lines },
            (_, number) => `?x${number} ns:people.person.children ?x${number + 1} .`,
          ).join('\n'),
        ),
    ],
    ['triples about one variable', (lines) => select('?x ns:people.person.children ?y .\n'.repeat(lines))],
    [
      'UNION branches',
      (lines) =>
        select(Array.from({ length: lines }, () => '{ ?x ns:people.person.children ?y }').join('\nUNION\n')),
    ],
    ['broken lines', (lines) => select('?x ns:people.person.children\n'.repeat(lines))],
  ])('with %s', (_, text) => {
    survive(text(1000));
    const half = timeOf(text(10_000));
    const whole = timeOf(text(20_000));
    // Twice the lines may cost twice the time, and as much again for a collector that comes at a bad moment.
    expect(whole / Math.max(half, 5)).toBeLessThan(4);
  });
});
