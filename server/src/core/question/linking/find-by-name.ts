/** Finds entities by a part of their name, for a list to choose from. */
import type { KbSchema } from '../../schema/schema';
import { nameTokens } from './name-tokens';
import type { LinkedEntity } from './linking';
import type { NameTable } from './name-table';
import { iriOf } from './linked-entities';

/** Names that are compared. */
const MAX_NAMES = 20_000;

/** Finds an id, whole names, names that begin with the text, then names with all its words. More popular entities come first. */
export function findByName(
  typed: string,
  limit: number,
  table: NameTable,
  schema: KbSchema,
): readonly LinkedEntity[] {
  const tokens = nameTokens(typed, 12);
  const found = new Map<
    number,
    { readonly name: number; readonly match: LinkedEntity['match']; readonly rank: number }
  >();
  const add = (name: number, match: LinkedEntity['match'], similarity: number): void => {
    const entity = table.ownerOf(name);
    const rank = similarity + Math.log2(1 + table.popularityOf(entity)) / 2 - (table.isAlias(name) ? 0.5 : 0);
    const other = found.get(entity);
    if (!other || rank > other.rank) found.set(entity, { name, match, rank });
  };
  const typedId = typed.trim();
  const entityWithId = table.withId(schema.idOf(typedId) ?? typedId.replace(/^(?:ns|fb)?:/, ''));
  if (entityWithId !== undefined) add(table.mainNameOf(entityWithId), 'exact', 30);
  for (const name of table.withKey(tokens.map(({ word }) => word).join(''))) add(name, 'exact', 20);
  const last = tokens.at(-1);
  if (last) {
    const firstWords = tokens.slice(0, -1).map(({ bare }) => table.words.numberOf(bare));
    const hasFirstWords = (words: Uint32Array): boolean =>
      firstWords.every((word) => word !== undefined && words.includes(word));
    const completions = table.words.beginning(last.bare, MAX_NAMES);
    const lastWords = new Set(completions);
    let compared = 0;
    const compare = (name: number): void => {
      if (++compared > MAX_NAMES) return;
      const words = table.wordsOf(name);
      if (!hasFirstWords(words) || !words.some((word) => lastWords.has(word))) return;
      const isPrefix =
        firstWords.every((word, at) => words[at] === word) && lastWords.has(words[firstWords.length] ?? -1);
      add(name, 'partial', isPrefix ? 6 : 3);
    };
    const rarest = firstWords
      .filter((word) => word !== undefined)
      .sort((left, right) => table.namesWith(left).length - table.namesWith(right).length)[0];
    if (rarest !== undefined) table.namesWith(rarest).forEach(compare);
    else for (const word of completions) table.namesWith(word).forEach(compare);
    if (!found.size)
      for (const { word, distance } of table.words.near(last.bare))
        for (const name of table.namesWith(word))
          if (hasFirstWords(table.wordsOf(name))) add(name, 'fuzzy', -distance);
  }
  return [...found]
    .sort(([left, one], [right, other]) => other.rank - one.rank || left - right)
    .slice(0, limit)
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
