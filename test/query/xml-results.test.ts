/** SPARQL XML results of an endpoint. */
import { describe, expect, it } from 'vitest';
import { readXmlResults } from '../../server/src/core/query/xml-results';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

function results(rows: string): string {
  return `<sparql xmlns="http://www.w3.org/2005/sparql-results#">
 <head>
  <variable name="a"/>
  <variable name="b"/>
 </head>
 <results distinct="false" ordered="true">${rows}</results>
</sparql>`;
}

function rowsOf(rows: string, maxRows?: number): unknown {
  const answer = readXmlResults(results(rows), maxRows);
  return 'kind' in answer && answer.kind === 'table' ? answer.rows : answer;
}

describe('SPARQL XML results', () => {
  it('are rows with all columns', () => {
    expect(
      readXmlResults(
        results(`
  <result>
   <binding name="a"><uri>http://a/b?c=d&amp;e=f</uri></binding>
   <binding name="b"><bnode>_:n1</bnode></binding>
  </result>
  <result>
   <binding name="b"><literal datatype="${XSD}integer">1</literal></binding>
  </result>
  <result/>`),
      ),
    ).toEqual({
      kind: 'table',
      columns: ['a', 'b'],
      rows: [
        [
          { type: 'uri', value: 'http://a/b?c=d&e=f' },
          { type: 'bnode', value: 'n1' },
        ],
        [null, { type: 'literal', value: '1', datatype: `${XSD}integer` }],
        [null, null],
      ],
    });
  });

  it.each([
    [
      `<literal xml:lang="en">a&lt;b&gt; &quot;c&quot; &apos;</literal>`,
      { value: `a<b> "c" '`, 'xml:lang': 'en' },
    ],
    [`<literal datatype="${XSD}string">x</literal>`, { value: 'x' }],
    ['<literal>two\n lines &#233; &#x1F600;</literal>', { value: 'two\n lines é 😀' }],
    ['<literal></literal>', { value: '' }],
    ['<literal/>', { value: '' }],
    ['<literal>&unknown; &#9999999;</literal>', { value: '&unknown; &#9999999;' }],
  ])('have the literal %s', (written, term) => {
    expect(rowsOf(`<result><binding name="a">${written}</binding></result>`)).toEqual([
      [{ type: 'literal', ...term }, null],
    ]);
  });

  it('are read up to the limit', () => {
    const row = '<result><binding name="a"><uri>http://a</uri></binding></result>';
    expect(rowsOf(row.repeat(3), 2)).toHaveLength(2);
  });

  it('may be a boolean', () => {
    expect(readXmlResults('<?xml version="1.0"?><sparql><head/><boolean>true</boolean></sparql>')).toEqual({
      kind: 'boolean',
      value: true,
    });
  });

  it('are not taken for complete if the end is missing', () => {
    const text = results('<result><binding name="a"><uri>http://a</uri></binding></result>');
    expect(readXmlResults(text.slice(0, -12))).toEqual({ problem: 'Its answer is incomplete.' });
    expect(readXmlResults('<rdf/>')).toEqual({ problem: 'Its answer is XML, but not SPARQL results.' });
  });
});
