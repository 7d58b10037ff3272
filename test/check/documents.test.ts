import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { findingLines, check } from '../support/check';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>';
const GOOD = `${NS}\nSELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`;
const BAD = `${NS}\nSELECT ?x { ns:m.02mjmr ns:people.person.childrens ?x }`;
const UNKNOWN = "error grounding 'ns:people.person.childrens'";

describe('a file with several queries', () => {
  it('checks each query between ### lines separately', () => {
    const text = `${BAD}\n### the second\n${GOOD}\n###\n${BAD}`;
    expect(parseDocument(text, 'virtuoso')).toHaveLength(3);
    expect(findingLines(text)).toEqual([UNKNOWN, UNKNOWN]);
    expect(check(text).map(({ range }) => text.slice(0, range.start).split('\n').length)).toEqual([2, 8]);
  });

  it('does not share prefixes between queries', () => {
    const text = `${GOOD}\n###\nSELECT ?y { ns:m.02mjmr ns:people.person.parents ?y }`;
    expect(findingLines(text)).toEqual(["error undeclared_prefix 'ns:m.02mjmr'"]);
  });

  it('adds a missing declaration at the top of its query', () => {
    const text = `${GOOD}\n###\nSELECT ?y { ns:m.02mjmr ns:people.person.parents ?y }`;
    const [finding] = check(text);
    expect(finding?.fixes?.[0]?.edits[0]?.range.start).toBe(text.indexOf('SELECT ?y'));
  });

  it('ignores a separator at the start or end', () => {
    expect(parseDocument(`### first\n${GOOD}\n### end\n`, 'virtuoso')).toHaveLength(1);
    expect(parseDocument('###\n###\n', 'virtuoso')).toHaveLength(1);
  });

  it('treats #### and ### inside a line as comments', () => {
    const text = `${NS} ### not a separator\n#### nor this\nSELECT ?x { ns:m.02mjmr ns:people.person.children ?x }`;
    expect(parseDocument(text, 'virtuoso')).toHaveLength(1);
    expect(findingLines(text)).toEqual([]);
  });

  it('reports two queries without a separator', () => {
    expect(findingLines(`${GOOD}\n${GOOD}`)).toContain("error syntax 'PREFIX'");
  });

  it('suppresses findings in the whole file from a comment in any query', () => {
    expect(findingLines(`${BAD}\n###\n# funfusic-disable grounding\n${BAD}`)).toEqual([]);
    expect(findingLines(`${BAD}\n###\n# funfusic-disable\n${BAD}`)).toEqual([]);
    expect(findingLines(`${BAD}\n###\n# funfusic-disable lf_semantic\n${BAD}`)).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('suppresses findings on the next line in any query', () => {
    const silenced = BAD.replace('\n', '\n# funfusic-disable-next-line grounding\n');
    expect(findingLines(`${silenced}\n###\n${BAD}`)).toEqual([UNKNOWN]);
    expect(findingLines(`${BAD}\n###\n${silenced}`)).toEqual([UNKNOWN]);
  });
});

describe.each([
  ['\n', 'LF'],
  ['\r\n', 'CRLF'],
  ['\r', 'CR'],
])('line ends %j', (end) => {
  const text = (lines: readonly string[]): string => lines.join(end);

  it('are not part of names, comments and ranges', () => {
    const query = text([
      NS,
      '# a comment',
      'SELECT ?x {',
      '  ns:m.02mjmr ns:people.person.childrens ?x .',
      '}',
    ]);
    expect(findingLines(query)).toEqual([UNKNOWN]);
  });

  it('work with separators and suppressions', () => {
    const silenced = [
      NS,
      '# funfusic-disable-next-line',
      'SELECT ?x { ns:m.02mjmr ns:people.person.kids ?x }',
    ];
    expect(
      findingLines(text([...silenced, '###', NS, 'SELECT ?x { ns:m.02mjmr ns:people.person.kids ?x }'])),
    ).toEqual(["error grounding 'ns:people.person.kids'"]);
  });

  it('are removed together with an unused declaration', () => {
    const query = text([
      'PREFIX ex: <http://e/>',
      NS,
      'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }',
    ]);
    const [finding] = check(query);
    const [edit] = finding?.fixes?.[0]?.edits ?? [];
    expect(edit && query.slice(0, edit.range.start) + query.slice(edit.range.end)).toBe(
      text([NS, 'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }']),
    );
  });
});

describe('characters outside the basic plane', () => {
  it.each(['"😀"@en', '"👩‍👩‍👧"@en', '"𝒳𝒴"', "'''🎉\n🎉'''"])(
    '%s before a name moves it by its UTF-16 length',
    (literal) => {
      const text = `${NS}\nSELECT ?x { ?x ns:type.object.name ${literal} . ?x ns:people.person.childrens ?y }`;
      const at = text.indexOf('ns:people.person.childrens');
      expect(check(text).map(({ range }) => range)).toEqual([{ start: at, end: at + 26 }]);
    },
  );

  it('are allowed in comments and variable names', () => {
    const text = `${NS} # 🎈🎈🎈\nSELECT ?𝒳 { ?𝒳 ns:people.person.childrens ?y }`;
    expect(findingLines(text)).toEqual([UNKNOWN]);
  });
});

describe('without a schema', () => {
  it('only the text is checked', () => {
    const text = `${NS}\nPREFIX ex: <http://e/>\nSELECT ?z { ns:m.0aeiou ns:people.person.childrens ?x }`;
    expect(findingLines(text, { schema: undefined })).toEqual([
      "hint unused_prefix 'PREFIX ex: <http://e/>'",
      "warning unbound_variable '?z'",
    ]);
  });
});

describe('a configured severity', () => {
  it('applies to every finding of the code', () => {
    expect(findingLines(BAD, { severities: { grounding: 'hint' } })).toEqual([
      "hint grounding 'ns:people.person.childrens'",
    ]);
  });

  it('off disables only that code', () => {
    const text = BAD.replace(NS, `${NS}\nPREFIX ex: <http://e/>`);
    expect(findingLines(text, { severities: { grounding: 'off' } })).toEqual([
      "hint unused_prefix 'PREFIX ex: <http://e/>'",
    ]);
  });
});
