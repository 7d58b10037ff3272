import { describe, expect, it } from 'vitest';
import type { AnswerRow, Run } from '../../server/src/protocol/index';
import { chunksOf } from '../../client/shared/chunks';
import { exportFormats, type ExportData } from '../../client/shared/export-formats';
import { queryTitle } from '../../client/shared/heads';
import { toMarkdownTable, toTabSeparated } from '../../client/shared/table-text';
import { isLong, termKey, shortIri, displayText } from '../../client/shared/terms';
import { selectionSummary } from '../../client/shared/selection';
import { english, entity, integer, named, nameless, text, typed } from './terms';

const columns = ['film', 'year', 'title'];
const rows: readonly AnswerRow[] = [
  [entity('m.1'), integer(1999), english('a\tb')],
  [entity('m.2'), null, text('say "hi", | you')],
];
const nameOf = named({ 'm.1': 'The Matrix' });
const all = { columns, places: [0, 1, 2], rows };

describe('copied cells', () => {
  it('are separated by tabs, and quoted if needed', () => {
    expect(toTabSeparated(all, { headers: true })).toBe(
      'film\tyear\ttitle\nm.1\t1999\t"a\tb"\nm.2\t\t"say ""hi"", | you"',
    );
  });

  it('contain the plain text of a single cell', () => {
    expect(toTabSeparated({ columns, places: [2], rows: [rows[1] ?? []] }, { headers: false })).toBe(
      'say "hi", | you',
    );
  });

  it('have names beside IDs', () => {
    expect(toTabSeparated({ columns, places: [0, 1], rows }, { headers: true, names: nameOf })).toBe(
      'film\tfilm name\tyear\nm.1\tThe Matrix\t1999\nm.2\t\t',
    );
  });

  it('are escaped in a Markdown table', () => {
    const hostile = [[text('<img src=x> | [a](b) `c`\nd')]];
    expect(toMarkdownTable({ columns: ['x'], places: [0], rows: hostile }, nameless)).toBe(
      '| x |\n| --- |\n| \\<img src=x\\> \\| \\[a\\](b) \\`c\\` d |',
    );
    expect(toMarkdownTable({ columns, places: [0], rows }, nameOf)).toContain('| The Matrix (m.1) |');
  });

  it('have a sum if they are numbers', () => {
    const two = { columns: ['x'], places: [0], rows: [[integer(1)], [integer(2)], [null]] };
    expect(selectionSummary({ top: 0, bottom: 2, left: 0, right: 0 }, two)).toBe(
      '3 × 1 selected, sum 3, average 1.5',
    );
    expect(selectionSummary({ top: 0, bottom: 1, left: 0, right: 2 }, all)).toBe('2 × 3 selected');
  });
});

describe('export', () => {
  it('as CSV has full IRIs, CRLF and quotes if needed', () => {
    expect(write('Data as CSV')).toBe(
      'film,year,title\r\nhttp://rdf.freebase.com/ns/m.1,1999,a\tb\r\nhttp://rdf.freebase.com/ns/m.2,,"say ""hi"", | you"\r\n',
    );
  });

  it('describes each format on one line of the list', () => {
    for (const { label, detail } of exportFormats()) expect(detail.length, label).toBeLessThanOrEqual(80);
  });

  it('as CSV with names has a column of names', () => {
    expect(write('CSV with Names').split('\r\n')[1]).toBe(
      'http://rdf.freebase.com/ns/m.1,The Matrix,1999,"a\tb"',
    );
  });

  it('as TSV has Turtle terms', () => {
    expect(write('Data as TSV')).toBe(write('TSV'));
    expect(write('TSV')).toBe(
      '?film\t?year\t?title\n<http://rdf.freebase.com/ns/m.1>\t1999\t"a\\tb"@en\n<http://rdf.freebase.com/ns/m.2>\t\t"say \\"hi\\", | you"\n',
    );
  });

  it('as JSON is a SPARQL result with its query', () => {
    expect(JSON.parse(write('JSON'))).toMatchObject({
      head: { vars: columns },
      results: { bindings: [{ film: rows[0]?.[0], year: rows[0]?.[1] }, { film: rows[1]?.[0] }] },
      run: { query: run.query, kb: 'Sample', incomplete: 'Only the first 2 rows.' },
    });
  });

  it('of an ASK query as JSON is a boolean', () => {
    const execution = { status: 'answered', answer: { kind: 'boolean', value: true } } as const;
    expect(JSON.parse(write('JSON', { run: { ...run, execution }, rows: [] }))).toMatchObject({
      boolean: true,
    });
  });

  it('as Markdown has the table, a note on missing rows and the query', () => {
    const page = write('Markdown', { part: true });
    expect(page).toContain('# Which films?');
    expect(page).toContain('| The Matrix (m.1) | 1999 |');
    expect(page).toContain('2 rows (part of the answer)');
    expect(page).toContain('Only the first 2 rows.');
    expect(page).toContain('```sparql\nSELECT * {}\n```');
  });

  it('as N-Triples has one line per triple', () => {
    const triples = [[entity('m.1'), entity('film.film.year'), typed('1999', 'gYear')]];
    expect(write('N-Triples', { rows: triples })).toBe(
      '<http://rdf.freebase.com/ns/m.1> <http://rdf.freebase.com/ns/film.film.year> "1999"^^<http://www.w3.org/2001/XMLSchema#gYear> .\n',
    );
  });

  it('of some columns keeps their order', () => {
    expect(write('CSV', { places: [1, 0], rows: [rows[1] ?? [], rows[0] ?? []] })).toBe(
      'year,film\r\n,http://rdf.freebase.com/ns/m.2\r\n1999,http://rdf.freebase.com/ns/m.1\r\n',
    );
  });
});

describe('displayed text', () => {
  it('makes invisible characters visible, and has no half characters', () => {
    expect(displayText('a\u0000b\nc\u202ed')).toBe('a␀b↵c‹202E›d');
    expect(displayText('x\ud800y \ud83d\ude00')).toBe('x‹D800›y \ud83d\ude00');
  });

  it('is cut if long, but not within a character', () => {
    const long = 'x'.repeat(239) + '\ud83d\ude00'.repeat(1000);
    expect(isLong(long)).toBe(true);
    expect(displayText(long)).toBe('x'.repeat(239));
  });

  it('has short IDs', () => {
    expect(shortIri('http://rdf.freebase.com/ns/m.02mjmr')).toBe('m.02mjmr');
    expect(shortIri('http://www.w3.org/2001/XMLSchema#date')).toBe('xsd:date');
    expect(shortIri('http://example.org/a')).toBe('http://example.org/a');
    expect(shortIri('http://rdf.freebase.com/ns/')).toBe('http://rdf.freebase.com/ns/');
  });
});

describe('terms', () => {
  it('are equal with and without the datatype xsd:string', () => {
    expect(termKey(text('a'))).toBe(termKey(typed('a', 'string')));
    expect(termKey(text('a'))).not.toBe(termKey(english('a')));
    expect(termKey(text('1'))).not.toBe(termKey(integer(1)));
    expect(termKey(null)).not.toBe(termKey(text('')));
  });
});

describe('rows sent to the panel', () => {
  it('are split into chunks: a small one first, none too large, in order', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => [integer(index)]);
    const chunks = [...chunksOf(many)];
    expect(chunks[0]?.length).toBe(300);
    expect(chunks.flat()).toEqual(many);
    const huge = Array.from({ length: 5 }, () => [text('x'.repeat(1_500_000))]);
    expect([...chunksOf(huge)].map((chunk) => chunk.length)).toEqual([2, 2, 1]);
  });
});

describe('a run', () => {
  it('is titled by its question, or by its first significant line', () => {
    expect(queryTitle(run)).toBe('Which films?');
    expect(queryTitle({ query: '# a note\nPREFIX ns: <x>\n\nSELECT ?x {' })).toBe('SELECT ?x {');
    expect(queryTitle({ query: '\n# only this' })).toBe('# only this');
  });
});

const run: Run = {
  id: '1',
  kb: 'Sample',
  query: 'SELECT * {}',
  question: 'Which films?',
  uri: 'file:///a.rq',
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 11 } },
  began: '2026-01-01T00:00:00.000Z',
  milliseconds: 5,
  remarks: [],
  added: 0,
  execution: {
    status: 'answered',
    answer: { kind: 'table', columns, rows },
    incomplete: { reason: 'row-limit', message: 'Only the first 2 rows.' },
  },
};

function write(label: string, change: Partial<ExportData> = {}): string {
  const format = exportFormats().find((one) => one.label === label);
  return format?.write({ run, nameOf, part: false, ...all, ...change }) ?? '';
}
