/** Chooses what to remove, by name or at random. */
import type { KbSchema } from '../../core/schema/schema';
import { SeededRandom } from '../seeded-random';
import { relationsOfType, withReverse, type Kind, type Reduction } from './reduction';
import type { Survey } from './survey';

/** A share of all, or these. */
export type Choice = { readonly share: number } | { readonly names: readonly string[] };

export interface ReductionRequest {
  readonly relations?: Choice;
  readonly types?: Choice;
  readonly entities?: Choice;
  /** Of the remaining facts. */
  readonly factShare?: number;
  readonly seed: number;
}

export function chooseByShare(
  wanted: ReductionRequest,
  survey: Survey,
  schema: KbSchema,
): Reduction | { readonly problem: string } {
  const chosen = new Map<Kind, readonly string[]>();
  for (const [at, kind] of (['relations', 'types', 'entities'] as const).entries()) {
    const choice = wanted[kind];
    if (!choice) continue;
    const found =
      'names' in choice
        ? named(choice.names, kind, survey)
        : drawn(choice.share, [...survey[kind]], wanted.seed + at);
    if ('problem' in found) return found;
    chosen.set(kind, found.ids);
  }
  const types = chosen.get('types') ?? [];
  return {
    types: new Set(types),
    relations: new Set([
      ...(chosen.get('relations') ?? []).flatMap((relation) => withReverse(relation, schema)),
      ...types
        .flatMap((type) => relationsOfType(type, schema))
        .filter((relation) => survey.relations.has(relation)),
    ]),
    entities: new Set(chosen.get('entities') ?? []),
    facts: new Set(),
    factShare: wanted.factShare ?? 0,
    seed: wanted.seed,
  };
}

type Found = { readonly ids: readonly string[] } | { readonly problem: string };

const ONE: Readonly<Record<string, string>> = {
  relations: 'relation',
  types: 'type',
  entities: 'entity with a name',
};

function named(names: readonly string[], kind: 'relations' | 'types' | 'entities', survey: Survey): Found {
  const unknown = names.find((name) => !survey[kind].has(name));
  return unknown === undefined
    ? { ids: names }
    : { problem: `The KB has no ${ONE[kind] ?? kind} ${unknown} to remove.` };
}

function drawn(share: number, all: readonly string[], seed: number): Found {
  const ids = shuffled([...all].sort(), new SeededRandom(seed));
  return { ids: ids.slice(0, Math.round(share * ids.length)).sort() };
}

export function shuffled<Item>(items: readonly Item[], draw: SeededRandom): readonly Item[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = draw.below(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
  }
  return mixed;
}
