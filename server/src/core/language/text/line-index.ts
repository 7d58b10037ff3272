import { lastStart } from './binary-search';

/** Converts offsets to lines and columns. */
export class LineIndex {
  private readonly starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
    }
    this.starts = starts;
  }

  /** Returns the zero-based line of an offset. */
  lineOf(offset: number): number {
    return lastStart(this.starts, offset);
  }

  /** Returns the zero-based line and UTF-16 column of an offset. */
  positionOf(offset: number): { readonly line: number; readonly character: number } {
    const line = this.lineOf(offset);
    return { line, character: offset - (this.starts[line] ?? 0) };
  }
}
