/** The text of a query as it grows, laid out as the formatter does, and where in it the parts of a form have gone. */
import { range, type TextRange } from '../language/text/range';

/** Something of a form in the query that was made of it. */
export interface FormPlace {
  readonly inQuery: TextRange;
  readonly inForm: TextRange;
}

/** Words of a line; one with a place is a name or a value of the form. */
export type QueryPiece = string | { readonly text: string; readonly from: TextRange | undefined };

/** Where the formatter breaks a line. */
const WIDTH = 100;

export class QueryText {
  text = '';
  readonly places: FormPlace[] = [];
  private indent = '  ';

  line(...pieces: readonly QueryPiece[]): void {
    this.text += this.indent;
    for (const piece of pieces) this.write(piece);
    this.text += '\n';
  }

  /** All on one line where it fits; else each on its own, between the lines that open and close it. */
  group(open: string, parts: readonly (readonly QueryPiece[])[], close: string, separator: string): void {
    const width = parts.reduce((sum, part) => sum + widthOf(part) + separator.length, 0) - separator.length;
    if (this.indent.length + open.length + width + close.length <= WIDTH) {
      this.line(open, ...parts.flatMap((part, index) => (index ? [separator, ...part] : part)), close);
      return;
    }
    this.line(open.trimEnd());
    this.deeper(() => {
      for (const [index, part] of parts.entries())
        this.line(...(index ? [separator.trimStart()] : []), ...part);
    });
    this.line(close.trimStart());
  }

  deeper(write: () => void): void {
    const { indent } = this;
    this.indent += '  ';
    write();
    this.indent = indent;
  }

  private write(piece: QueryPiece): void {
    if (typeof piece === 'string') {
      this.text += piece;
      return;
    }
    const start = this.text.length;
    this.text += piece.text;
    if (piece.from) this.places.push({ inQuery: range(start, this.text.length), inForm: piece.from });
  }
}

function widthOf(pieces: readonly QueryPiece[]): number {
  return pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.text).length, 0);
}
