/** Domain and range of each relation, as far as its facts tell them. */
import type { ProgressStep } from '../../kb/knowledge-base';
import type { SchemaQueries } from './schema-queries';
import type { Mediators } from './mediators';
import type { Profiles, RelationProfile } from './profiles';
import { chooseType } from './choose-type';
import type { SchemaSurvey } from './survey';
import { addTo, type TypeOrder } from './type-order';

export interface Sides {
  readonly domains: ReadonlyMap<string, string>;
  readonly ranges: ReadonlyMap<string, string>;
  /** A type that a relation claims, and the types of those few nodes that do not have it. */
  readonly strangers: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function chooseSides(
  asking: SchemaQueries,
  { typing, typings, types, declared }: SchemaSurvey,
  { relations, partners }: Profiles,
  order: TypeOrder,
  { certain }: Mediators,
  reverses: ReadonlyMap<string, string>,
  tell: (step: ProgressStep) => void,
): Promise<Sides> {
  const domains = new Map<string, string>();
  const ranges = new Map<string, string>();
  const strangers = new Map<string, Set<string>>();
  let done = 0;
  for (const [relation, profile] of relations) {
    if (done++ % 100 === 0) tell({ message: 'Choosing domains and ranges', share: done / relations.size });
    if (typings.includes(relation)) continue;
    const take = async (
      end: 'subject' | 'object',
      hints: readonly (string | undefined)[],
      chosen: Map<string, string>,
    ): Promise<void> => {
      const tally = end === 'subject' ? profile.subjects : profile.objects;
      const side = {
        relation,
        end,
        facts: profile.facts,
        tally,
        hints: hints.filter((hint) => hint !== undefined),
      };
      const choice = await chooseType(asking, typing, order, types, side);
      // Of a type whose partners are not known, nothing can be concluded; of a mediator, only what has no exception.
      if (!choice || !partners.has(choice.type)) return;
      if (choice.strangers.length && certain.has(choice.type)) return;
      chosen.set(relation, choice.type);
      for (const stranger of choice.strangers) addTo(strangers, choice.type, stranger);
    };
    await take('subject', [declared.domains.get(relation), ownerOf(relation, types)], domains);
    const literal = literalOf(profile);
    if (literal !== undefined) ranges.set(relation, literal);
    const reverse = reverses.get(relation);
    const owner = reverse === undefined ? undefined : ownerOf(reverse, types);
    if (profile.nodes === profile.facts) await take('object', [declared.ranges.get(relation), owner], ranges);
  }
  return { domains, ranges, strangers };
}

/** `people.person` of `people.person.parents`, where that is a type. */
function ownerOf(relation: string, types: ReadonlyMap<string, number>): string | undefined {
  const owner = relation.slice(0, Math.max(relation.lastIndexOf('.'), relation.lastIndexOf('/')));
  return types.has(owner) ? owner : undefined;
}

const LITERALS = new Set(['integer', 'float', 'datetime', 'boolean', 'text']);

function literalOf({ nodes, families }: RelationProfile): string | undefined {
  const [family] = families;
  return !nodes && families.size === 1 && family !== undefined && LITERALS.has(family) ? family : undefined;
}
