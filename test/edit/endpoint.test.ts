import { describe, expect, it } from 'vitest';
import { completeEndpoint, describeEndpoint, unknownEndpoint } from '../../server/src/core/edit/endpoint';
import type { KbListing } from '../../server/src/core/kb/kb-list';
import { parseQuery } from '../../server/src/core/language/sparql/parse';

const kbs: readonly KbListing[] = [
  { name: 'Sample', kind: 'sample', where: 'bundled sample', writable: false },
  { name: 'My Freebase', kind: 'endpoint', where: 'http://localhost:8890/sparql', writable: true },
];

/** The text that completion at ‹› replaces; undefined if no KB is offered. */
function replaced(marked: string): string | undefined {
  const text = marked.replace('‹›', '');
  const found = completeEndpoint(text, marked.indexOf('‹›'), kbs);
  return found && text.slice(found.word.start, found.word.end);
}

describe('the names of KBs', () => {
  it.each([
    ['# endpoint: ‹›', ''],
    ['# endpoint:‹›', ''],
    ['#+ endpoint: My‹› Free  \nASK {}', 'My Free'],
    ['# one\r\n### KB: ‹›Sam\r\nASK {}', 'Sam'],
  ])('are offered in %j', (marked, word) => {
    expect(replaced(marked)).toBe(word);
  });

  it.each(['‹›# endpoint: Sample', '# end‹›point: Sample', '# question: ‹›', 'ASK { ?a ?b ‹› }', '‹›'])(
    'are not offered in %j',
    (marked) => {
      expect(replaced(marked)).toBeUndefined();
    },
  );
});

describe('the KB that a query names', () => {
  const unknown = (text: string): string | undefined =>
    unknownEndpoint(parseQuery(text, 'virtuoso'), kbs)?.message;

  it('is reported if it is not configured', () => {
    expect(unknown('# endpoint: Nowhere\nASK {}')).toMatch(
      /^Unknown KB Nowhere\..* one of Sample, My Freebase/,
    );
    expect(unknown('# endpoint: sample\nASK {}')).toMatch(/Write Sample: names are case-sensitive/);
  });

  it.each(['# endpoint: My Freebase\nASK {}', '# endpoint: https://a.org/sparql\nASK {}', 'ASK {}'])(
    'is not reported in %j',
    (text) => {
      expect(unknown(text)).toBeUndefined();
    },
  );

  it('is explained on hover', () => {
    const text = '# endpoint: My Freebase\nASK {}';
    const hover = (offset: number): string | undefined =>
      describeEndpoint(parseQuery(text, 'virtuoso'), offset, kbs)?.markdown;
    expect(hover(text.indexOf('Free'))).toMatch(
      /\*\*My Freebase\*\*: a SPARQL endpoint, `http:\/\/localhost:8890\/sparql`, writable/,
    );
    expect(hover(2)).toBeUndefined();
    expect(
      describeEndpoint(parseQuery('# endpoint: http://a.org/\nASK {}', 'virtuoso'), 15, kbs)?.markdown,
    ).toMatch(/not one of your configured KBs/);
  });
});
