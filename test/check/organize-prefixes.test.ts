import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import type { Dialect } from '../../server/src/core/language/sparql/model';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { organizePrefixes } from '../../server/src/core/check/organize-prefixes';

function organized(text: string, dialect: Dialect = 'virtuoso'): string {
  return applyEdits(text, parseDocument(text, dialect).flatMap(organizePrefixes));
}

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>';
const RDFS = 'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>';
const XSD = 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>';
const EX = 'PREFIX ex: <http://e/>';
const BODY = 'SELECT ?n { ns:m.02mjmr rdfs:label ?n . ?x ns:people.person.height_meters "2"^^xsd:float }';

describe('organized prefixes', () => {
  it('are sorted by name, without unused ones', () => {
    expect(organized([XSD, EX, RDFS, NS, BODY].join('\n'))).toBe([NS, RDFS, XSD, BODY].join('\n'));
  });

  it('are declared once', () => {
    expect(organized([NS, RDFS, NS, XSD, BODY].join('\n'))).toBe([NS, RDFS, XSD, BODY].join('\n'));
  });

  it('keep a declaration that replaces another one, so that names keep their meaning', () => {
    const text = [NS, 'PREFIX ns: <http://e/>', NS, 'SELECT ?x { ns:m.02mjmr ?p ?x }'].join('\n');
    expect(organized(text)).toBe(text);
  });

  it('include missing customary prefixes', () => {
    expect(organized([XSD, RDFS, BODY].join('\n'))).toBe([NS, RDFS, XSD, BODY].join('\n'));
    expect(organized(BODY)).toBe(`${NS}\n${BODY}`);
    expect(organized(BODY, 'sparql11')).toBe([NS, RDFS, XSD, BODY].join('\n'));
  });

  it('are unchanged if they are in order', () => {
    const text = [NS, RDFS, XSD, BODY].join('\n');
    expect(parseDocument(text, 'virtuoso').flatMap(organizePrefixes)).toEqual([]);
    expect(parseDocument('', 'virtuoso').flatMap(organizePrefixes)).toEqual([]);
  });

  it('keep their comments', () => {
    const text = [
      '# question: how tall?',
      '# datatypes',
      `${XSD} # of the W3C`,
      '# the KB',
      NS,
      '',
      '# names',
      RDFS,
      '# gone, but this stays',
      `${EX} # and this`,
      '',
      BODY,
    ].join('\n');
    expect(organized(text)).toBe(
      [
        '# question: how tall?',
        '# datatypes',
        '# the KB',
        NS,
        '',
        '# names',
        RDFS,
        `${XSD} # of the W3C`,
        '# gone, but this stays',
        '# and this',
        '',
        BODY,
      ].join('\n'),
    );
  });

  it('are sorted if several share a line', () => {
    expect(organized(`${XSD} ${NS} ${EX} ${RDFS} ${BODY}`)).toBe(`${NS} ${RDFS} ${XSD} ${BODY}`);
  });

  it('keep their order if it matters', () => {
    const base = ['BASE <http://b/>', XSD, NS, RDFS, BODY].join('\n');
    expect(organized(base)).toBe(base);
    const twice = [XSD, 'PREFIX ns: <http://old/>', NS, RDFS, BODY].join('\n');
    expect(organized(twice)).toBe(twice);
  });

  it('keep CR LF', () => {
    expect(organized([XSD, RDFS, NS, BODY].join('\r\n'))).toBe([NS, RDFS, XSD, BODY].join('\r\n'));
  });

  it('are unchanged in a query that does not parse', () => {
    const text = [XSD, EX, NS, 'SELECT ?x { ns:m.02mjmr'].join('\n');
    expect(organized(text)).toBe(text);
  });

  it('are separate for each query of a file', () => {
    const text = [XSD, NS, RDFS, BODY, '### next', RDFS, XSD, NS, BODY].join('\n');
    expect(organized(text)).toBe([NS, RDFS, XSD, BODY, '### next', NS, RDFS, XSD, BODY].join('\n'));
  });

  it('are stable', () => {
    const once = organized([XSD, '# note', EX, NS, `${RDFS} # beside`, NS, BODY].join('\n'));
    expect(organized(once)).toBe(once);
  });
});
