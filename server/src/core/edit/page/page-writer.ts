import { range, type TextRange } from '../../language/text/range';

export interface PageLink {
  readonly range: TextRange;
  /** A relation, type or domain; empty for the whole schema. */
  readonly id: string;
}

/** Plain text, or a link to the page of an id. */
export type PagePiece = string | { readonly text: string; readonly id: string };
export type PageRow = readonly PagePiece[];

/** Writes a page of text line by line, and records the ranges of its links. */
export class PageWriter {
  private readonly lines: string[] = [];
  private length = 0;
  private readonly linkList: PageLink[] = [];

  get text(): string {
    return this.lines.join('');
  }

  get links(): readonly PageLink[] {
    return this.linkList;
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
      this.linkList.push({ range: range(start, start + piece.text.length), id: piece.id });
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

  /** Writes rows in aligned columns. The last cell of a row may have any width. */
  table(rows: readonly PageRow[], indent = '  '): this {
    const widths: number[] = [];
    for (const row of rows)
      for (const [column, cell] of row.slice(0, -1).entries())
        widths[column] = Math.max(widths[column] ?? 0, Math.min(lengthOf(cell), maxWidth(column)));
    for (const row of rows) {
      const cells = row.flatMap((cell, column) =>
        column < row.length - 1
          ? [cell, ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell)) + COLUMN_GAP)]
          : [cell],
      );
      this.line(indent, ...cells);
    }
    return this;
  }
}

const COLUMN_GAP = 2;

/** A longer cell shifts its own row instead of all others. */
function maxWidth(column: number): number {
  return column === 0 ? 64 : 40;
}

function lengthOf(piece: PagePiece): number {
  return typeof piece === 'string' ? piece.length : piece.text.length;
}
