/** The cases are in `*.rq` beside this file: a text, a line `#=>`, and the formatted text. */
import { describe, expect, it } from 'vitest';
import { formatText, formatSafely } from '../../support/formatting';
import { readFixtures } from '../../support/fixtures';

for (const { title, cases } of readFixtures(import.meta.dirname)) {
  describe(title, () => {
    it.each(cases)('$title', ({ body }) => {
      const [input = '', expected = ''] = body.split(/^#=>\n/m);
      expect(formatSafely(input.trim())).toBe(`${expected.trim()}\n`);
      expect(formatSafely(expected.trim())).toBe(`${expected.trim()}\n`);
    });
  });
}

describe('a file', () => {
  it('with several queries is formatted except for those that do not parse', () => {
    const text =
      'select ?x{?x a ?y}\n###   second\n  select  ?x {\n\n\n### third\nask{}\n\n\n###\n\n# the end\n';
    expect(formatSafely(text)).toBe(
      'SELECT ?x {\n  ?x a ?y\n}\n###   second\n  select  ?x {\n\n\n### third\nASK {}\n\n###\n\n# the end\n',
    );
  });

  it('keeps its line endings', () => {
    expect(formatText('# a\r\nselect ?x{?x a ?y}\r\n\r\n\r\nlimit 1\r\n')).toBe(
      '# a\r\nSELECT ?x {\r\n  ?x a ?y\r\n}\r\n\r\nLIMIT 1\r\n',
    );
    expect(formatText('select ?x\r{ }\r')).toBe('SELECT ?x {}\r');
  });

  it('keeps its BOM and loses leading blank lines', () => {
    expect(formatText('\uFEFF\n\nASK { }')).toBe('\uFEFFASK {}\n');
    expect(formatText('\n\n# a\nASK { }')).toBe('# a\nASK {}\n');
  });

  it('that is empty, blank or only a comment is unchanged', () => {
    for (const text of ['', ' \n\n ', '# only this\n']) expect(formatText(text)).toBe(text);
  });

  it('ends with line breaks as the options say', () => {
    const keep = { insertFinalNewline: false, trimFinalNewlines: false };
    expect(formatText('ASK {}', keep)).toBe('ASK {}');
    expect(formatText('ASK {}\n \n\n', keep)).toBe('ASK {}\n\n\n');
    expect(formatText('ASK {}\n\n', { insertFinalNewline: false })).toBe('ASK {}\n');
    expect(formatText('ASK {} # a  ', { ...keep, trimTrailingWhitespace: false })).toBe('ASK {} # a  ');
  });

  it('is indented with tabs or spaces as the options say', () => {
    const text = 'ASK { { ?x a ?y } }';
    expect(formatText(text, { insertSpaces: false })).toBe('ASK {\n\t{\n\t\t?x a ?y\n\t}\n}\n');
    expect(formatText(text, { tabSize: 4 })).toBe('ASK {\n    {\n        ?x a ?y\n    }\n}\n');
  });

  it('has keywords in the chosen case, and keeps the case of a, true, functions and names', () => {
    const text = 'Select ?x Where { ?x a ?y Filter (isLiteral(?x) Or ?x = True) }';
    expect(formatText(text, { keywordCase: 'upper' })).toContain('FILTER (isLiteral(?x) OR ?x = True)');
    expect(formatText(text, { keywordCase: 'lower' })).toContain('filter (isLiteral(?x) or ?x = True)');
    expect(formatText(text, { keywordCase: 'keep' })).toContain('Filter (isLiteral(?x) Or ?x = True)');
  });

  it('with very deep nesting is unchanged', () => {
    const text = `ASK { FILTER (${'('.repeat(5000)}1${')'.repeat(5000)}) }`;
    expect(formatText(text)).toBe(text);
  });
});
