/** Texts that look like queries but try to change a Virtuoso. Each adds one triple to the graph ATTACKED. */
import type { SeededRandom } from '../../../server/src/evaluation/seeded-random';

export const ATTACKED = 'http://example.org/attacked';

export interface WriteAttempt {
  readonly name: string;
  readonly text: string;
}

/** The update that each attempt contains. The id identifies the attempt in the store. */
function update(id: string): string {
  return `INSERT INTO <${ATTACKED}> { <urn:attempt> <urn:id> <urn:${id}> }`;
}

/** Contains SELECT, because a text without a query keyword is rejected early. */
const SUBQUERY = 'WHERE { { SELECT ?s WHERE { ?s ?p ?o } LIMIT 1 } }';

/** Virtuoso runs the update in each of these, although no update keyword is outside of a string or comment. */
export const BYPASSES: readonly WriteAttempt[] = [
  {
    name: 'an escape that only Virtuoso knows',
    text: `define input:param "\\a" ${update('escape-a')}\n${SUBQUERY}`,
  },
  {
    name: 'another escape that only Virtuoso knows, in single quotes',
    text: `define input:param '\\v' ${update('escape-v')}\n${SUBQUERY}`,
  },
  {
    name: 'a comment that continues after a carriage return, before a pragma',
    text: `#\rdefine output:format """\n${update('cr-pragma')} #"""\rSELECT * WHERE { ?s <http://x/p> ?o }`,
  },
  {
    name: 'a comment that continues after a carriage return, before a query',
    text: `#\rSELECT ("""\n${update('cr-query')} #""" AS ?x) WHERE { }`,
  },
  {
    name: 'SQL in a table option',
    text: `define sql:table-option "hash) where exec('sparql ${update('table-option')}') is null -- " SELECT ?s WHERE { ?s ?p ?o } LIMIT 1`,
  },
  {
    name: 'SQL in an option of a triple',
    text: `SELECT ?s WHERE { ?s ?p ?o OPTION (TABLE_OPTION "hash) where exec('sparql ${update('triple-option')}') is null -- ") }`,
  },
  {
    name: 'a procedure that runs SQL',
    text: `SELECT (bif:exec("sparql ${update('exec')}") AS ?x) WHERE { }`,
  },
];

/** Further attempts; Virtuoso rejects most of them as syntax errors. */
export const OTHER_ATTEMPTS: readonly WriteAttempt[] = [
  ['an update', update('plain')],
  ['a code point escape in the keyword', update('code-point').replace('I', '\\u0049')],
  [
    'a code point escape that closes a string',
    `define input:param "\\u0022 ${update('u0022')} #"\n${SUBQUERY}`,
  ],
  ['a carriage return inside of a string', `define input:param "\r" ${update('cr-string')}\n${SUBQUERY}`],
  ['a string without an end', `define input:param "a ${update('no-end')}\n${SUBQUERY}`],
  ['a long string without an end', `define input:param """a" ${update('no-long-end')}\n${SUBQUERY}`],
  [
    'an unknown escape in a long string',
    `define input:param """\\a""" ${update('long-escape')}\n${SUBQUERY}`,
  ],
  ['a doubled quote', `define input:param 'a'' ${update('doubled')} #'\n${SUBQUERY}`],
  ['a NUL in front', `SELECT * WHERE { ?s <http://x/p> ?o } #\0\n${update('nul')}`],
  ['a byte order mark in front', `\uFEFF${update('bom')}`],
  ['a byte order mark in the middle', `define input:param "a"\uFEFF${update('inner-bom')}\n${SUBQUERY}`],
  ['a no-break space', `define\u00a0input:param "a" ${update('nbsp')}\n${SUBQUERY}`],
  ['a line separator in a comment', `# SELECT\u2028${update('line-separator')}\n`],
  ['a next line character in a comment', `# SELECT\u0085${update('next-line')}\n`],
  ['an IRI with a quote', `PREFIX a: <"> ${update('iri-quote')} #>\n${SUBQUERY}`],
  ['an IRI with an apostrophe', `PREFIX a: <'> ${update('iri-apostrophe')} #'\n${SUBQUERY}`],
  ['an IRI with a backslash', `PREFIX a: <\\> ${update('iri-backslash')} #>\n${SUBQUERY}`],
  ['an IRI with a space', `PREFIX a: <http://x/ > ${update('iri-space')} #>\n${SUBQUERY}`],
  ['an IRI with a NUL', `PREFIX a: <http://x/\0> ${update('iri-nul')} #>\n${SUBQUERY}`],
  ['an update after a query', `SELECT * WHERE { ?s <http://x/p> ?o } ; ${update('after')}`],
  ['an update before a query', `${update('before')} SELECT * WHERE { ?s <http://x/p> ?o }`],
  ['a macro', `DEFMACRO <http://x/m>() { ${update('macro')} } SELECT * WHERE { <http://x/m>() }`],
  ['a backquoted expression', `SELECT * WHERE { ?s ?p \`bif:exec("sparql ${update('backquote')}")\` }`],
  ['SQL inside of a pattern', `SELECT * WHERE { SQLQUERY (select exec('sparql ${update('sqlquery')}')) }`],
  [
    'SQL in an IFP option',
    `define input:ifp "IFP) where exec('sparql ${update('ifp')}') is null -- " SELECT ?s WHERE { ?s ?p ?o }`,
  ],
  [
    'SQL in a query option',
    `define sql:select-option "order) where exec('sparql ${update('select-option')}') is null -- " SELECT ?s WHERE { ?s ?p ?o }`,
  ],
  ['a pragma of another kind', `define sql:gs-app-callback "exec" SELECT ?s WHERE { ?s ?p ?o }`],
  [
    'a procedure that is named by base and IRI',
    `BASE <bif:> SELECT (<exec>("sparql ${update('base')}") AS ?x) WHERE { }`,
  ],
  ['a procedure after a comment', `SELECT (bif:exec#(\n("sparql ${update('comment')}") AS ?x) WHERE { }`],
  ['a procedure with an escaped name', `SELECT (bif:e\\xec("sparql ${update('escaped')}") AS ?x) WHERE { }`],
].map(([name = '', text = '']) => ({ name, text }));

/** Pieces that lexers read differently. */
const FRAGMENTS = [
  ...`" ' """ ''' \\ \\a \\" \\' \\u0022 \\u000A < > <" <' #`.split(' '),
  ...['# "', "# '"],
  ...'\r \n \r\n \n\r \t \0 \v \f \u0085 \u00a0 \u2028 \uFEFF \u2019 \uFF02'.split(' '),
  ...[' ', ' '],
  ...'{ } ( ) ; . , ` -- /* */ ? $ @en ^^ ?? a: a:b _:'.split(' '),
  ...['define input:param ', 'define output:valmode ', 'PREFIX a: ', 'BASE '],
  ...`<http://x/> "a" 'a' """a""" 1 1.`.split(' '),
  ...['SELECT * WHERE { ?s <http://x/p> ?o } ', 'SELECT ("', '" AS ?x) WHERE { }', 'ASK { }'],
  ...['DESCRIBE <http://x/s> ', SUBQUERY],
];

/** Puts random pieces around an update. */
export function randomAttempt(draw: SeededRandom, number: number): WriteAttempt {
  const maybe = (): string => (draw.below(2) ? draw.pick(FRAGMENTS) : '');
  const name = `random-${number}`;
  const piece = draw.pick(FRAGMENTS);
  const start = draw.pick([
    ...['', '#', `#${piece}SELECT ("""\n`, `#${piece}define output:format """\n`],
    ...['"', "'", '"""'].map((quote) => `define input:param ${quote}${piece}${quote} `),
  ]);
  const end = draw.pick(['', '#"', "#'", '#"""', '#""" AS ?x) WHERE { }', ` ${SUBQUERY}`, `\n${SUBQUERY}`]);
  const bare = `${start}${maybe()} ${update(name)} ${maybe()}${end}${maybe()}`;
  // Inside a string or comment of a query, which a piece at its ends may close.
  const [open, close] = draw.pick([
    ['SELECT ("', '" AS ?x) WHERE { }'],
    ["SELECT ('", "' AS ?x) WHERE { }"],
    ['SELECT ("""', '""" AS ?x) WHERE { }'],
    ['SELECT * WHERE { ?s <http://x/p> ?o } #', ''],
    ['#', '\nSELECT * WHERE { ?s <http://x/p> ?o }'],
  ] as const);
  const hidden = `${maybe()}${open}${maybe()}${update(name)}${maybe()}${close}`;
  return { name, text: draw.below(2) ? bare : hidden };
}
