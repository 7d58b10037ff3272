/** Reads and writes the names of a KB as lines of text, for the cache. */
import * as z from 'zod/mini';
import type { NamedEntity } from './name-table';

/** The last line lists the types; the other lines refer to them by index. */
export function* writeNames(entities: Iterable<NamedEntity>): Iterable<string> {
  const types = new Map<string, number>();
  for (const { id, names, popularity, types: own } of entities) {
    const numbers = own.map((type) => {
      let number = types.get(type);
      if (number === undefined) types.set(type, (number = types.size));
      return number;
    });
    yield JSON.stringify([id, popularity, numbers, ...names]);
  }
  yield JSON.stringify([...types.keys()]);
}

const ROW = z.tuple([z.string(), z.number(), z.array(z.number()), z.string()], z.string());
const TYPES = z.array(z.string());

/** Returns undefined if the lines are invalid. */
export function readNames(lines: readonly string[]): readonly NamedEntity[] | undefined {
  try {
    const types = z.parse(TYPES, JSON.parse(lines.at(-1) ?? ''));
    return lines.slice(0, -1).map((line) => {
      const [id, popularity, own, ...names] = z.parse(ROW, JSON.parse(line));
      return { id, names, popularity, types: own.flatMap((number) => types[number] ?? []) };
    });
  } catch {
    return undefined;
  }
}
