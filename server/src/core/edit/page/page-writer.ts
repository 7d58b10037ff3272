/** Writes a page of text line by line and remembers where each id stands, so that it can be followed. */
import { range, type TextRange } from '../../language/text/range';

export interface PageLink {
  readonly range: TextRange;
  /** What the link leads to: a relation, a type or a domain; empty for the schema as a whole. */
  readonly id: string;
}

/** Plain words, or a name that leads to the page of an id. */
export type PagePiece = string | { readonly text: string; readonly id: string };
export type PageRow = readonly PagePiece[];

export class PageWriter {
  private readonly lines: string[] = [];
  private length = 0;
  private readonly found: PageLink[] = [];

  get text(): string {
    return this.lines.join('');
  }

  get links(): readonly PageLink[] {
    return this.found;
  }

  line(...pieces: readonly PagePiece[]): this {
    let line = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        line += piece;
        continue;
      }
      const start = this.length + line.length;
      line += piece.text;
      this.found.push({ range: range(start, start + piece.text.length), id: piece.id });
    }
    line = `${line.trimEnd()}\n`;
    this.lines.push(line);
    this.length += line.length;
    return this;
  }

  blank(): this {
    return this.line('');
  }

  heading(text: string): this {
    return this.blank().line(text).blank();
  }

  /** Rows whose cells stand below each other; the last cell of a row takes what room it needs. */
  table(rows: readonly PageRow[], indent = '  '): this {
    const widths: number[] = [];
    for (const row of rows)
      for (const [column, cell] of row.slice(0, -1).entries())
        widths[column] = Math.max(widths[column] ?? 0, Math.min(lengthOf(cell), widestIn(column)));
    for (const row of rows) {
      const cells = row.flatMap((cell, column) =>
        column < row.length - 1
          ? [cell, ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell)) + GAP)]
          : [cell],
      );
      this.line(indent, ...cells);
    }
    return this;
  }
}

const GAP = 2;

/** One name that is longer than this shifts its own row instead of all others. */
function widestIn(column: number): number {
  return column === 0 ? 64 : 40;
}

function lengthOf(piece: PagePiece): number {
  return typeof piece === 'string' ? piece.length : piece.text.length;
}
