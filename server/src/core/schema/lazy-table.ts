/** A table of text rows that are decoded on first access. */
import type { SchemaTable } from './schema';

export class LazyTable<Row extends object> implements SchemaTable<Row> {
  /** A decoded row, or the number of a row that is not decoded yet. */
  private readonly rows = new Map<string, Row | number>();
  private readonly lines: string[] = [];

  constructor(
    reader: LineReader,
    section: string,
    private readonly decode: (id: string, cells: readonly string[]) => Row,
  ) {
    const size = reader.section(section);
    for (let number = 0; number < size; number++) {
      const line = reader.next();
      const tab = line.indexOf('\t');
      this.rows.set(tab < 0 ? line : line.slice(0, tab), number);
      this.lines.push(line);
    }
  }

  get size(): number {
    return this.lines.length;
  }

  get(id: string): Row | undefined {
    const row = this.rows.get(id);
    if (typeof row !== 'number') return row;
    const [, ...cells] = (this.lines[row] ?? '').split('\t');
    const decoded = this.decode(id, cells);
    this.rows.set(id, decoded);
    return decoded;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  keys(): Iterable<string> {
    return this.rows.keys();
  }

  /** Returns the number of the first row whose id is not less than `id`. Rows are sorted. */
  firstFrom(id: string): number {
    let low = 0;
    let high = this.lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.idAt(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the number and the first cell of each row whose first cell is not empty. */
  rowsWithFirstCell(): readonly (readonly [number, string])[] {
    const found: [number, string][] = [];
    for (const [number, line] of this.lines.entries()) {
      const tab = line.indexOf('\t');
      if (tab >= 0 && line[tab + 1] !== '\t') found.push([number, line.split('\t', 2)[1] ?? '']);
    }
    return found;
  }

  idAt(number: number): string {
    const line = this.lines[number];
    if (line === undefined) throw new Error('The schema file is damaged: a row is missing');
    const tab = line.indexOf('\t');
    return tab < 0 ? line : line.slice(0, tab);
  }
}

export class LineReader {
  private at = 0;

  constructor(private readonly text: string) {}

  next(): string {
    const end = this.text.indexOf('\n', this.at);
    if (end < 0) throw new Error('The schema file is incomplete');
    const line = this.text.slice(this.at, end);
    this.at = end + 1;
    return line;
  }

  section(name: string): number {
    const [word, size] = this.next().split(' ');
    if (word !== name || !/^\d+$/.test(size ?? ''))
      throw new Error(`The schema file is damaged: the section "${name}" is missing`);
    return Number(size);
  }
}
