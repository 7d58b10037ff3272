/** Subject and object exchanged. */
import type { Move } from '../move';
import { rewritten } from '../rewrite';
import { relationPlaces, type Scene } from '../scene';

export const TURN = 0.8;

export function turned(scene: Scene): readonly Move[] {
  const { model, schema } = scene;
  return relationPlaces(scene).flatMap(({ triple, id }) => {
    if (triple.object.kind === 'literal') return [];
    return [
      {
        edits: rewritten(model, schema, triple, [{ id, inverse: true }]),
        change: `${id} the other way round`,
        cost: TURN,
      },
    ];
  });
}
