/** The relations that the KB really has in the place of one: the strongest evidence there is. */
import { isSystem } from '../../../schema/domains';
import type { Term } from '../../../language/sparql/model';
import type { KbQuestions } from '../kb-questions';
import type { Move } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import { rewritten, type Hop } from '../rewrite';
import { isAnchored, relationPlaces, restWithout, type Place, type Scene } from '../scene';
import { termText } from '../../../query/why-empty/pattern-text';
import { usualness } from '../usualness';
import { TURN } from './turned';

export async function kbRelations(scene: Scene): Promise<readonly Move[]> {
  const { questions } = scene.court;
  if (!questions) return [];
  const moves: Move[] = [];
  for (const place of relationPlaces(scene)) {
    const { part, from, to } = place;
    if (![from, to].some((end) => isAnchored(scene, end, part))) continue;
    const rest = restWithout(scene, part);
    const found = await relationsThere(scene, questions, from, to, rest, place.id);
    for (const hop of found) moves.push({ ...moveTo(scene, place, hop), matches: true });
    // Where another part is at fault as well, nothing goes with the rest: what the ends have by themselves is worth a try.
    if (!found.length && rest && (from.kind === 'iri' || to.kind === 'iri'))
      for (const hop of await relationsThere(scene, questions, from, to, '', place.id))
        moves.push({ ...moveTo(scene, place, hop), matches: false });
  }
  return moves;
}

/** Both ways. */
export async function relationsThere(
  { model, schema }: Scene,
  questions: KbQuestions,
  from: Term,
  to: Term,
  rest: string,
  written = '',
): Promise<readonly Hop[]> {
  const [start, end] = [termText(model, from), termText(model, to)];
  const ask = async (subject: string, object: string, inverse: boolean): Promise<readonly Hop[]> => {
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

function moveTo({ model, schema }: Scene, { triple, id }: Place, hop: Hop): Move {
  return {
    edits: rewritten(model, schema, triple, [hop]),
    brings: [hop.id],
    change:
      id === hop.id
        ? `${id} the other way round`
        : `${id} → ${hop.id}${hop.inverse ? ', the other way round' : ''}`,
    cost: relationCost(schema, id, hop.id) + usualness(schema, id, hop.id) + (hop.inverse ? TURN : 0),
  };
}
