/** Finds entities by a part of their name, for a list to choose from. */
import type { KbSchema } from '../../schema/schema';
import { nameTokens } from './name-tokens';
import type { LinkedEntity } from './linking';
import type { NameTable } from './name-table';
import { iriOf } from './linked-entities';

const MOST_NAMES = 20_000;

/** Names that begin so, then those with all the words; of each the best known first. An id finds what it stands for. */
export function findByName(
  typed: string,
  most: number,
  table: NameTable,
  schema: KbSchema,
): readonly LinkedEntity[] {
  const tokens = nameTokens(typed, 12);
  const found = new Map<
    number,
    { readonly name: number; readonly match: LinkedEntity['match']; readonly rank: number }
  >();
  const offer = (name: number, match: LinkedEntity['match'], closeness: number): void => {
    const entity = table.ownerOf(name);
    const rank = closeness + Math.log2(1 + table.popularityOf(entity)) / 2 - (table.isAlias(name) ? 0.5 : 0);
    const other = found.get(entity);
    if (!other || rank > other.rank) found.set(entity, { name, match, rank });
  };
  const typedId = typed.trim();
  const meant = table.withId(schema.idOf(typedId) ?? typedId.replace(/^(?:ns|fb)?:/, ''));
  if (meant !== undefined) offer(table.mainNameOf(meant), 'exact', 30);
  for (const name of table.withKey(tokens.map(({ word }) => word).join(''))) offer(name, 'exact', 20);
  const last = tokens.at(-1);
  if (last) {
    const whole = tokens.slice(0, -1).map(({ bare }) => table.words.numberOf(bare));
    const begun = table.words.beginning(last.bare, MOST_NAMES);
    const wanted = new Set(begun);
    let looked = 0;
    const look = (name: number): void => {
      if (++looked > MOST_NAMES) return;
      const words = table.wordsOf(name);
      if (!whole.every((word) => word !== undefined && words.includes(word))) return;
      if (!words.some((word) => wanted.has(word))) return;
      const starts = whole.every((word, at) => words[at] === word) && wanted.has(words[whole.length] ?? -1);
      offer(name, 'partial', starts ? 6 : 3);
    };
    const rarest = whole
      .filter((word) => word !== undefined)
      .sort((left, right) => table.namesWith(left).length - table.namesWith(right).length)[0];
    if (rarest !== undefined) table.namesWith(rarest).forEach(look);
    else for (const word of begun) table.namesWith(word).forEach(look);
    if (!found.size)
      for (const { word, distance } of table.words.near(last.bare))
        for (const name of table.namesWith(word)) {
          const words = table.wordsOf(name);
          if (whole.every((other) => other !== undefined && words.includes(other)))
            offer(name, 'fuzzy', -distance);
        }
  }
  return [...found]
    .sort(([left, one], [right, other]) => other.rank - one.rank || left - right)
    .slice(0, most)
    .map(([entity, { name, match, rank }]) => {
      const id = table.idOf(entity);
      const [text, main] = [table.nameText(name), table.nameText(table.mainNameOf(entity))];
      return {
        iri: iriOf(id, schema),
        id,
        name: main,
        types: table.typesOf(entity),
        ...(text !== main && { alias: text }),
        match,
        score: Math.round((1e4 * Math.max(0, rank)) / 35) / 1e4,
        popularity: table.popularityOf(entity),
        because: [`${table.popularityOf(entity).toLocaleString('en')} facts`],
      };
    });
}
