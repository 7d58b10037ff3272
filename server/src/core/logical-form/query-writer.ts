/** Writes the text of a query in the layout of the formatter, and records the positions of the parts of the form. */
import { range, type TextRange } from '../language/text/range';

/** A name or value of a form, and its position in the query. */
export interface FormMapping {
  readonly inQuery: TextRange;
  readonly inForm: TextRange;
}

/** A part of a line. An object is a name or a value of the form. */
export type QueryPart = string | { readonly text: string; readonly from: TextRange | undefined };

/** The maximum line width of the formatter. */
const MAX_WIDTH = 100;

export class QueryWriter {
  text = '';
  readonly places: FormMapping[] = [];
  private indent = '  ';

  line(...pieces: readonly QueryPart[]): void {
    this.text += this.indent;
    for (const piece of pieces) this.write(piece);
    this.text += '\n';
  }

  /** Writes the parts on one line if they fit, otherwise on a line each. */
  group(open: string, parts: readonly (readonly QueryPart[])[], close: string, separator: string): void {
    const width = parts.reduce((sum, part) => sum + widthOf(part) + separator.length, 0) - separator.length;
    if (this.indent.length + open.length + width + close.length <= MAX_WIDTH) {
      this.line(open, ...parts.flatMap((part, index) => (index ? [separator, ...part] : part)), close);
      return;
    }
    this.line(open.trimEnd());
    this.indented(() => {
      for (const [index, part] of parts.entries())
        this.line(...(index ? [separator.trimStart()] : []), ...part);
    });
    this.line(close.trimStart());
  }

  indented(write: () => void): void {
    const { indent } = this;
    this.indent += '  ';
    write();
    this.indent = indent;
  }

  private write(piece: QueryPart): void {
    if (typeof piece === 'string') {
      this.text += piece;
      return;
    }
    const start = this.text.length;
    this.text += piece.text;
    if (piece.from) this.places.push({ inQuery: range(start, this.text.length), inForm: piece.from });
  }
}

function widthOf(pieces: readonly QueryPart[]): number {
  return pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.text).length, 0);
}
