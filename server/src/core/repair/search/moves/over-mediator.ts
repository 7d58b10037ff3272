/** Replaces one relation with two over a mediator. */
import { isSystem } from '../../../schema/domain-index';
import { termText } from '../../../query/why-empty/pattern-text';
import type { KbSchema } from '../../../schema/schema';
import { relevance } from '../question-similarity';
import type { KbProbes } from '../kb-probes';
import type { RepairMove } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import { replaceRelation } from '../rewrite';
import type { DirectedRelation } from '../../../check/schema/exclude-start';
import { isAnchored, relationPlaces, restWithout, type TriplePlace, type SearchState } from '../search-state';
import { continuationCost, rarityCost } from '../move-costs';
import { relationsBetween, SWAP_COST } from './kb-relations';

const HOP_COST = 1;
const MAX_PAIRS = 400;

export async function overMediator(state: SearchState): Promise<readonly RepairMove[]> {
  const { probes } = state.context;
  if (!probes) return [];
  const moves: RepairMove[] = [];
  for (const place of relationPlaces(state)) {
    if (place.to.kind === 'literal') continue;
    const rest = restWithout(state, place.part);
    for (const pair of await pairsBetween(state, probes, place, rest))
      moves.push({ ...toMove(state, place, pair), matches: true });
  }
  return moves;
}

interface HopPair {
  readonly hops: readonly DirectedRelation[];
  /** How unusual the second is after the first. */
  readonly rarity: number;
}

/** From the known end to a mediator, and from there to the other end. */
async function pairsBetween(
  state: SearchState,
  probes: KbProbes,
  place: TriplePlace,
  rest: string,
): Promise<readonly HopPair[]> {
  const { model, schema } = state;
  const { part, from, to } = place;
  const forward = from.kind === 'iri' || (to.kind !== 'iri' && isAnchored(state, from, part));
  const [start, end] = forward ? [from, to] : [to, from];
  if (!isAnchored(state, start, part)) return [];
  const open = { kind: 'variable' as const, name: 'its_mediator', range: end.range };
  const first = await relationsBetween(state, probes, start, open, start.kind === 'iri' ? '' : rest);
  const toMediators = likeliest(
    state,
    place.id,
    first.filter((hop) => leadsToMediator(schema, hop)),
  );
  if (!toMediators.length) return [];
  const pairs: HopPair[] = [];
  for (const inverse of [false, true]) {
    const ids = toMediators
      .filter((hop) => hop.inverse === inverse)
      .map(({ id }) => `<${schema.namespace}${id}>`);
    if (!ids.length) continue;
    const [startText, endText] = [termText(model, start), termText(model, end)];
    const pattern = (by: string): string =>
      [
        rest,
        inverse ? `?its_mediator ${by} ${startText} .` : `${startText} ${by} ?its_mediator .`,
        `?its_mediator ?second ${endText} .`,
        `FILTER(!sameTerm(${endText}, ${startText}))`,
      ].join('\n');
    const rows = await probes.rows(model, '?first ?second', anyRelation(ids, pattern), MAX_PAIRS);
    for (const [one, other] of rows) {
      const [from, to] = [schema.idOf(one?.value ?? ''), schema.idOf(other?.value ?? '')];
      if (from === undefined || to === undefined || isSystem(to)) continue;
      const hops = forward
        ? [
            { id: from, inverse },
            { id: to, inverse: false },
          ]
        : [
            { id: to, inverse: true },
            { id: from, inverse: !inverse },
          ];
      pairs.push({ hops, rarity: continuationCost(state, { id: from, inverse }, to, end) });
    }
  }
  return pairs;
}

/**
 * The pattern with each relation as `?first`. Each is a UNION branch of its own: Virtuoso takes seconds if the relation is a variable.
 * A blank node must not occur in several branches.
 */
function anyRelation(relations: readonly string[], pattern: (relation: string) => string): string {
  if (/_:|\[/.test(pattern(''))) return `VALUES ?first { ${relations.join(' ')} }\n${pattern('?first')}`;
  return relations.map((iri) => `{ ${pattern(iri)} BIND(${iri} AS ?first) }`).join(' UNION ');
}

const MAX_FIRST_HOPS = 16;

/** The most similar to the query and the question; all would be too many. */
function likeliest(
  { schema, context: { question } }: SearchState,
  id: string,
  hops: readonly DirectedRelation[],
): readonly DirectedRelation[] {
  const cost = (hop: DirectedRelation): number =>
    relationCost(schema, id, hop.id) - (question ? 3 * relevance(hop.id, question, schema).asked : 0);
  return hops
    .map((hop) => ({ hop, cost: cost(hop) }))
    .sort((left, right) => left.cost - right.cost)
    .slice(0, MAX_FIRST_HOPS)
    .map(({ hop }) => hop);
}

export function leadsToMediator(schema: KbSchema, { id, inverse }: DirectedRelation): boolean {
  const relation = schema.relation(id);
  return schema.isMediator(inverse ? relation?.domain : relation?.range);
}

function toMove(
  { model, schema }: SearchState,
  { triple, id }: TriplePlace,
  { hops, rarity }: HopPair,
): RepairMove {
  // The author may have had either of the two in mind.
  const costs = hops.map(
    (hop) =>
      relationCost(schema, id, hop.id) + rarityCost(schema, id, hop.id) + (hop.inverse ? SWAP_COST : 0),
  );
  return {
    edits: replaceRelation(model, schema, triple, hops),
    insertedRelations: hops.map((hop) => hop.id),
    change: `${id} → ${hops.map((hop) => `${hop.inverse ? '^' : ''}${hop.id}`).join(' / ')}`,
    cost: HOP_COST + rarity + Math.min(...costs),
  };
}
