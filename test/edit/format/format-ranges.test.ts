import { describe, expect, it } from 'vitest';
import { defaultFormat, formatQueries } from '../../../server/src/core/edit/format/format';
import { rangeToFormatOnType, expandToLines } from '../../../server/src/core/edit/format/format-ranges';
import { parseDocument } from '../../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../../server/src/core/language/text/edit';
import { covers, type TextRange } from '../../../server/src/core/language/text/range';

/** The text without the marks `‹` and `›`, and the range between them. */
function readMarks(marked: string): { readonly text: string; readonly selected: TextRange } {
  const start = marked.indexOf('‹');
  return { text: marked.replace(/[‹›]/g, ''), selected: { start, end: marked.indexOf('›') - 1 } };
}

function formatLines(text: string, selected: TextRange): string {
  const lines = expandToLines(text, selected);
  const { edits } = formatQueries(text, parseDocument(text, 'virtuoso'), defaultFormat, (edit) =>
    covers(lines, edit.range),
  );
  return applyEdits(text, edits);
}

function formatSelected(marked: string): string {
  const { text, selected } = readMarks(marked);
  return formatLines(text, selected);
}

/** The text after formatting on the character before `|`. */
function formatTyped(marked: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const where = rangeToFormatOnType(text, parseDocument(text, 'virtuoso'), offset, marked[offset - 1] ?? '');
  return where ? formatLines(text, where) : text;
}

describe('formatting a selection', () => {
  it('changes only the selected lines', () => {
    expect(formatSelected('select ?x{\n?x  a  ?y.\n?x ‹ a›  ?z.\n?x  a  ?w.\n}')).toBe(
      'select ?x{\n?x  a  ?y.\n  ?x a ?z .\n?x  a  ?w.\n}',
    );
  });

  it('excludes a line at whose start it ends', () => {
    expect(formatSelected('select ?x{\n‹?x  a  ?y.\n›?x  a  ?z.\n}')).toBe(
      'select ?x{\n  ?x a ?y .\n?x  a  ?z.\n}',
    );
    expect(formatSelected('select ?x{\r\n‹?x  a  ?y.\r\n›?x  a  ?z.\r\n}')).toBe(
      'select ?x{\r\n  ?x a ?y .\r\n?x  a  ?z.\r\n}',
    );
  });

  it('may split a line, but does not join lines', () => {
    expect(formatSelected('SELECT ?x\n‹WHERE› {?x a ?y}')).toBe('SELECT ?x\nWHERE {\n  ?x a ?y\n}\n');
  });
});

describe('formatting while typing', () => {
  it('formats the group before a closing brace', () => {
    expect(formatTyped('select  ?x {\n?x a ?y\noptional {\n?x  a  ?z\n}|\n?x  a  ?w\n}')).toBe(
      'select  ?x {\n?x a ?y\n  OPTIONAL {\n    ?x a ?z\n  }\n?x  a  ?w\n}',
    );
  });

  it('formats only the previous line after a line break', () => {
    expect(formatTyped('SELECT ?x {\n  ?x  a ?y.\n|  \n}')).toBe('SELECT ?x {\n  ?x a ?y .\n  \n}');
    expect(formatTyped('SELECT ?x {\r\n  ?x  a ?y.\r\n|\r\n}')).toBe('SELECT ?x {\r\n  ?x a ?y .\r\n\r\n}');
  });

  it('does nothing if the text does not parse or no group ends', () => {
    for (const text of ['SELECT  ?x {\n?x  a\n|', '}|', '\n|', 'ask  {} # }|'])
      expect(formatTyped(text)).toBe(text.replace('|', ''));
  });
});
