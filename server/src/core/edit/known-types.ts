/** What a query tells of the types of its variables. */
import type { Inference } from '../schema/inference/inference';
import type { PatternNode, Scope } from '../schema/inference/scopes';
import type { TypeEvidence } from '../schema/inference/type-evidence';
import type { Variable } from './variables';

/** The places of variables in patterns, by where they start; worked out once for a query. */
type Places = ReadonlyMap<number, { readonly scope: Scope; readonly node: PatternNode }>;

const known = new WeakMap<Inference, Places>();

export function placesOf(inference: Inference): Places {
  let places = known.get(inference);
  if (!places) known.set(inference, (places = readPlaces(inference)));
  return places;
}

function readPlaces({ scopes }: Inference): Places {
  const places = new Map<number, { readonly scope: Scope; readonly node: PatternNode }>();
  for (const scope of scopes.all) {
    for (const { subject, object } of scope.links) {
      for (const node of [subject, object])
        if (node.term?.kind === 'variable') places.set(node.term.range.start, { scope, node });
    }
  }
  return places;
}

/**
 * What must hold of a variable where it stands: what its own scope says and those around it. Where it stands in no
 * pattern itself, as among what is selected, all that is said of it anywhere.
 */
export function evidenceOf(
  inference: Inference,
  places: Places,
  variable: Variable,
  start: number,
): readonly TypeEvidence[] {
  const here = places.get(start);
  if (here) return [...inference.typesIn(here.scope).about(here.node.key)];
  const all = variable.places.flatMap(({ range }) => {
    const place = places.get(range.start);
    return place ? [...inference.typesIn(place.scope).about(place.node.key)] : [];
  });
  return [...new Set(all)];
}
