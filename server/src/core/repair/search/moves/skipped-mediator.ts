/** Replaces two relations with one, without a mediator. */
import type { TextEdit } from '../../../language/text/edit';
import { withoutPart } from '../../../query/why-empty/why-empty';
import { writeIriLike } from '../../../check/schema/wording';
import type { RepairMove } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import { removeTriple } from '../rewrite';
import type { DirectedRelation } from '../../../check/schema/exclude-start';
import { relationPlaces, textFor, type TriplePlace, type SearchState } from '../search-state';
import { rarityCost } from '../move-costs';
import { relationsBetween } from './kb-relations';
import { leadsToMediator } from './over-mediator';
import { canSwapInPlace } from '../../../check/schema/reversed-relation';

const SKIP_COST = 2.5;

export async function skippedMediator(state: SearchState): Promise<readonly RepairMove[]> {
  const { probes } = state.context;
  if (!probes) return [];
  const moves: RepairMove[] = [];
  const places = relationPlaces(state);
  for (const first of places)
    for (const second of places) {
      if (first === second || !meetAtMediator(state, first, second)) continue;
      const parts = withoutPart(state.parts, first.part).remaining;
      const rest = parts.filter((part) => part !== second.part).map((part) => textFor(state, part));
      for (const hop of await relationsBetween(state, probes, first.from, second.to, rest.join('\n'))) {
        const move = leadsToMediator(state.schema, hop) ? undefined : toMove(state, first, second, hop);
        if (move) moves.push(move);
      }
    }
  return moves;
}

/** `a r ?m . ?m s b`, where ?m occurs nowhere else and one end is named. */
function meetAtMediator({ parts }: SearchState, first: TriplePlace, second: TriplePlace): boolean {
  const [middle, next] = [first.triple.object, second.triple.subject];
  if (middle.kind !== 'variable' || next.kind !== 'variable' || middle.name !== next.name) return false;
  if (first.from.kind !== 'iri' && second.to.kind !== 'iri') return false;
  return !parts.some((part) => part !== first.part && part !== second.part && part.mentions.has(middle.name));
}

function toMove(
  { model, schema }: SearchState,
  first: TriplePlace,
  second: TriplePlace,
  { id, inverse }: DirectedRelation,
): RepairMove | undefined {
  const removal = removeTriple(model, second.triple);
  const { subject, predicate, object } = first.triple;
  if (!removal.length || !canSwapInPlace(model, { triple: first.triple, range: predicate.range }))
    return undefined;
  const text = ({ start, end }: TextEdit['range']): string => model.text.slice(start, end);
  const [from, to] = [text(subject.range), text(second.triple.object.range)];
  const costs = [first, second].map(
    (place) => relationCost(schema, place.id, id) + rarityCost(schema, place.id, id),
  );
  return {
    edits: [
      { range: subject.range, newText: inverse ? to : from },
      { range: predicate.range, newText: writeIriLike(predicate.iri, id, model, schema) },
      { range: object.range, newText: inverse ? from : to },
      ...removal,
    ],
    change: `${first.id} / ${second.id} → ${id}`,
    cost: SKIP_COST + Math.min(...costs),
    matches: true,
    insertedRelations: [id],
  };
}
