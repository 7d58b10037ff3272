/** Subject and object exchanged. */
import type { RepairMove } from '../move';
import { rewritten } from '../rewrite';
import { relationPlaces, type SearchState } from '../search-state';

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
