/** Finds classes outside the community domains by their name or by its last word: a US president is a president. */
import { memoize, memoizeWeak, once } from '../../language/text/cache';
import { domainIndexOf, isCommunity } from '../../schema/domain-index';
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import { lastWord, stem } from '../../language/english/nouns';
import { groupBy } from '../../language/text/multimap';

interface ClassIndex {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byLastWord: () => ReadonlyMap<string, readonly string[]>;
}

/** Classes with exactly this name. */
export function classesByName(noun: string | undefined, schema: KbSchema): readonly string[] {
  return (noun !== undefined && indexOf(schema).byName.get(singular(noun))) || [];
}

/** Classes whose name ends with this word. */
export function classesByLastWord(word: string, schema: KbSchema): readonly string[] {
  return indexOf(schema).byLastWord().get(stem(word)) ?? [];
}

/** Built on first use, once for each schema. */
const indexOf = memoizeWeak((schema: KbSchema): ClassIndex => {
  const { ids, typesIn } = domainIndexOf(schema);
  const types = ids.filter((domain) => !isCommunity(domain)).flatMap((domain) => typesIn(domain));
  const nameOf = memoize((type: string) => singular(labelOf(type)));
  return {
    byName: groupBy(types, nameOf),
    byLastWord: once(() => groupBy(types, (type) => lastWord(nameOf(type)))),
  };
});

/** The name of the class that people call otherwise: a city is a `citytown`. */
export function usualClassName(noun: string): string {
  return CLASS_NAMES.get(singular(noun)) ?? noun;
}

/** By stem; that of "movies" is not a word. */
const CLASS_NAMES: ReadonlyMap<string, string> = new Map([
  ['city', 'citytown'],
  ['town', 'citytown'],
  ['movie', 'film'],
  [stem('movies'), 'film'],
]);

function singular(name: string): string {
  return name.toLowerCase().split(' ').map(stem).join(' ');
}
