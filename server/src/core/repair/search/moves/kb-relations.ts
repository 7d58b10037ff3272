/** Replaces a relation with one that the KB has there: the strongest evidence. */
import { isSystem } from '../../../schema/domains';
import type { Term } from '../../../language/sparql/model';
import type { KbProbes } from '../kb-probes';
import type { RepairMove } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import { rewritten, type RelationStep } from '../rewrite';
import { isAnchored, relationPlaces, restWithout, type TriplePlace, type SearchState } from '../search-state';
import { termText } from '../../../query/why-empty/pattern-text';
import { rarityCost } from '../move-costs';

export async function kbRelations(state: SearchState): Promise<readonly RepairMove[]> {
  const { questions } = state.context;
  if (!questions) return [];
  const moves: RepairMove[] = [];
  for (const place of relationPlaces(state)) {
    const { part, from, to } = place;
    if (![from, to].some((end) => isAnchored(state, end, part))) continue;
    const rest = restWithout(state, part);
    const found = await relationsThere(state, questions, from, to, rest, place.id);
    for (const hop of found) moves.push({ ...moveTo(state, place, hop), matches: true });
    // Where another part is at fault as well, nothing goes with the rest: what the ends have by themselves is worth a try.
    if (!found.length && rest && (from.kind === 'iri' || to.kind === 'iri'))
      for (const hop of await relationsThere(state, questions, from, to, '', place.id))
        moves.push({ ...moveTo(state, place, hop), matches: false });
  }
  return moves;
}

/** Both ways. */
export async function relationsThere(
  { model, schema }: SearchState,
  questions: KbProbes,
  from: Term,
  to: Term,
  rest: string,
  written = '',
): Promise<readonly RelationStep[]> {
  const [start, end] = [termText(model, from), termText(model, to)];
  const ask = async (subject: string, object: string, inverse: boolean): Promise<readonly RelationStep[]> => {
    const rows = await questions.rows(
      model,
      '?its_relation',
      `${rest}\n${subject} ?its_relation ${object} .`,
    );
    return rows
      .flatMap(([term]) => schema.idOf(term?.value ?? '') ?? [])
      .filter((id) => !isSystem(id) || isSystem(written))
      .map((id) => ({ id, inverse }));
  };
  return [...(await ask(start, end, false)), ...(to.kind === 'literal' ? [] : await ask(end, start, true))];
}

function moveTo({ model, schema }: SearchState, { triple, id }: TriplePlace, hop: RelationStep): RepairMove {
  return {
    edits: rewritten(model, schema, triple, [hop]),
    brings: [hop.id],
    change:
      id === hop.id
        ? `${id} the other way round`
        : `${id} → ${hop.id}${hop.inverse ? ', the other way round' : ''}`,
    cost: relationCost(schema, id, hop.id) + rarityCost(schema, id, hop.id) + (hop.inverse ? SWAP_COST : 0),
  };
}

/** Swaps subject and object. */
export const SWAP_COST = 0.8;

export function swapSubjectAndObject(state: SearchState): readonly RepairMove[] {
  const { model, schema } = state;
  return relationPlaces(state).flatMap(({ triple, id }) => {
    if (triple.object.kind === 'literal') return [];
    return [
      {
        edits: rewritten(model, schema, triple, [{ id, inverse: true }]),
        change: `${id} the other way round`,
        cost: SWAP_COST,
      },
    ];
  });
}
