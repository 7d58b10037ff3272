/** Whether a place is another one, lies in it or contains it. A birth in Ulm is one in Germany, and may be one in a district of Ulm. */
import type { SExpr } from '../../../logical-form/sexpr';
import type { LinkedEntity } from '../../../question/linking/linking';
import type { KbSchema } from '../../../schema/schema';
import type { NamedAnswer } from '../../ask-events';

export const CONTAINED_BY = 'location.location.containedby';
const CONTAINS = 'location.location.contains';
/** Steps from a district to its country. */
const MAX_STEPS = 4;

/** Places of the same kind exclude each other. */
const LEVELS = [
  'location.citytown',
  'location.country',
  'location.us_state',
  'location.us_county',
  'location.continent',
];

export function isPlace({ types }: LinkedEntity): boolean {
  return types.includes('location.location');
}

/** The places that contain some places, at each number of steps; none if the schema has no containment. */
export function placesAround(places: SExpr, schema: KbSchema): readonly SExpr[] {
  const found: SExpr[] = [];
  if (!schema.hasRelation(CONTAINED_BY)) return found;
  for (let of = places; found.length < MAX_STEPS; found.push(of)) of = outward(of, schema);
  return found;
}

/** One step, whichever of the two relations the KB has. */
function outward(of: SExpr, schema: KbSchema): SExpr {
  const up: SExpr = { kind: 'join', step: { relation: CONTAINED_BY, reverse: true }, of };
  if (!schema.hasRelation(CONTAINS)) return up;
  return { kind: 'or', left: up, right: { kind: 'join', step: { relation: CONTAINS, reverse: false }, of } };
}

/** Whether two places, each with those around it, lie in different places of the same kind, such as two countries. */
export function exclude(known: readonly NamedAnswer[], others: readonly NamedAnswer[]): boolean {
  return LEVELS.some((level) => {
    const [left, right] = [known, others].map((places) =>
      places.flatMap(({ value, types = [] }) => (types.includes(level) ? [value] : [])),
    );
    return left?.length && right?.length ? !left.some((place) => right.includes(place)) : false;
  });
}
