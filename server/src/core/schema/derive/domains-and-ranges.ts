/** Chooses the domain and the range of each relation by the types of its subjects and objects. */
import type { TaskProgress } from '../../kb/knowledge-base';
import { SCHEMA_LITERALS } from '../../language/rdf/datatypes';
import { addToSet } from '../../language/text/multimap';
import type { SchemaQueries } from './schema-queries';
import type { Mediators } from './mediators';
import type { Profiles, RelationProfile } from './profiles';
import { chooseType } from './choose-type';
import type { SchemaSurvey } from './survey';
import type { TypeOrder } from './type-order';

/** What is known of a KB before its domains and ranges are chosen. */
export interface ExaminedKb {
  readonly survey: SchemaSurvey;
  readonly profiles: Profiles;
  readonly order: TypeOrder;
  readonly mediators: Mediators;
  /** Relation → its reverse. */
  readonly reverses: ReadonlyMap<string, string>;
}

export interface DomainsAndRanges {
  readonly domains: ReadonlyMap<string, string>;
  readonly ranges: ReadonlyMap<string, string>;
  /** For a domain or range, the types of the few nodes that do not have it. */
  readonly exceptions: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function chooseDomainsAndRanges(
  queries: SchemaQueries,
  { survey, profiles: { relations, partners }, order, mediators, reverses }: ExaminedKb,
  report: (step: TaskProgress) => void,
): Promise<DomainsAndRanges> {
  const { typing, typings, types, declarations } = survey;
  const domains = new Map<string, string>();
  const ranges = new Map<string, string>();
  const exceptions = new Map<string, Set<string>>();
  let done = 0;
  for (const [relation, profile] of relations) {
    if (done++ % 100 === 0) report({ message: 'Choosing domains and ranges', share: done / relations.size });
    if (typings.includes(relation)) continue;
    const choose = async (
      end: 'subject' | 'object',
      hints: readonly (string | undefined)[],
      chosen: Map<string, string>,
    ): Promise<void> => {
      const choice = await chooseType(queries, typing, order, types, {
        relation,
        end,
        facts: profile.facts,
        tally: end === 'subject' ? profile.subjects : profile.objects,
        hints: hints.filter((hint) => hint !== undefined),
      });
      // A type whose partners are unknown is never chosen, and a mediator only without exceptions.
      if (!choice || !partners.has(choice.type)) return;
      if (choice.exceptions.length && mediators.certain.has(choice.type)) return;
      chosen.set(relation, choice.type);
      for (const exception of choice.exceptions) addToSet(exceptions, choice.type, exception);
    };
    await choose('subject', [declarations.domains.get(relation), ownerOf(relation, types)], domains);
    const literal = literalOf(profile);
    if (literal !== undefined) ranges.set(relation, literal);
    const reverse = reverses.get(relation);
    const owner = reverse === undefined ? undefined : ownerOf(reverse, types);
    if (profile.nodes === profile.facts)
      await choose('object', [declarations.ranges.get(relation), owner], ranges);
  }
  return { domains, ranges, exceptions };
}

/** Returns `people.person` for `people.person.parents` if it is a type. */
function ownerOf(relation: string, types: ReadonlyMap<string, number>): string | undefined {
  const owner = relation.slice(0, Math.max(relation.lastIndexOf('.'), relation.lastIndexOf('/')));
  return types.has(owner) ? owner : undefined;
}

function literalOf({ nodes, families }: RelationProfile): string | undefined {
  const [family] = families;
  return !nodes && families.size === 1 ? SCHEMA_LITERALS.find((literal) => literal === family) : undefined;
}
