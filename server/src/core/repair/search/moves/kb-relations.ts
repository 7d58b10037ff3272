/** Replaces a relation with one that the KB has there: the strongest evidence. */
import { isSystem } from '../../../schema/domain-index';
import type { Term } from '../../../language/sparql/model';
import type { KbProbes } from '../kb-probes';
import type { RepairMove } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import { replaceRelation } from '../rewrite';
import type { DirectedRelation } from '../../../check/schema/exclude-start';
import { isAnchored, relationPlaces, restWithout, type TriplePlace, type SearchState } from '../search-state';
import { termText } from '../../../query/why-empty/pattern-text';
import { rarityCost } from '../move-costs';

export async function kbRelations(state: SearchState): Promise<readonly RepairMove[]> {
  const { probes } = state.context;
  if (!probes) return [];
  const moves: RepairMove[] = [];
  for (const place of relationPlaces(state)) {
    const { part, from, to } = place;
    if (![from, to].some((end) => isAnchored(state, end, part))) continue;
    const rest = restWithout(state, part);
    const found = await relationsBetween(state, probes, from, to, rest, place.id);
    for (const hop of found) moves.push({ ...toMove(state, place, hop), matches: true });
    // If another part is wrong too, nothing matches the rest, so the ends are tried alone.
    if (!found.length && rest && (from.kind === 'iri' || to.kind === 'iri'))
      for (const hop of await relationsBetween(state, probes, from, to, '', place.id))
        moves.push({ ...toMove(state, place, hop), matches: false });
  }
  return moves;
}

/** The relations between two nodes in the KB, in both directions. */
export async function relationsBetween(
  { model, schema }: SearchState,
  probes: KbProbes,
  from: Term,
  to: Term,
  rest: string,
  written = '',
): Promise<readonly DirectedRelation[]> {
  const [start, end] = [termText(model, from), termText(model, to)];
  const ask = async (
    subject: string,
    object: string,
    inverse: boolean,
  ): Promise<readonly DirectedRelation[]> => {
    const rows = await probes.rows(model, '?its_relation', `${rest}\n${subject} ?its_relation ${object} .`);
    return rows
      .flatMap(([term]) => schema.idOf(term?.value ?? '') ?? [])
      .filter((id) => !isSystem(id) || isSystem(written))
      .map((id) => ({ id, inverse }));
  };
  return [...(await ask(start, end, false)), ...(to.kind === 'literal' ? [] : await ask(end, start, true))];
}

function toMove(
  { model, schema }: SearchState,
  { triple, id }: TriplePlace,
  hop: DirectedRelation,
): RepairMove {
  return {
    edits: replaceRelation(model, schema, triple, [hop]),
    insertedRelations: [hop.id],
    change:
      id === hop.id
        ? `${id} in the other direction`
        : `${id} → ${hop.id}${hop.inverse ? ', in the other direction' : ''}`,
    cost: relationCost(schema, id, hop.id) + rarityCost(schema, id, hop.id) + (hop.inverse ? SWAP_COST : 0),
  };
}

/** The cost of swapping subject and object. */
export const SWAP_COST = 0.8;

export function swapSubjectAndObject(state: SearchState): readonly RepairMove[] {
  const { model, schema } = state;
  return relationPlaces(state).flatMap(({ triple, id }) => {
    if (triple.object.kind === 'literal') return [];
    return [
      {
        edits: replaceRelation(model, schema, triple, [{ id, inverse: true }]),
        change: `${id} in the other direction`,
        cost: SWAP_COST,
      },
    ];
  });
}
