import { lastStart } from './binary-search';

/** Many texts as one in lower case, which is searched much faster than one by one. The texts are between line breaks. */
export class JoinedTexts {
  readonly joined: string;
  private readonly starts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.joined = `\n${texts.join('\n')}\n`.toLowerCase();
    let end = 0;
    this.starts = Uint32Array.from(texts, ({ length }) => (end += length + 1) - length);
  }

  textOf(number: number): string {
    const start = this.starts[number] ?? 0;
    return this.joined.slice(start, this.endAfter(start));
  }

  /** The end of the text at an offset. */
  endAfter(offset: number): number {
    return this.joined.indexOf('\n', offset);
  }

  /** The number of the text at an offset. */
  numberAt(offset: number): number {
    return lastStart(this.starts, offset);
  }
}
