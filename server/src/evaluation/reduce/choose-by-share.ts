/** Chooses the elements to remove from a KB, by name or at random. */
import type { KbSchema } from '../../core/schema/schema';
import { SeededRandom } from '../seeded-random';
import { relationsOfType, withReverse, type ElementKind, type Reduction } from './reduction';
import type { Survey } from './survey';

/** A share of all elements, or named ones. */
export type RemovalChoice = { readonly share: number } | { readonly names: readonly string[] };

export interface ReductionRequest {
  readonly relations?: RemovalChoice;
  readonly types?: RemovalChoice;
  readonly entities?: RemovalChoice;
  /** Share of the remaining facts. */
  readonly factShare?: number;
  readonly seed: number;
}

export function chooseByShare(
  request: ReductionRequest,
  survey: Survey,
  schema: KbSchema,
): Reduction | { readonly problem: string } {
  const chosen = new Map<ElementKind, readonly string[]>();
  for (const [at, kind] of (['relations', 'types', 'entities'] as const).entries()) {
    const choice = request[kind];
    if (!choice) continue;
    const result =
      'names' in choice
        ? chooseNamed(choice.names, kind, survey)
        : chooseAtRandom(choice.share, [...survey[kind]], request.seed + at);
    if ('problem' in result) return result;
    chosen.set(kind, result.ids);
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
    factShare: request.factShare ?? 0,
    seed: request.seed,
  };
}

type ChosenIds = { readonly ids: readonly string[] } | { readonly problem: string };

const KIND_NAMES: Readonly<Record<string, string>> = {
  relations: 'relation',
  types: 'type',
  entities: 'entity with a name',
};

function chooseNamed(
  names: readonly string[],
  kind: 'relations' | 'types' | 'entities',
  survey: Survey,
): ChosenIds {
  const unknown = names.find((name) => !survey[kind].has(name));
  return unknown === undefined
    ? { ids: names }
    : { problem: `The KB has no ${KIND_NAMES[kind] ?? kind} ${unknown} to remove.` };
}

function chooseAtRandom(share: number, all: readonly string[], seed: number): ChosenIds {
  const ids = new SeededRandom(seed).shuffle([...all].sort());
  return { ids: ids.slice(0, Math.round(share * ids.length)).sort() };
}
