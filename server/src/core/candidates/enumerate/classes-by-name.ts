/** Classes outside the community domains by their name or by its last word: a US president is a president. */
import { domainsOf, isCommunity } from '../../schema/domains';
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';

interface Called {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byLastWord: ReadonlyMap<string, readonly string[]>;
}

/** Classes with exactly this name. */
export function classesByName(noun: string | undefined, schema: KbSchema): readonly string[] {
  return (noun !== undefined && calledIn(schema).byName.get(singular(noun))) || [];
}

/** Classes whose name ends with this word. */
export function classesByLastWord(word: string, schema: KbSchema): readonly string[] {
  return calledIn(schema).byLastWord.get(stem(word)) ?? [];
}

const known = new WeakMap<KbSchema, Called>();

/** Computed on first use, once for each schema. */
function calledIn(schema: KbSchema): Called {
  let called = known.get(schema);
  if (!called) {
    const { ids, typesIn } = domainsOf(schema);
    const types = ids.filter((domain) => !isCommunity(domain)).flatMap((domain) => typesIn(domain));
    const by = (key: (name: string) => string): ReadonlyMap<string, readonly string[]> => {
      const lists = new Map<string, string[]>();
      for (const type of types) {
        const name = key(singular(labelOf(type)));
        const those = lists.get(name);
        if (those) those.push(type);
        else lists.set(name, [type]);
      }
      return lists;
    };
    called = { byName: by((name) => name), byLastWord: by((name) => name.split(' ').at(-1) ?? '') };
    known.set(schema, called);
  }
  return called;
}

function singular(name: string): string {
  return name.toLowerCase().split(' ').map(stem).join(' ');
}
