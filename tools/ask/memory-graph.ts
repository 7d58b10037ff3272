/**
 * The facts of a dump as arrays in memory. Neighbors are found a thousand times faster than by queries, so that a ranker can be
 * trained on thousands of questions.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { FREEBASE } from '../../server/src/core/language/rdf/names';

export class MemoryGraph {
  readonly terms: string[] = [];
  /** The datatype of a literal ('' if it has none); undefined for a node. */
  readonly datatypes: (string | undefined)[] = [];
  private readonly numbers = new Map<string, number>();
  readonly forwards: (Map<number, number[]> | undefined)[] = [];
  readonly backwards: (Map<number, number[]> | undefined)[] = [];

  constructor(file: string) {
    const bytes = readFileSync(file);
    const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    let from = 0;
    while (from < text.length) {
      let to = text.indexOf(10, from);
      if (to < 0) to = text.length;
      this.add(text.toString('utf8', from, to));
      from = to + 1;
    }
  }

  node(id: string): number | undefined {
    return this.numbers.get(id);
  }

  idOf(node: number): string {
    return this.terms[node] ?? '';
  }

  isLiteral(node: number): boolean {
    return this.datatypes[node] !== undefined;
  }

  private add(line: string): void {
    const first = line.indexOf('> ');
    const second = line.indexOf('> ', first + 2);
    if (first < 0 || second < 0) return;
    const subject = this.number(line.slice(1, first).replace(FREEBASE, ''), undefined);
    const relation = this.number(line.slice(first + 3, second).replace(FREEBASE, ''), undefined);
    const rest = line.slice(second + 2, line.lastIndexOf(' .'));
    const object = rest.startsWith('<')
      ? this.number(rest.slice(1, -1).replace(FREEBASE, ''), undefined)
      : this.literal(rest);
    push(this.forwards, subject, relation, object);
    push(this.backwards, object, relation, subject);
  }

  private literal(text: string): number {
    const end = text.lastIndexOf('"');
    const value = JSON.parse(
      text
        .slice(0, end + 1)
        .replace(/\\U0*([0-9A-F]+)/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
        .replace(/\\'/g, "'"),
    ) as string;
    const tail = text.slice(end + 1);
    return this.number(value, tail.startsWith('^^') ? tail.slice(3, -1) : tail);
  }

  private number(id: string, datatype: string | undefined): number {
    const key = datatype === undefined ? id : `"${id}"^^${datatype}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.terms.length;
      this.numbers.set(key, number);
      this.terms.push(id);
      this.datatypes.push(datatype);
    }
    return number;
  }
}

function push(
  table: (Map<number, number[]> | undefined)[],
  from: number,
  relation: number,
  to: number,
): void {
  const links = (table[from] ??= new Map<number, number[]>());
  const ends = links.get(relation);
  if (ends) ends.push(to);
  else links.set(relation, [to]);
}
