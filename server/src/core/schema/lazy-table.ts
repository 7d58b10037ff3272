/** A table of text rows, sorted by id, that are found and decoded on first access. The text is the only copy of the rows that are not decoded yet. */
import { firstIndex } from '../language/text/binary-search';
import type { SchemaTable } from './schema';

export class LazyTable<Row extends object> implements SchemaTable<Row> {
  private readonly decoded = new Map<string, Row>();
  private readonly lines: Lines;
  /** The row that `keys` has reached, which is usually the next to be read. */
  private reached = 0;

  constructor(
    reader: LineReader,
    section: string,
    /** The first cell is the id. */
    private readonly decode: (id: string, cells: readonly string[]) => Row,
  ) {
    this.lines = reader.section(section);
  }

  get size(): number {
    return this.lines.size;
  }

  get(id: string): Row | undefined {
    const known = this.decoded.get(id);
    if (known) return known;
    const number = this.firstFrom(id);
    if (number >= this.size || this.idAt(number) !== id) return undefined;
    const row = this.decode(id, this.lines.at(number).split('\t'));
    this.decoded.set(id, row);
    return row;
  }

  has(id: string): boolean {
    if (this.decoded.has(id)) return true;
    const number = this.firstFrom(id);
    return number < this.size && this.idAt(number) === id;
  }

  *keys(): Iterable<string> {
    for (let number = 0; number < this.size; number++) {
      this.reached = number;
      yield this.idAt(number);
    }
  }

  /** Returns the number of the first row whose id is not less than `id`. Rows are sorted. */
  firstFrom(id: string): number {
    if (this.reached < this.size && this.lines.firstCell(this.reached) === id) return this.reached;
    return firstIndex(this.size, (number) => this.lines.firstCell(number) < id);
  }

  /** Returns the number and the first cell of each row whose first cell is not empty. */
  rowsWithFirstCell(): readonly (readonly [number, string])[] {
    const found: [number, string][] = [];
    for (let number = 0; number < this.size; number++) {
      const cell = this.lines.secondCell(number);
      if (cell) found.push([number, cell]);
    }
    return found;
  }

  idAt(number: number): string {
    if (!(number < this.size)) throw new Error('The schema file is damaged: a row is missing');
    return this.lines.firstCell(number);
  }
}

/** Consecutive lines of a text. */
export class Lines {
  /** `starts[n]` is where line n starts; the last is the start of the line after them. */
  constructor(
    private readonly text: string,
    private readonly starts: Uint32Array,
  ) {}

  get size(): number {
    return this.starts.length - 1;
  }

  at(number: number): string {
    return this.text.slice(this.starts[number], (this.starts[number + 1] ?? 0) - 1);
  }

  /** The part of a line before the first tab. */
  firstCell(number: number): string {
    const start = this.starts[number] ?? 0;
    const end = (this.starts[number + 1] ?? 0) - 1;
    const tab = this.text.indexOf('\t', start);
    return this.text.slice(start, tab < 0 || tab > end ? end : tab);
  }

  /** The part between the first two tabs, or undefined. */
  secondCell(number: number): string | undefined {
    const end = (this.starts[number + 1] ?? 0) - 1;
    const start = this.text.indexOf('\t', this.starts[number]) + 1;
    if (start === 0 || start >= end || this.text.charCodeAt(start) === 9 /* tab */) return undefined;
    const tab = this.text.indexOf('\t', start);
    return this.text.slice(start, tab < 0 || tab > end ? end : tab);
  }
}

export class LineReader {
  private at = 0;

  constructor(private readonly text: string) {}

  next(): string {
    const start = this.at;
    this.skipLine();
    return this.text.slice(start, this.at - 1);
  }

  /** Reads the header of a section and finds its lines. */
  section(name: string): Lines {
    const [word, size] = this.next().split(' ');
    if (word !== name || !/^\d+$/.test(size ?? ''))
      throw new Error(`The schema file is damaged: the section "${name}" is missing`);
    // Each line takes at least one character.
    if (Number(size) > this.text.length) throw new Error('The schema file is incomplete');
    const starts = new Uint32Array(Number(size) + 1);
    starts[0] = this.at;
    for (let number = 1; number < starts.length; number++) {
      this.skipLine();
      starts[number] = this.at;
    }
    return new Lines(this.text, starts);
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    if (end < 0) throw new Error('The schema file is incomplete');
    this.at = end + 1;
  }
}
